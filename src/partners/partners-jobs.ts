import { HOUR_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { forgetOldAnswers } from './safe-retry.ts';
import { sealSecretsAnew } from './seal-secrets-anew.ts';

const FORGET_ANSWERS = 'partners.forgetAnswers';
const SEAL_SECRETS = 'partners.sealSecrets';

export function partnerJobs(secretBox: SecretBox): JobHandlers {
  return {
    [FORGET_ANSWERS]: async (tx, { now }) => ((await forgetOldAnswers(tx, now)) ? now + HOUR_MS : now),
    [SEAL_SECRETS]: async (tx, { now, log }) => {
      const { finished, count } = await sealSecretsAnew(tx, secretBox);
      if (count > 0) log.info({ count }, 'secrets were sealed with the current master key');
      return finished ? undefined : now;
    },
  };
}

/** Left at every start: the first is there for good, the second looks whether the master key has changed. */
export async function leavePartnerJobs(tx: Transaction, now: number): Promise<void> {
  await leaveJob(tx, { kind: FORGET_ANSWERS, name: 'hourly', dueAt: now });
  await leaveJob(tx, { kind: SEAL_SECRETS, name: 'at start', dueAt: now });
}
