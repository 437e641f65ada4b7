import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import type { ChangeDeps } from '../orders/index.ts';
import { keepClocks } from './advance-clock.ts';

const KEEP_CLOCKS = 'sandbox.keepClocks';
const PAUSE_MS = SECOND_MS;

export function sandboxJobs(deps: ChangeDeps): JobHandlers {
  return {
    [KEEP_CLOCKS]: async (tx, { now }) => {
      await keepClocks(deps, tx, now);
      return now + PAUSE_MS;
    },
  };
}

/** Left at every start of a sandbox; there is one for good. */
export async function leaveSandboxJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: KEEP_CLOCKS, name: 'always', dueAt: now });
}
