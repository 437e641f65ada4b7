import { useState } from 'react';
import { PORTAL_TYPES, PUSHED_TYPES } from '../../../src/webhooks/rules/event.ts';
import { useMay } from '../../shared/desk/desk.tsx';
import { EventName } from '../../shared/desk/event-name.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { fromLocalTime } from '../../shared/desk/rules/local-time.ts';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { EventLine } from '../integration-types.ts';
import { EventStatus } from '../parts/event-status.tsx';
import { RecoverEvents } from '../parts/recover-events.tsx';
import { useCanSend } from '../parts/use-can-send.ts';

const LOOK_MS = 5_000;
const TYPES = [...PUSHED_TYPES, ...PORTAL_TYPES];
const STATUSES = [
  { value: '', title: 'Any status' },
  { value: 'delivered', title: 'Delivered' },
  { value: 'waiting', title: 'Waiting' },
  { value: 'parked', title: 'Parked' },
];

/** Everything that has happened, and whether the partner's receiver knows of it. */
export function Events() {
  const mayBuild = useMay('build');
  const canSend = useCanSend();
  const [type, setType] = useFilter('type');
  const [status, setStatus] = useFilter('status');
  const [order, setOrder] = useFilter('order');
  const [since, setSince] = useFilter('since');
  const [until, setUntil] = useFilter('until');
  const [isRecovering, setRecovering] = useState(false);
  const { rows, refusal, more } = usePages<EventLine>(
    '/events',
    { type, status, order, since: fromLocalTime(since) ?? undefined, until: fromLocalTime(until) ?? undefined },
    { everyMs: LOOK_MS },
  );
  const isFiltered = [type, status, order, since, until].some((filter) => filter !== '');
  return (
    <Page
      title="Events"
      about="The last 30 days, newest first."
      actions={
        mayBuild && canSend ? (
          <Button kind="plain" onClick={() => setRecovering(true)}>
            Recover events
          </Button>
        ) : undefined
      }
    >
      <Filters>
        <Select
          label="Type"
          choices={[{ value: '', title: 'Any type' }, ...TYPES.map((value) => ({ value, title: value }))]}
          value={type}
          onChoose={setType}
        />
        <Select label="Status" choices={STATUSES} value={status} onChoose={setStatus} />
        <Field label="From" type="datetime-local" value={since} onChange={({ target }) => setSince(target.value)} />
        <Field label="Until" type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        <SearchBox label="Order" placeholder="Number of an order" value={order} onSearch={setOrder} />
      </Filters>
      <Table
        label="Events"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ eventId }) => eventId}
        hrefOf={({ eventId }) => `/events/${eventId}`}
        empty={
          more !== undefined
            ? 'None among the last 50,000. Look further back with "Show more".'
            : isFiltered
              ? 'No event fits this.'
              : 'No events yet. The first comes with your first order.'
        }
        columns={[
          { title: 'Event', cell: ({ eventType, newStatus }) => <EventName type={eventType} newStatus={newStatus} /> },
          { title: 'Status', cell: (event) => <EventStatus {...event} /> },
          { title: 'Happened', cell: ({ createdAt }) => <Time at={createdAt} seconds /> },
          {
            title: 'Order',
            cell: ({ orderId }) =>
              orderId === null ? <span className="text-quiet">–</span> : <code className="text-fine">{orderId}</code>,
          },
          { title: 'Attempts', right: true, wideOnly: true, cell: ({ attempts }) => attempts },
          { title: 'Last error', wideOnly: true, cell: ({ lastError }) => lastError ?? '' },
        ]}
      />
      {isRecovering ? <RecoverEvents onClose={() => setRecovering(false)} /> : undefined}
    </Page>
  );
}
