import { Type } from 'typebox';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import type { City } from '../markets/index.ts';
import {
  actionsOf,
  dropOffTold,
  type Links,
  type Order,
  type OrderStop,
  orderDetailsToWire,
  statusTold,
} from '../orders/index.ts';
import type { LoggedEvent } from '../webhooks/index.ts';

const Given = (description: string) => Type.Optional(Type.String({ description, maxLength: 200 }));

export const OrdersQuery = Type.Object({
  limit: PageLimit,
  after: Given('The `next` of the page before'),
  market: Given('Only of this market'),
  status: Given('A status, or OPEN for all that are not over'),
  search: Given('An id, the beginning of a name, an address or a value of the metadata, or the last digits of a phone'),
  from: Given('Placed at this time or later'),
  until: Given('Placed before this time'),
});

/** An order in a list. */
export function orderRow(order: Order, city: Pick<City, 'name' | 'timeZone'> | undefined) {
  const [pickUp, ...dropOffs] = order.delivery.stops;
  const last = dropOffs.at(-1);
  return {
    orderId: order.id,
    status: order.status,
    market: order.market,
    city: city?.name ?? order.locode,
    timeZone: city?.timeZone ?? 'UTC',
    service: order.service,
    placedAt: formatInstant(order.placedAt),
    ...(order.scheduleAt === undefined ? {} : { scheduleAt: formatInstant(order.scheduleAt) }),
    from: pickUp?.address ?? '',
    to: last?.address ?? '',
    recipient: last?.name ?? '',
    dropOffs: dropOffs.length,
    total: totalOf(order),
    currency: order.currency,
  };
}
export type OrderRow = ReturnType<typeof orderRow>;

function totalOf({ fareMinor, priorityFeeMinor, pricing }: Order): string {
  return formatAmount(fareMinor + priorityFeeMinor, pricing.decimals);
}

type Surroundings = { readonly links: Links; readonly now: number; readonly city: string; readonly timeZone: string };

/** Everything about one order; `now` is the time by which its deadlines count. */
export function orderPage(order: Order, { links, now, city, timeZone }: Surroundings) {
  const { delivery, replaces, replacedBy } = order;
  return {
    ...orderDetailsToWire(order, links, actionsOf(order, now)),
    market: order.market,
    city,
    timeZone,
    service: order.service,
    specialRequests: delivery.specialRequests,
    isRouteOptimized: delivery.isRouteOptimized,
    proofRequired: delivery.proofRequired,
    placedAt: formatInstant(order.placedAt),
    ...(order.scheduleAt === undefined ? {} : { scheduleAt: formatInstant(order.scheduleAt) }),
    ...('matchBy' in order ? { matchBy: formatInstant(order.matchBy) } : {}),
    now: formatInstant(now),
    revision: order.revision,
    ...(replaces === undefined ? {} : { replaces }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
    closings: delivery.stops.slice(1).map(({ closing }) => (closing === undefined ? null : closingToWire(closing))),
    history: order.history.map(({ at, event, status, by, reason, driverId }) => ({
      at: formatInstant(at),
      event,
      status,
      ...(by === undefined ? {} : { by }),
      ...(reason === undefined ? {} : { reason }),
      ...(driverId === undefined ? {} : { driverId }),
    })),
  };
}
export type OrderPage = ReturnType<typeof orderPage>;

/** How a drop-off ended; also where no proof was asked for, and the partner API does not tell it. */
function closingToWire({ at, outcome, reason }: NonNullable<OrderStop['closing']>) {
  return { at: formatInstant(at), outcome, ...(reason === undefined ? {} : { reason }) };
}

/** An event of an order, and whether it has reached the partner. */
export function orderEvent({ type, data, createdAt, delivery, number }: LoggedEvent, order: Order) {
  return {
    number,
    type,
    newStatus: statusTold({ type, data }) ?? null,
    dropOff: dropOffTold(order, { type, data }) ?? null,
    createdAt: formatInstant(createdAt),
    delivery:
      delivery === undefined
        ? null
        : {
            state: delivery.state,
            attempts: delivery.attempts,
            ...(delivery.lastError === undefined ? {} : { lastError: delivery.lastError }),
            ...(delivery.parkedReason === undefined ? {} : { parkedReason: delivery.parkedReason }),
          },
  };
}
export type OrderEventRow = ReturnType<typeof orderEvent>;
