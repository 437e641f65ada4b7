import { useEffect, useRef, useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';

type Batch = { readonly labelBatchId: string; readonly status: string; readonly url: string | null };
type Props = {
  readonly orderIds: readonly string[];
  /** What can be chosen at once. */
  readonly all: readonly string[];
  readonly onChoose: (orderIds: readonly string[]) => void;
};

const MOST_LABELS = 200;
const LOOK_AGAIN_MS = 1_500;

/** One PDF with the labels of all that are chosen; it is made by the worker, which takes a moment. */
export function PrintLabels({ orderIds, all, onChoose }: Props) {
  const calls = useCalls();
  const [batchId, setBatchId] = useState<string>();
  const wanted = orderIds.join();
  const asked = useRef('');
  const { act, busy, refusal } = useAct(() => calls.post<Batch>('/labels', { orderIds }), {
    onDone: ({ labelBatchId }) => {
      asked.current = wanted;
      setBatchId(labelBatchId);
    },
  });
  const { data: batch } = useData<Batch>(batchId === undefined ? undefined : `/labels/${batchId}`, undefined, {
    everyMs: LOOK_AGAIN_MS,
  });
  // Other parcels are another file.
  useEffect(() => {
    if (wanted !== asked.current) setBatchId(undefined);
  }, [wanted]);
  const choices = all.slice(0, MOST_LABELS);
  if (batchId !== undefined && batch?.url !== undefined && batch.url !== null)
    return (
      <a href={batch.url} className={buttonStyle('plain')} download>
        Download {orderIds.length} {orderIds.length === 1 ? 'label' : 'labels'}
      </a>
    );
  return (
    <>
      {refusal === undefined ? undefined : (
        <span role="alert" className="text-sm text-bad">
          {refusal.sentence}
        </span>
      )}
      {all.length === 0 ? undefined : (
        <Button kind="quiet" onClick={() => onChoose(orderIds.length === 0 ? choices : [])}>
          {orderIds.length === 0 ? 'Choose all' : 'Choose none'}
        </Button>
      )}
      {orderIds.length === 0 ? undefined : (
        <Button kind="plain" busy={busy || batchId !== undefined} onClick={() => act()}>
          {batchId === undefined
            ? `Print ${orderIds.length} ${orderIds.length === 1 ? 'label' : 'labels'}`
            : 'The labels are being made'}
        </Button>
      )}
    </>
  );
}
