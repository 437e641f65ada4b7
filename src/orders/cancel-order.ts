import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { changeOrder, type OrderKey } from './change-order.ts';
import { decideCancellation, decideSupportCancellation } from './rules/cancellation.ts';
import type { Order } from './rules/order.ts';
import type { ChangeDeps } from './save-change.ts';

export async function cancelOrder(deps: ChangeDeps, tx: Transaction, key: OrderKey, now: Instant): Promise<void> {
  await changeOrder(deps, tx, key, now, (order, at) => decideCancellation(order, at));
}

/** By customer support, from any state that is not an end. */
export async function cancelForSupport(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  reason?: string,
): Promise<Order> {
  return changeOrder(deps, tx, key, now, (order, at) => decideSupportCancellation(order, at, reason));
}
