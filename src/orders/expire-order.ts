import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockOrder } from './orders-sql.ts';
import { expiryDue } from './rules/expiry.ts';
import { type Order, onItsClock } from './rules/order.ts';
import { type ChangeDeps, saveChange } from './save-change.ts';
import { findEndedSearches } from './searches-sql.ts';

/** Applied when a timer rings, however late: the order expired at its deadline, not now. */
export async function expireOrder(deps: ChangeDeps, tx: Transaction, orderId: string, now: Instant): Promise<void> {
  await expireAt(deps, tx, orderId, (order) => onItsClock(order, now));
}

/** All searches of a partner that end by that time on the partner's clock, each at its own end, in their order. */
export async function expireSearches(
  deps: ChangeDeps,
  tx: Transaction,
  partnerId: PartnerId,
  until: Instant,
): Promise<void> {
  for (const orderId of await findEndedSearches(tx, partnerId, until)) await expireAt(deps, tx, orderId, () => until);
}

async function expireAt(
  deps: ChangeDeps,
  tx: Transaction,
  orderId: string,
  timeOf: (order: Order) => Instant,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const change = order && expiryDue(order, timeOf(order));
  if (order !== undefined && change !== undefined) await saveChange(deps, tx, order, change);
}
