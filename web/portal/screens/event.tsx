import { Link } from 'wouter';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { EventDetails } from '../integration-types.ts';
import { AnswerStatus } from '../parts/answer-status.tsx';
import { AnswerText } from '../parts/answer-text.tsx';
import { EventStatus } from '../parts/event-status.tsx';
import { useCanSend } from '../parts/use-can-send.ts';

const LOOK_MS = 5_000;

/** One event: what is told, and how each attempt to tell it went. */
export function Event({ params: { eventId = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const path = `/events/${encodeURIComponent(eventId)}`;
  const calls = useCalls();
  const mayBuild = useMay('build');
  const canSend = useCanSend();
  const { data: event, refusal } = useData<EventDetails>(path, undefined, { everyMs: LOOK_MS });
  const redeliver = useAct(() => calls.post(`${path}/redeliver`), {
    refresh: ['/events', '/webhook'],
    done: 'The event is on its way again.',
  });
  if (event === undefined)
    return (
      <Page title="Event" back={{ href: '/events', title: 'Events' }}>
        {refusal === undefined ? undefined : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page
      title={event.eventType}
      back={{ href: '/events', title: 'Events' }}
      actions={
        mayBuild && canSend && event.status !== 'SKIPPED' ? (
          <Button kind="plain" busy={redeliver.busy} onClick={() => redeliver.act()}>
            Send again
          </Button>
        ) : undefined
      }
    >
      {redeliver.refusal === undefined ? undefined : <Notice tone="bad">{redeliver.refusal.sentence}</Notice>}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <Panel title="About">
            <Facts
              facts={[
                ['Status', <EventStatus key="status" status={event.status} />],
                ['Last error', event.lastError ?? undefined],
                ['Happened', <Time key="at" at={event.createdAt} seconds />],
                ['Event id', <Copyable key="id" text={event.eventId} label="the event id" />],
                [
                  'Order',
                  event.orderId === null ? undefined : (
                    <Link
                      key="order"
                      href={`/events?order=${event.orderId}`}
                      className="text-accent underline underline-offset-4"
                    >
                      {event.orderId}
                    </Link>
                  ),
                ],
              ]}
            />
          </Panel>
          <section>
            <h2 className="mb-2 text-base font-semibold">Attempts</h2>
            <Table
              label="Attempts"
              rows={event.tries}
              rowKey={({ at, durationMs }) => `${at} ${durationMs}`}
              empty={event.status === 'SKIPPED' ? 'It is not for your URL.' : 'None yet.'}
              columns={[
                { title: 'When', cell: ({ at }) => <Time at={at} seconds /> },
                { title: 'Answer', cell: ({ status }) => <AnswerStatus status={status} /> },
                { title: 'Took', right: true, cell: ({ durationMs }) => `${durationMs} ms` },
                { title: 'What it said', cell: ({ answer }) => <AnswerText text={answer} /> },
              ]}
            />
          </section>
        </div>
        <Panel title="Data" className="min-w-0">
          <JsonView label="Data of the event" value={event.data} />
        </Panel>
      </div>
    </Page>
  );
}
