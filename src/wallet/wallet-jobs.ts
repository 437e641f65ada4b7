import { type Instant, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { sealBooks } from './seal-books.ts';

const SEAL_BOOKS = 'wallet.sealBooks';
const PAUSE_MS = 5 * SECOND_MS;

export function walletJobs(): JobHandlers {
  return { [SEAL_BOOKS]: async (tx, { now }) => ((await sealBooks(tx)) ? now + PAUSE_MS : now) };
}

/** Left at every start; there is one for good. */
export async function leaveWalletJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: SEAL_BOOKS, name: 'always', dueAt: now });
}
