import type { ApiKeyId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';

export type CallCount = {
  readonly keyId: ApiKeyId;
  readonly api: string;
  readonly minute: Instant;
  /** Those that took from the limit, and those that found it used up. */
  readonly calls: number;
  readonly refused: number;
};

/** Adds to what other processes have counted. The counts must be sorted, so that two processes never wait for each other's rows. */
export async function addCallCounts(sql: Queryable, counts: readonly CallCount[]): Promise<void> {
  await sql.query(
    `insert into call_counts (key_id, api, minute, calls, refused)
     select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::integer[], $5::integer[])
     on conflict (key_id, api, minute) do update
       set calls = call_counts.calls + excluded.calls, refused = call_counts.refused + excluded.refused`,
    [
      counts.map(({ keyId }) => keyId),
      counts.map(({ api }) => api),
      counts.map(({ minute }) => timestamp(minute)),
      counts.map(({ calls }) => calls),
      counts.map(({ refused }) => refused),
    ],
  );
}

/** Sorted by their keys, for the same reason. */
export async function noteKeyUses(
  sql: Queryable,
  uses: readonly { readonly keyId: ApiKeyId; readonly at: Instant }[],
): Promise<void> {
  await sql.query(
    `insert into key_uses (key_id, last_used_at) select * from unnest($1::bigint[], $2::timestamptz[])
     on conflict (key_id) do update set last_used_at = greatest(key_uses.last_used_at, excluded.last_used_at)`,
    [uses.map(({ keyId }) => keyId), uses.map(({ at }) => timestamp(at))],
  );
}

/** What a key did since then, minute by minute, oldest first. */
export async function callCountsSince(sql: Queryable, keyId: ApiKeyId, since: Instant): Promise<readonly CallCount[]> {
  const rows = await sql.query<{ api: string; minute: Date; calls: number; refused: number }>(
    'select api, minute, calls, refused from call_counts where key_id = $1 and minute >= $2 order by minute',
    [keyId, timestamp(since)],
  );
  return rows.map(({ minute, ...row }) => ({ keyId, minute: minute.getTime(), ...row }));
}

/** The oldest of them; answers with how many. */
export async function deleteCountsUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from call_counts where ctid = any(array(
       select ctid from call_counts where minute < $1 order by minute limit $2
     )) returning 1`,
    [timestamp(until), most],
  );
  return rows.length;
}
