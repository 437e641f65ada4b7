import { HOUR_MS, type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { keepStretches } from '../infrastructure/database/partitions.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { ATTEMPTS, forgetEvents } from './forget-events.ts';
import { recoverRest } from './recover-events.ts';
import { type PushedSince, RECOVER_REST } from './rules/recovery.ts';
import { RESUME_REST, type Resumption, resumeFrom } from './set-webhook.ts';

const FORGET_EVENTS = 'webhooks.forgetEvents';
const KEEP_ATTEMPTS = 'webhooks.keepAttempts';

export function webhookJobs(): JobHandlers {
  return {
    [FORGET_EVENTS]: async (tx, { now }) => ((await forgetEvents(tx, now)) ? now + HOUR_MS : now),
    [KEEP_ATTEMPTS]: (tx, { now }) => keepStretches(tx, ATTEMPTS, now),
    [RECOVER_REST]: async (tx, { payload, now }) => {
      await recoverRest(tx, payload as PushedSince, now);
      return undefined;
    },
    [RESUME_REST]: async (tx, { payload, now }) => {
      await resumeFrom(tx, payload as Resumption, now);
      return undefined;
    },
  };
}

/** Left at every start; there is one of each for good. */
export async function leaveWebhookJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: FORGET_EVENTS, name: 'hourly', dueAt: now });
  await leaveJob(tx, { kind: KEEP_ATTEMPTS, name: 'daily', dueAt: now + MINUTE_MS });
}
