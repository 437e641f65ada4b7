import { HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { forgetEvents } from './forget-events.ts';

const FORGET_EVENTS = 'webhooks.forgetEvents';

export function webhookJobs(): JobHandlers {
  return { [FORGET_EVENTS]: async (tx, { now }) => ((await forgetEvents(tx, now)) ? now + HOUR_MS : now) };
}

/** Left at every start; there is one for good. */
export async function leaveWebhookJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: FORGET_EVENTS, name: 'hourly', dueAt: now });
}
