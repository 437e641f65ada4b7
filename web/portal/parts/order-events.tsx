import type { OrderEventRow } from '../../../src/portal/orders-wire.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { EventName } from '../../shared/desk/event-name.tsx';
import { waitingWords } from '../../shared/desk/rules/waiting-words.ts';
import { Time } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { Skeleton } from '../../shared/ui/card.tsx';

/** That an event has arrived changes nothing of its order. */
const LOOK_MS = 5_000;

/** What the partner's own system was told of the order, and whether it arrived. */
export function OrderEvents({ orderId, zone }: { readonly orderId: string; readonly zone: string }) {
  const { data: events } = useData<readonly OrderEventRow[]>(`/orders/${orderId}/events`, undefined, {
    everyMs: LOOK_MS,
  });
  if (events === undefined) return <Skeleton className="h-16" />;
  if (events.length === 0)
    return <p className="text-quiet">Nothing is on record any more: events are kept for 30 days.</p>;
  return (
    <ol className="flex flex-col gap-2">
      {events.map(({ number, type, newStatus, dropOff, createdAt, delivery }) => (
        <li key={number} className="border-line pb-2 not-last:border-b">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <div>
              <EventName {...{ type, newStatus, dropOff }} />
            </div>
            <DeliveryState delivery={delivery} />
          </div>
          <p className="text-fine text-quiet">
            <Time at={createdAt} zone={zone} seconds />
            {delivery?.lastError === undefined || delivery.state === 'delivered'
              ? undefined
              : ` · ${delivery.lastError}`}
            {delivery?.parkedReason === undefined ? undefined : ` · ${delivery.parkedReason}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

function DeliveryState({ delivery }: Pick<OrderEventRow, 'delivery'>) {
  if (delivery === null) return <Badge>Not pushed</Badge>;
  if (delivery.state === 'delivered') return <Badge tone="good">Delivered</Badge>;
  if (delivery.parkedReason !== undefined) return <Badge tone="bad">Parked</Badge>;
  return <Badge tone="note">{waitingWords(delivery.attempts)}</Badge>;
}
