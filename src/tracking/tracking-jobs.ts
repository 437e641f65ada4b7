import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { type NearMessageDeps, sendNearMessages } from './send-near-messages.ts';

const SEND_NEAR_MESSAGES = 'tracking.sendNearMessages';
const LOOK_EVERY_MS = 10 * SECOND_MS;

export function trackingJobs(deps: () => Promise<NearMessageDeps>): JobHandlers {
  return {
    [SEND_NEAR_MESSAGES]: async (_tx, { now }) => {
      await sendNearMessages(await deps(), now);
      return now + LOOK_EVERY_MS;
    },
  };
}

export async function leaveTrackingJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: SEND_NEAR_MESSAGES, name: 'every ten seconds', dueAt: now });
}
