import { useState } from 'react';
import { Badge } from '../../../shared/desk/badge.tsx';
import { Dialog } from '../../../shared/desk/dialog.tsx';
import { EventName } from '../../../shared/desk/event-name.tsx';
import { JsonView } from '../../../shared/desk/json-view.tsx';
import { Money } from '../../../shared/desk/money.tsx';
import { Panel, Refused } from '../../../shared/desk/page.tsx';
import { PriceTable } from '../../../shared/desk/price-table.tsx';
import { leftOut, type MatchExplanation, offerWords } from '../../../shared/desk/rules/match-words.ts';
import type { PriceExplanation } from '../../../shared/desk/rules/price-words.ts';
import { waitingWords } from '../../../shared/desk/rules/waiting-words.ts';
import { Table } from '../../../shared/desk/table.tsx';
import { Time } from '../../../shared/desk/time.tsx';
import { useData } from '../../../shared/desk/use-data.ts';
import { Skeleton } from '../../../shared/ui/card.tsx';
import type { OrderEvent, OrderMoney, OrderProof, OrderRecord } from '../../types.ts';

type Props = { readonly orderId: string };

type Explanation = PriceExplanation & {
  readonly driver: MatchExplanation;
  readonly driverNames: Readonly<Record<string, string>>;
};

const OUTCOMES: Readonly<Record<string, string>> = {
  OFFERED: 'Offered',
  NO_CANDIDATE: 'Nobody to ask',
  LEFT_WAITING: 'Left for the next round',
};

