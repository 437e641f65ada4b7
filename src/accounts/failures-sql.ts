import type { Instant } from '../foundation/time.ts';
import { type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Failure } from './rules/sign-in-limit.ts';

/** Two attempts at one email come one after the other. */
export async function lockEmail(tx: Transaction, emailHash: Buffer): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [emailHash.readBigInt64BE(0).toString()]);
}

export async function failuresSince(tx: Transaction, emailHash: Buffer, since: Instant): Promise<readonly Failure[]> {
  const rows = await tx.query<{ failed_at: Date; address: string }>(
    'select failed_at, address from sign_in_failures where email_hash = $1 and failed_at > $2',
    [emailHash, timestamp(since)],
  );
  return rows.map(({ failed_at, address }) => ({ at: failed_at.getTime(), address }));
}

export async function insertFailure(tx: Transaction, emailHash: Buffer, address: string, now: Instant) {
  const [row] = await tx.query<{ id: string }>(
    'insert into sign_in_failures (email_hash, address, failed_at) values ($1, $2, $3) returning id',
    [emailHash, address, timestamp(now)],
  );
  return (row as { id: string }).id;
}

export async function deleteFailure(tx: Transaction, id: string): Promise<void> {
  await tx.query('delete from sign_in_failures where id = $1', [id]);
}

export async function deleteFailuresFrom(tx: Transaction, emailHash: Buffer, address: string): Promise<void> {
  await tx.query('delete from sign_in_failures where email_hash = $1 and address = $2', [emailHash, address]);
}

export async function deleteFailuresUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from sign_in_failures where id = any(array(
       select id from sign_in_failures where failed_at <= $1 order by failed_at limit $2
     )) returning 1`,
    [timestamp(until), most],
  );
  return rows.length;
}
