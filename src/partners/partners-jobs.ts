import { smallestIdAt } from '../foundation/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type AgingTable, keepStretches } from '../infrastructure/database/partitions.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { deleteCountsUntil } from './call-counts-sql.ts';
import { COUNTS_KEPT_MS } from './read-usage.ts';
import { ANSWERS } from './safe-retry.ts';
import { sealSecretsAnew } from './seal-secrets-anew.ts';

const KEEP_ANSWERS = 'partners.keepAnswers';
const SEAL_SECRETS = 'partners.sealSecrets';
const KEEP_REQUEST_LOG = 'partners.keepRequestLog';
const FORGET_COUNTS = 'partners.forgetCounts';
const FORGET_MOST = 10_000;

type PartnerJobDeps = { readonly secretBox: SecretBox; readonly requestLogDays: number };

export function partnerJobs({ secretBox, requestLogDays }: PartnerJobDeps): JobHandlers {
  const requestLog: AgingTable = {
    name: 'request_log',
    stretchDays: 1,
    column: 'id',
    valueAt: smallestIdAt,
    keptMs: requestLogDays * DAY_MS,
  };
  return {
    [KEEP_ANSWERS]: (tx, { now }) => keepStretches(tx, ANSWERS, now),
    [SEAL_SECRETS]: async (tx, { now, log }) => {
      const { finished, count } = await sealSecretsAnew(tx, secretBox);
      if (count > 0) log.info({ count }, 'secrets were sealed with the current master key');
      return finished ? undefined : now;
    },
    [KEEP_REQUEST_LOG]: (tx, { now }) => keepStretches(tx, requestLog, now),
    [FORGET_COUNTS]: async (tx, { now }) => {
      const gone = await deleteCountsUntil(tx, now - COUNTS_KEPT_MS, FORGET_MOST);
      return gone < FORGET_MOST ? now + HOUR_MS : now;
    },
  };
}

/** Left at every start; they are there for good, but for the one that looks whether the master key has changed. */
export async function leavePartnerJobs(tx: Transaction, now: number): Promise<void> {
  await leaveJob(tx, { kind: KEEP_ANSWERS, name: 'daily', dueAt: now + MINUTE_MS });
  await leaveJob(tx, { kind: SEAL_SECRETS, name: 'at start', dueAt: now });
  await leaveJob(tx, { kind: KEEP_REQUEST_LOG, name: 'daily', dueAt: now + MINUTE_MS });
  await leaveJob(tx, { kind: FORGET_COUNTS, name: 'hourly', dueAt: now });
}
