import { useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ClockSteps } from './clock-steps.tsx';

type Need = { readonly field: string; readonly required: boolean; readonly values?: readonly string[] };
type Possible = {
  readonly status: string;
  readonly actions: readonly {
    readonly action: string;
    readonly description: string;
    readonly needs: readonly Need[];
  }[];
};

const PROOFS = [
  { value: '', title: 'As the order asks for it' },
  { value: 'PHOTO', title: 'With a photo' },
  { value: 'SIGNATURE', title: 'With a signature' },
  { value: 'FAILED', title: 'It fails' },
];

type Props = {
  readonly orderId: string;
  readonly kind: 'orders' | 'parcels';
  /** Times at which something of it changes by itself. */
  readonly deadlines?: readonly (string | null | undefined)[];
  readonly zone?: string | undefined;
  /** Where nobody tells the page of what happens by itself. */
  readonly everyMs?: number;
};

/** Beside the timeline: what can happen to the order next, and the clock. */
export function SandboxActions({ orderId, kind, deadlines = [], zone, everyMs }: Props) {
  const calls = useCalls();
  const path = `/sandbox/orders/${orderId}/actions`;
  const { data } = useData<Possible>(path, undefined, everyMs === undefined ? {} : { everyMs });
  const [proof, setProof] = useState('');
  const { act, busy, refusal } = useAct(
    (action: string, takesProof: boolean) =>
      calls.post(path, { action, ...(takesProof && proof !== '' ? { proof } : {}) }),
    { refresh: [`/${kind}/${orderId}`, `/sandbox/orders/${orderId}`, '/wallets'] },
  );
  const actions = data?.actions ?? [];
  const proofs = actions.flatMap(({ needs }) => needs.find(({ field }) => field === 'proof')?.values ?? []);
  const takesProof = (needs: readonly Need[]) => needs.some(({ field }) => field === 'proof');
  return (
    <Panel title="Let it happen" about="Only in the sandbox. Nobody else feels it.">
      <div className="flex flex-col gap-3">
        {data !== undefined && actions.length === 0 ? (
          <p className="text-quiet">Nothing can happen to it any more.</p>
        ) : undefined}
        {proofs.length === 0 ? undefined : (
          <Select
            label="How the drop-off ends"
            choices={PROOFS.filter(({ value }) => value === '' || proofs.includes(value))}
            value={proof}
            onChoose={setProof}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {actions.map(({ action, description, needs }) => (
            <Button
              key={action}
              kind="plain"
              size="small"
              busy={busy}
              title={action}
              onClick={() => act(action, takesProof(needs))}
            >
              {description}
            </Button>
          ))}
        </div>
        {refusal === undefined ? undefined : <Notice tone="bad">{refusal.sentence}</Notice>}
        <div className="border-t border-line pt-3">
          <ClockSteps
            refresh={[`/${kind}/${orderId}`, `/sandbox/orders/${orderId}`]}
            deadlines={deadlines}
            zone={zone}
          />
        </div>
      </div>
    </Panel>
  );
}
