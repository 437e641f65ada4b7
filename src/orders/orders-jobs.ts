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

export function orderJobs(deps: ChangeDeps): JobHandlers {
  return {
    [EXPIRE_ORDER]: async (tx, { payload, now }) => {
      await expireOrder(deps, tx, String(payload.orderId), now);
      await dropIdleTimers(tx, now);
      return undefined;
    },
    [KEEP_TERMS]: async (tx, { now }) => ((await keepTerms(tx)) ? now : now + KEEP_EVERY_MS),
  };
}

/** Left at every start; there is one for good. */
export async function leaveOrderJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: KEEP_TERMS, name: 'always', dueAt: now });
}
