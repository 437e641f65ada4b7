import { DAY_MS, HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import type { Messages } from '../infrastructure/messages.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { deleteFailuresUntil } from './failures-sql.ts';
import { makeResetLink, type ResetWish, SEND_RESET } from './forgotten-password.ts';
import { deleteLinksBefore } from './links-sql.ts';
import { FAILURES_COUNT_MS } from './rules/sign-in-limit.ts';
import { sealFactorsAnew } from './seal-factors-anew.ts';
import { sendLink } from './send-link.ts';
import { deleteSessionsBefore } from './sessions-sql.ts';

const FORGET = 'accounts.forget';
const SEAL_FACTORS = 'accounts.sealFactors';
const SESSIONS_KEPT_MS = 90 * DAY_MS;
const LINKS_KEPT_MS = 30 * DAY_MS;
const BATCH = 1_000;

type Deps = {
  readonly database: Database;
  readonly random: Random;
  readonly secretBox: SecretBox;
  readonly messages: Messages;
  readonly publicUrl: string;
};

export function accountJobs(deps: Deps): JobHandlers {
  return {
    [FORGET]: async (tx, { now }) => {
      const counts = [
        await deleteFailuresUntil(tx, now - FAILURES_COUNT_MS, BATCH),
        await deleteLinksBefore(tx, now - LINKS_KEPT_MS, BATCH),
        await deleteSessionsBefore(tx, now - SESSIONS_KEPT_MS, BATCH),
      ];
      return Math.max(...counts) < BATCH ? now + HOUR_MS : now;
    },
    [SEAL_FACTORS]: async (tx, { now, log }) => {
      const { finished, count } = await sealFactorsAnew(tx, deps.secretBox);
      if (count > 0) log.info({ count }, 'second factors were sealed with the current master key');
      return finished ? undefined : now;
    },
    // In a transaction of its own, so that nothing is locked while the message is on its way.
    [SEND_RESET]: async (_tx, { payload, now, log }) => {
      const made = await deps.database.inTransaction((tx) => makeResetLink(deps, tx, payload as ResetWish, now));
      if (made === undefined) return undefined;
      log.info({ personId: made.person.id }, 'a link for a forgotten password is sent');
      void sendLink(deps.messages, made.person, made.link);
      return undefined;
    },
  };
}

/** Left at every start: the first is there for good, the second looks whether the master key has changed. */
export async function leaveAccountJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: FORGET, name: 'hourly', dueAt: now });
  await leaveJob(tx, { kind: SEAL_FACTORS, name: 'at start', dueAt: now });
}
