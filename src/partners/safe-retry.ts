import { createHash } from 'node:crypto';
import { DeliveryError } from '../foundation/errors.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Queryable, Transaction } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import type { AgingTable } from '../infrastructure/database/partitions.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';
import { findAnswers, insertAnswer, tryLockCall } from './answers-sql.ts';

const MEMORY_MS = DAY_MS;
const LARGEST_BATCH = 64;

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

export type Recall = (fingerprint: Buffer) => Promise<StoredAnswer | undefined>;

/** What was answered to a call before, in one read for all calls that arrive together. */
export function createRecall(database: Database, clock: Clock): Recall {
  return microBatch(LARGEST_BATCH, (fingerprints: readonly Buffer[]) => recall(database, fingerprints, clock.now()));
}

async function recall(sql: Queryable, fingerprints: readonly Buffer[], now: Instant) {
  const answers = await findAnswers(sql, fingerprints, now - MEMORY_MS);
  return fingerprints.map((fingerprint) => answers.get(fingerprint.toString('hex')));
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
    const [earlier] = await recall(tx, [fingerprint], now);
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
