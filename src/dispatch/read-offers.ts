import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findOrders, type Order, onItsClock, orderAt } from '../orders/index.ts';
import { type Offer, openOffersOf } from './dispatch-sql.ts';

export type OpenOffer = { readonly offer: Offer; readonly order: Order };

/** What these drivers can take right now; an order that has found someone else, or nobody in time, is not among them. */
export async function readOpenOffers(
  sql: Queryable,
  driverIds: readonly string[],
  now: Instant,
): Promise<readonly OpenOffer[]> {
  const offers = await openOffersOf(sql, driverIds, now);
  if (offers.length === 0) return [];
  const orders = await findOrders(
    sql,
    offers.map(({ orderId }) => orderId),
  );
  const byId = new Map<string, Order>(orders.map((order) => [order.id, order]));
  return offers.flatMap((offer) => {
    const order = byId.get(offer.orderId);
    return order !== undefined && orderAt(order, onItsClock(order, now)).status === 'ASSIGNING_DRIVER'
      ? [{ offer, order }]
      : [];
  });
}
