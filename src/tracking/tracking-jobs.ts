import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { type NearMessageDeps, sendNearMessages } from './send-near-messages.ts';
import { deleteWordsBefore } from './tracking-sql.ts';

const SEND_NEAR_MESSAGES = 'tracking.sendNearMessages';
const LOOK_EVERY_MS = 10 * SECOND_MS;
const FORGET_WORDS = 'tracking.forgetWords';
/** After the delivery was placed, as long as the way of its driver. */
const WORDS_KEPT_MS = 90 * DAY_MS;
const FORGET_MOST = 1_000;

export function trackingJobs(deps: () => Promise<NearMessageDeps>): JobHandlers {
  return {
    [SEND_NEAR_MESSAGES]: async (_tx, { now }) => {
      await sendNearMessages(await deps(), now);
      return now + LOOK_EVERY_MS;
    },
    [FORGET_WORDS]: async (tx, { now }) => {
      const gone = await deleteWordsBefore(tx, smallestIdAt(now - WORDS_KEPT_MS), FORGET_MOST);
      return gone < FORGET_MOST ? now + DAY_MS : now;
    },
  };
}

export async function leaveTrackingJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: SEND_NEAR_MESSAGES, name: 'every ten seconds', dueAt: now });
  await leaveJob(tx, { kind: FORGET_WORDS, name: 'daily', dueAt: now });
}