/** Why this price, and who was asked and why. */
export function Matching({
  orderId,
  currency,
  isOver,
}: Props & Pick<OrderRecord, 'currency'> & { readonly isOver: boolean }) {
  const { data, refusal } = useData<Explanation>(`/orders/${orderId}/explanation`, undefined, { everyMs: 10_000 });
  if (refusal !== undefined) return <Refused refusal={refusal} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  const { driver, driverNames } = data;
  const nameOf = (driverId: string) => driverNames[driverId] ?? driverId;
  return (
    <div className="flex flex-col gap-5">
      <Panel title="Who was asked">
        <Table
          label="Offers"
          rows={driver.offers}
          rowKey={({ driverId, offeredAt }) => `${driverId} ${offeredAt}`}
          hrefOf={({ driverId }) => `/drivers/${driverId}`}
          empty={isOver ? 'Nobody was asked.' : 'Nobody was asked yet.'}
          columns={[
            { title: 'Driver', cell: ({ driverId }) => nameOf(driverId) },
            { title: 'Answer', cell: ({ state }) => offerWords(state) },
            { title: 'Asked', cell: ({ offeredAt }) => <Time at={offeredAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Rounds" about="Every round that led to an offer, and the latest one that did not.">
        <Table
          label="Rounds"
          rows={driver.rounds}
          rowKey={({ at }) => at}
          empty={isOver ? 'No round has looked at it.' : 'No round has looked at it yet.'}
          columns={[
            { title: 'When', cell: ({ at }) => <Time at={at} /> },
            { title: 'Outcome', cell: ({ outcome }) => OUTCOMES[outcome] ?? outcome },
            { title: 'Looked at', right: true, cell: ({ considered }) => considered },
            { title: 'Within', right: true, cell: ({ radiusMeters }) => `${radiusMeters / 1_000} km` },
            {
              title: 'Left out',
              cell: ({ excluded }) => leftOut(excluded, 'the partner’s'),
            },
            {
              title: 'Best',
              cell: ({ candidates }) =>
                candidates.map(({ driverId, chosen }) => nameOf(driverId) + (chosen ? ' ✓' : '')).join(', '),
            },
          ]}
        />
      </Panel>
      <Panel title="Why this price">
        <PriceTable explained={data} currency={currency} />
      </Panel>
    </div>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  HOLD: 'Held in the partner’s wallet',
  RELEASE: 'Given free again',
  CAPTURE: 'Paid by the partner',
  EARNING: 'Earned by the driver',
  CREDIT: 'Given back by a credit note',
};

export function MoneyMoved({ orderId }: Props) {
  const { data, refusal } = useData<OrderMoney>(`/orders/${orderId}/money`);
  return (
    <Table
      label="Money"
      rows={data?.transfers}
      refusal={refusal}
      rowKey={({ transferId }) => transferId}
      empty="No money was moved for it."
      columns={[
        {
          title: 'What',
          cell: ({ kind, reason }) => (reason === null ? (KINDS[kind] ?? kind) : `${KINDS[kind]}: ${reason}`),
        },
        {
          title: 'Amount',
          right: true,
          cell: ({ amount }) => <Money amount={amount} currency={data?.currency ?? ''} />,
        },
        { title: 'When', cell: ({ at }) => <Time at={at} /> },
        { title: 'Number', wideOnly: true, right: true, cell: ({ transferId }) => transferId },
      ]}
    />
  );
}

export function Events({ orderId }: Props) {
  const { data, refusal } = useData<readonly OrderEvent[]>(`/orders/${orderId}/events`, undefined, { everyMs: 10_000 });
  const [open, setOpen] = useState<OrderEvent>();
  return (
    <>
      <Table
        label="Events"
        rows={data}
        refusal={refusal}
        rowKey={({ eventId }) => eventId}
        onOpen={setOpen}
        empty="The partner was told nothing yet, or it is longer ago than events are kept."
        columns={[
          { title: 'Event', cell: ({ type, newStatus, dropOff }) => <EventName {...{ type, newStatus, dropOff }} /> },
          { title: 'Told', cell: ({ delivery }) => <Delivery delivery={delivery} /> },
          { title: 'When', cell: ({ at }) => <Time at={at} seconds /> },
        ]}
      />
      {open === undefined ? undefined : (
        <Dialog title={open.type} wide onClose={() => setOpen(undefined)}>
          <JsonView label={open.type} value={open.data} />
        </Dialog>
      )}
    </>
  );
}

function Delivery({ delivery }: Pick<OrderEvent, 'delivery'>) {
  if (delivery === null) return <span className="text-quiet">No webhook was set</span>;
  if (delivery.state === 'DELIVERED') return <Badge tone="good">Delivered</Badge>;
  return (
    <span>
      <Badge tone={delivery.parkedReason === null ? 'note' : 'bad'}>
        {delivery.parkedReason === null ? waitingWords(delivery.attempts) : 'Parked'}
      </Badge>{' '}
      <span className="text-quiet">{delivery.parkedReason ?? delivery.lastError}</span>
    </span>
  );
}

export function Proofs({ orderId, stops }: Props & Pick<OrderRecord, 'stops'>) {
  const { data, refusal } = useData<readonly OrderProof[]>(`/orders/${orderId}/proofs`);
  const numberOf = (stopId: string) => stops.findIndex((stop) => stop.stopId === stopId);
  return (
    <Table
      label="Proofs"
      rows={data}
      refusal={refusal}
      rowKey={({ proofId }) => proofId}
      empty="No drop-off was closed yet."
      columns={[
        { title: 'Drop-off', cell: ({ stopId }) => numberOf(stopId) },
        { title: 'Proof', cell: ({ kind, reason }) => (reason === null ? kind.toLowerCase() : `failed: ${reason}`) },
        {
          title: 'Picture',
          cell: ({ image }) =>
            image === null ? (
              <span className="text-quiet">None</span>
            ) : (
              <a href={image} target="_blank" rel="noreferrer" className="text-accent underline">
                Open
              </a>
            ),
        },
        { title: 'Taken', cell: ({ takenAt }) => <Time at={takenAt} /> },
        {
          title: 'Where',
          wideOnly: true,
          cell: ({ place }) => (place === null ? 'Unknown' : `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`),
        },
        {
          title: 'SHA-256',
          wideOnly: true,
          cell: ({ sha256 }) => (sha256 === null ? '' : <code className="text-fine">{sha256.slice(0, 16)}…</code>),
        },
      ]}
    />
  );
}
