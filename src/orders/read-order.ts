import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { type OrderKey, timeOfOrder, visibleOrder } from './change-order.ts';
import { findOrders } from './orders-sql.ts';
import { orderAt } from './rules/expiry.ts';
import type { Order } from './rules/order.ts';

const LARGEST_BATCH = 64;

/** The order as it stands at that time: on the partner's clock for the partner, on ours for everybody else. */
export type ReadOrder = (key: OrderKey, now: Instant) => Promise<Order>;

/** Reads that arrive together become one. */
export function createOrderReader(database: Database): ReadOrder {
  const find = microBatch(LARGEST_BATCH, async (ids: readonly string[]) => {
    const orders = new Map<string, Order>(
      (await findOrders(database, [...new Set(ids)])).map((order) => [order.id, order]),
    );
    return ids.map((id) => orders.get(id));
  });
  return async (key, now) => {
    const order = visibleOrder(isId(key.orderId) ? await find(key.orderId) : undefined, key);
    return orderAt(order, timeOfOrder(key, order, now));
  };
}
