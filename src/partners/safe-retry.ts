import { createHash } from 'node:crypto';
import { DeliveryError } from '../foundation/errors.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import type { AgingTable } from '../infrastructure/database/partitions.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';
import { findAnswer, insertAnswer, tryLockCall } from './answers-sql.ts';

const MEMORY_MS = DAY_MS;

export type CallIdentity = { keyId: string; requestId: string; method: string; path: string; body: Buffer };

/** What makes two calls the same call. Each part is led by its length, so that no two lists of parts look alike. */
export function fingerprintOf({ keyId, requestId, method, path, body }: CallIdentity): Buffer {
  const hash = createHash('sha256');
  for (const part of [keyId, requestId, method, path, body]) {
    const bytes = Buffer.from(part);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest();
}

export function recallAnswer(database: Database, fingerprint: Buffer, now: Instant): Promise<StoredAnswer | undefined> {
  return findAnswer(database, fingerprint, now - MEMORY_MS);
}

/**
 * Runs `work` and remembers its answer in the same transaction: after a crash at any moment either both are there or
 * neither is. Two of the same call at once: the second is told to wait; right after the first, it gets the first's answer.
 */
export async function doOnce(
  database: Database,
  fingerprint: Buffer,
  now: Instant,
  work: (tx: Transaction) => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  return database.inTransaction(async (tx) => {
    if (!(await tryLockCall(tx, fingerprint))) throw new DeliveryError('ERR_REQUEST_IN_PROGRESS');
    const earlier = await findAnswer(tx, fingerprint, now - MEMORY_MS);
    if (earlier !== undefined) return { answer: earlier, replayed: true };
    const answer = await work(tx);
    await insertAnswer(tx, fingerprint, answer, now);
    return { answer, replayed: false };
  });
}

/** In days rather than weeks: every retry looks into all of them that an answer could be of. */
export const ANSWERS: AgingTable = {
  name: 'remembered_answers',
  stretchDays: 1,
  column: 'answered_at',
  valueAt: (instant) => new Date(instant).toISOString(),
  keptMs: MEMORY_MS,
};
