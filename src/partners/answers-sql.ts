import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';

/** By fingerprint, in hexadecimal; those of which nothing is remembered left out. */
export async function findAnswers(
  sql: Queryable,
  fingerprints: readonly Buffer[],
  since: Instant,
): Promise<ReadonlyMap<string, StoredAnswer>> {
  const rows = await sql.query<StoredAnswer & { fingerprint: Buffer }>(
    // Where the clocks of two processes differ, one may still know what the other has forgotten and done anew.
    `select distinct on (fingerprint) fingerprint, status, body from remembered_answers
     where fingerprint = any($1) and answered_at > $2 order by fingerprint, answered_at desc`,
    [fingerprints, timestamp(since)],
  );
  return new Map(rows.map(({ fingerprint, status, body }) => [fingerprint.toString('hex'), { status, body }]));
}

/** False while another transaction works on the same call. The lock ends with the transaction, however that ends. */
export async function tryLockCall(tx: Transaction, fingerprint: Buffer): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
    fingerprint.readBigInt64BE(0).toString(),
  ]);
  return row?.locked === true;
}

export async function insertAnswer(
  tx: Transaction,
  fingerprint: Buffer,
  answer: StoredAnswer,
  now: Instant,
): Promise<void> {
  await tx.query('insert into remembered_answers (fingerprint, status, body, answered_at) values ($1, $2, $3, $4)', [
    fingerprint,
    answer.status,
    answer.body,
    timestamp(now),
  ]);
}
