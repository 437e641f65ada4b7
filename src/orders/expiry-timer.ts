import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import type { Order } from './rules/order.ts';

export const EXPIRE_ORDER = 'orders.expire';

/**
 * A timer for this search for a driver. Each search has its own, under a name of its own, and nobody takes one back: one that rings
 * for a search that is over finds nothing to do. So no change of an order ever waits for a worker that holds its timer.
 */
export async function leaveExpiryTimer(tx: Transaction, order: Order): Promise<void> {
  if (order.status !== 'ASSIGNING_DRIVER') return;
  await leaveTimer(tx, {
    kind: EXPIRE_ORDER,
    name: `${order.id}/${order.revision}`,
    dueAt: order.matchBy,
    payload: { orderId: order.id },
  });
}
