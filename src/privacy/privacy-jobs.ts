import { HOUR_MS, type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { REMOVE_FILE } from './erase-deliveries.ts';
import { eraseEnded } from './erase-ended.ts';
import { ERASE_WHEN_ENDED, eraseWhenEnded } from './erase-person.ts';
import {
  ERASE_LATE_TRACES,
  ERASE_NAMED,
  eraseLateTraces,
  eraseNamed,
  type Named,
  type Traces,
} from './erase-traces.ts';

const ERASE_ENDED = 'privacy.eraseEnded';
/** Between two batches others have their turn, also where years are due at once. */
const NEXT_BATCH_MS = 1 * SECOND_MS;

export function privacyJobs(deps: { readonly files: FileStore; readonly personalDataDays: number }): JobHandlers {
  const { files, personalDataDays } = deps;
  return {
    [ERASE_ENDED]: async (tx, { now, log }) => {
      if (personalDataDays === 0) return now + HOUR_MS;
      const { count, isMoreDue } = await eraseEnded(tx, personalDataDays, now);
      if (count > 0) log.info({ count }, 'the personal data of deliveries that ended long ago was erased');
      return now + (isMoreDue ? NEXT_BATCH_MS : HOUR_MS);
    },
    [ERASE_WHEN_ENDED]: async (tx, { payload, now }) => {
      const waiting = payload as Parameters<typeof eraseWhenEnded>[1];
      return (await eraseWhenEnded(tx, waiting, now)) ? undefined : now + HOUR_MS;
    },
    [ERASE_NAMED]: async (tx, { payload }) => {
      await eraseNamed(tx, payload as Named);
      return undefined;
    },
    [ERASE_LATE_TRACES]: async (tx, { payload, now }) => {
      await eraseLateTraces(tx, payload as Traces, now);
      return undefined;
    },
    [REMOVE_FILE]: async (_tx, { payload }) => {
      await files.remove(String(payload.fileKey));
      return undefined;
    },
  };
}

/** Left at every start; there is one for good. */
export async function leavePrivacyJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: ERASE_ENDED, name: 'hourly', dueAt: now });
}
