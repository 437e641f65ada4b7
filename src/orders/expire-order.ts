import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockOrder } from './orders-sql.ts';
import { expiryDue } from './rules/expiry.ts';
import { type ChangeDeps, saveChange } from './save-change.ts';

/** Applied when a timer rings, however late: the order expired at its deadline, not now. */
export async function expireOrder(deps: ChangeDeps, tx: Transaction, orderId: string, now: Instant): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const change = order && expiryDue(order, now);
  if (order !== undefined && change !== undefined) await saveChange(deps, tx, order, change);
}
