import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { expireOrder } from './expire-order.ts';
import { dropIdleTimers, EXPIRE_ORDER } from './expiry-timer.ts';
import { keepTerms } from './keep-terms.ts';
import type { ChangeDeps } from './save-change.ts';

const KEEP_TERMS = 'orders.keepTerms';
const KEEP_EVERY_MS = 2 * SECOND_MS;
const DROP_IDLE_TIMERS = 'orders.dropIdleTimers';
const DROP_EVERY_MS = 2 * SECOND_MS;
/** Behind a backlog of timers it would come too late to drop them. */
export const URGENT_ORDER_JOBS = [DROP_IDLE_TIMERS];

export function orderJobs(deps: ChangeDeps): JobHandlers {
  return {
    [EXPIRE_ORDER]: async (tx, { payload, now }) => {
      await expireOrder(deps, tx, String(payload.orderId), now);
      return undefined;
    },
    [DROP_IDLE_TIMERS]: async (tx, { now }) => ((await dropIdleTimers(tx, now)) ? now : now + DROP_EVERY_MS),
    [KEEP_TERMS]: async (tx, { now }) => ((await keepTerms(tx)) ? now : now + KEEP_EVERY_MS),
  };
}

/** Left at every start; there is one of each for good. */
export async function leaveOrderJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: KEEP_TERMS, name: 'always', dueAt: now });
  await leaveJob(tx, { kind: DROP_IDLE_TIMERS, name: 'always', dueAt: now });
}
