import { countOnline } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { listWaitingOrders, type Order, onOurs } from '../orders/index.ts';
import { answersFor, latestRounds, listCityDispatch, type OfferAnswer } from './dispatch-sql.ts';
import { hasLapsed, waitedMs } from './rules/offer-time.ts';
import { OPEN_CITY } from './rules/pause.ts';
import { type WhyWaiting, whyWaiting } from './rules/why-waiting.ts';

type QueueWanted = {
  readonly locode: string | undefined;
  readonly service: string | undefined;
  /** Those whose drivers are to be asked later, in the place of those who could have one now. */
  readonly isLater: boolean;
  readonly after: string | undefined;
  readonly limit: number;
};
type SearchState = {
  readonly why: WhyWaiting;
  readonly waitedMs: number;
  /** Drivers who are being asked, and those who were and did not take it. */
  readonly asked: number;
  readonly passed: number;
};
export type QueuedOrder = SearchState & { readonly order: Order };

/** Orders that look for a driver, the longest waiting first, each with the reason why. */
export async function readQueue(
  sql: Queryable,
  wanted: QueueWanted,
  now: Instant,
  aheadMs: number,
): Promise<readonly QueuedOrder[]> {
  const orders = await listWaitingOrders(sql, now, { ...wanted, aheadMs });
  const states = await whyOrdersWait(sql, orders, now, aheadMs);
  return orders.map((order) => ({ order, ...(states.get(order.id) as SearchState) }));
}

/** By order: how the search for a driver stands. */
export async function whyOrdersWait(
  sql: Queryable,
  orders: readonly Order[],
  now: Instant,
  aheadMs: number,
): Promise<ReadonlyMap<string, SearchState>> {
  const ids = orders.map(({ id }) => id);
  const [answers, rounds, cities] = await Promise.all([
    answersFor(sql, ids),
    latestRounds(sql, ids),
    listCityDispatch(sql),
  ]);
  const hasReachedNobody = [...rounds.values()].some(({ considered }) => considered === 0);
  const online = hasReachedNobody ? await countOnline(sql) : new Map<string, number>();
  return new Map(
    orders.map((order) => {
      const own = answers.filter(({ orderId }) => orderId === order.id);
      const isAsked = ({ state, expiresAt }: OfferAnswer) => state === 'open' && !hasLapsed(expiresAt, now);
      const asked = own.filter(isAsked).length;
      const past = own.filter((answer) => !isAsked(answer));
      const passed = new Set(past.map(({ driverId }) => driverId)).size;
      const search = {
        service: order.service,
        waitingSince: onOurs(order, order.placedAt),
        scheduleAt: order.scheduleAt === undefined ? undefined : onOurs(order, order.scheduleAt),
        searchingSince: searchingSince(order),
        asked,
        passed,
        passedAt: past.length === 0 ? undefined : Math.max(...past.map((one) => one.answeredAt ?? one.expiresAt)),
        isSomebodyOnline: online.has(order.locode),
        lastRound: rounds.get(order.id),
      };
      const why = whyWaiting(search, cities.get(order.locode) ?? OPEN_CITY, now, aheadMs);
      return [order.id, { asked, passed, why, waitedMs: waitedMs(search, now, aheadMs) }];
    }),
  );
}

/** On our clock. A fee is added while the search goes on. */
function searchingSince(order: Order): Instant {
  const begun = order.history.findLast(
    ({ status, event }) => status === 'ASSIGNING_DRIVER' && event !== 'priorityFeeAdded',
  );
  return onOurs(order, begun?.receivedAt ?? begun?.at ?? order.placedAt);
}
