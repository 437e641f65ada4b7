import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { StoredAnswer } from '../infrastructure/http/stored-answer.ts';

export async function findAnswer(
  sql: Queryable,
  fingerprint: Buffer,
  since: Instant,
): Promise<StoredAnswer | undefined> {
  const [row] = await sql.query<StoredAnswer>(
    'select status, body from remembered_answers where fingerprint = $1 and answered_at > $2',
    [fingerprint, timestamp(since)],
  );
  return row;
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
  await tx.query(
    `insert into remembered_answers (fingerprint, status, body, answered_at) values ($1, $2, $3, $4)
     on conflict (fingerprint) do update set status = $2, body = $3, answered_at = $4`,
    [fingerprint, answer.status, answer.body, timestamp(now)],
  );
}

export async function deleteAnswersUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from remembered_answers where fingerprint = any(array(
       select fingerprint from remembered_answers where answered_at <= $1 order by answered_at limit $2
     )) returning 1`,
    [timestamp(until), most],
  );
  return rows.length;
}
