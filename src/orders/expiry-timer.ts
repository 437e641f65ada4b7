import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { finishJobs, holdDueJobs, leaveJobs, leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import type { Order } from './rules/order.ts';
import { findSearchesEndedAhead, whichSearch } from './searches-sql.ts';

export const EXPIRE_ORDER = 'orders.expire';
/** The rest is found with the next look. */
const MOST_AT_ONCE = 500;

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

/** Most would ring for searches that have found somebody long ago: those that are due go at once, instead of one by one. True where there may be more. */
export async function dropIdleTimers(tx: Transaction, now: Instant): Promise<boolean> {
  const due = await holdDueJobs(tx, EXPIRE_ORDER, now, MOST_AT_ONCE);
  const orderOf = ({ payload }: (typeof due)[number]) => String(payload.orderId);
  const searching = await whichSearch(tx, due.map(orderOf));
  const idle = due.filter((timer) => !searching.has(orderOf(timer)));
  await finishJobs(
    tx,
    idle.map(({ id }) => id),
  );
  return idle.length > 0 && due.length === MOST_AT_ONCE;
}

/** Timers are set by our clock. Those of partners whose clock is ahead ring now where their search has ended there, each by itself. */
export async function ringTimersAhead(tx: Transaction, now: Instant): Promise<void> {
  const ended = await findSearchesEndedAhead(tx, now, MOST_AT_ONCE);
  await leaveJobs(
    tx,
    ended.map(({ id, endedAt }) => ({
      kind: EXPIRE_ORDER,
      name: `${id}/ahead`,
      dueAt: endedAt,
      payload: { orderId: id },
    })),
  );
}
