import { useState } from 'react';
import { Link } from 'wouter';
import type { TroubleWire } from '../../../src/console/webhooks-http.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { fromLocalTime, toLocalTime } from '../../shared/desk/rules/local-time.ts';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';

const EVERY_MS = 15_000;

/** Partners who do not get what we push. */
export function WebhookTroubles() {
  const mayRecover = useMay('partners');
  const { data, refusal } = useData<readonly TroubleWire[]>('/webhooks', undefined, { everyMs: EVERY_MS });
  const [open, setOpen] = useState<TroubleWire>();
  return (
    <Page
      title="Webhooks in trouble"
      about="Partners whose receiver fails or is silent, those who have waited for longest first. What waits is tried for a day, then it is parked until somebody sends it again."
    >
      <Table
        label="Webhooks in trouble"
        rows={data}
        refusal={refusal}
        rowKey={({ partnerId }) => partnerId}
        empty="Every partner gets what we push."
        columns={[
          {
            title: 'Partner',
            cell: ({ partnerId, partnerName }) => (
              <Link href={`/partners/${partnerId}`} className="font-medium underline-offset-4 hover:underline">
                {partnerName}
              </Link>
            ),
          },
          {
            title: 'State',
            cell: ({ disabledReason, parked, behind, isAtLeast }) => (
              <span className="flex flex-wrap gap-1">
                {disabledReason === null ? undefined : <Badge tone="bad">Switched off</Badge>}
                {parked === 0 ? undefined : <Badge tone="bad">{countOf(parked, isAtLeast.parked)} parked</Badge>}
                {behind === 0 ? undefined : <Badge tone="note">{countOf(behind, isAtLeast.behind)} behind</Badge>}
              </span>
            ),
          },
          {
            title: 'Oldest waiting',
            cell: ({ oldestEventAt }) => (oldestEventAt === null ? '–' : <Time at={oldestEventAt} ago />),
          },
          { title: 'Attempts', right: true, wideOnly: true, cell: ({ attempts }) => attempts },
          {
            title: 'Last answer',
            wideOnly: true,
            cell: ({ lastAnswer }) => <span className="wrap-anywhere">{lastAnswer ?? '–'}</span>,
          },
          {
            title: 'Receiver',
            wideOnly: true,
            cell: ({ url }) => <span className="wrap-anywhere">{url ?? 'No URL is set'}</span>,
          },
          ...(mayRecover
            ? [
                {
                  title: 'What to do',
                  cell: (trouble: TroubleWire) =>
                    trouble.url === null || trouble.disabledReason !== null ? (
                      <span className="text-quiet">The partner must set its URL</span>
                    ) : (
                      <Button kind="plain" size="small" onClick={() => setOpen(trouble)}>
                        Send again
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {open === undefined ? undefined : <Recover trouble={open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function countOf(count: number, isAtLeast: boolean): string {
  return `${isAtLeast ? 'at least ' : ''}${count.toLocaleString('en')}`;
}

function Recover({ trouble, onClose }: { readonly trouble: TroubleWire; readonly onClose: () => void }) {
  const calls = useCalls();
  const [since, setSince] = useState(toLocalTime(trouble.oldestEventAt));
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`/webhooks/${trouble.partnerId}/recover`, { since: fromLocalTime(since) ?? '', reason }),
    { refresh: ['/webhooks'], done: 'They are on their way.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`Send again to ${trouble.partnerName}?`}
      action="Send again"
      busy={busy}
      refusal={refusal}
      fields={['since']}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">Everything that was not delivered since then is sent, in its order.</p>
      <Field
        label="Since when, in your time"
        type="datetime-local"
        fault={faultAt(refusal, 'since')}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
    </ReasonDialog>
  );
}
