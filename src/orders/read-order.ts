import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { type OrderKey, timeOfOrder, visibleOrder } from './change-order.ts';
import { findChangedOrders, type ReadOrderRow } from './orders-sql.ts';
import { orderAt } from './rules/expiry.ts';
import type { Order } from './rules/order.ts';

const LARGEST_BATCH = 64;
const MOST_KEPT = 4_000;

/** The order as it stands at that time: on the partner's clock for the partner, on ours for everybody else. */
export type ReadOrder = (key: OrderKey, now: Instant) => Promise<Order>;

/** Reads that arrive together become one, and what was read before is read again only if it has changed. */
export function createOrderReader(database: Database): ReadOrder {
  const kept = new Map<string, ReadOrderRow>();
  const find = microBatch(LARGEST_BATCH, async (ids: readonly string[]) => {
    const wanted = [...new Set(ids)].map((id) => ({ id, known: kept.get(id) }));
    const found = new Map<string, ReadOrderRow>();
    for (const { id, known } of wanted) if (known !== undefined) found.set(id, known);
    for (const row of await findChangedOrders(database, wanted)) {
      found.set(row.order.id, row);
      keep(row);
    }
    return ids.map((id) => found.get(id)?.order);
  });
  const keep = (row: ReadOrderRow) => {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(row.order.id, row);
  };
  return async (key, now) => {
    const order = visibleOrder(isId(key.orderId) ? await find(key.orderId) : undefined, key);
    return orderAt(order, timeOfOrder(key, order, now));
  };
}
