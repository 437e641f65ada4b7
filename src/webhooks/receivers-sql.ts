import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import type { Pace } from './rules/pace.ts';

export type Receiver = Pace & {
  readonly url: string | undefined;
  readonly disabledReason: string | undefined;
  readonly silentSince: Instant | undefined;
  readonly revision: number;
};
type ReceiverRow = {
  url: string | null;
  disabled_reason: string | null;
  silent_since: Date | null;
  failing_stream_id: string | null;
  failures: number;
  next_try_at: Date | null;
  revision: number;
};

function receiverFrom(row: ReceiverRow): Receiver {
  return {
    url: row.url ?? undefined,
    disabledReason: row.disabled_reason ?? undefined,
    silentSince: row.silent_since?.getTime(),
    failingStreamId: row.failing_stream_id ?? undefined,
    failures: row.failures,
    nextTryAt: row.next_try_at?.getTime(),
    revision: row.revision,
  };
}

const FIND_RECEIVER = `select url, disabled_reason, silent_since, failing_stream_id, failures, next_try_at, revision
  from webhook_receivers where partner_id = $1`;

export async function findReceiver(sql: Queryable, partnerId: PartnerId): Promise<Receiver | undefined> {
  const [row] = await sql.query<ReceiverRow>(FIND_RECEIVER, [partnerId]);
  return row === undefined ? undefined : receiverFrom(row);
}

export async function lockReceiver(tx: Transaction, partnerId: PartnerId): Promise<Receiver | undefined> {
  const [row] = await tx.query<ReceiverRow>(`${FIND_RECEIVER} for update`, [partnerId]);
  return row === undefined ? undefined : receiverFrom(row);
}

/** Without a URL nothing more is recorded for the partner, and what waits goes on waiting. */
export async function setReceiverUrl(
  tx: Transaction,
  partnerId: PartnerId,
  url: string | undefined,
  now: Instant,
): Promise<void> {
  await tx.query(
    `insert into webhook_receivers (partner_id, url, updated_at) values ($1, $2, $3)
     on conflict (partner_id) do update set url = $2, disabled_at = null, disabled_reason = null, silent_since = null,
       failing_stream_id = null, failures = 0, next_try_at = null, revision = webhook_receivers.revision + 1, updated_at = $3`,
    [partnerId, url ?? null, timestamp(now)],
  );
}

/** Something got through, so nothing is held against the receiver any more; unless it was replaced since. */
export async function clearSilence(sql: Queryable, partnerId: PartnerId, revision: number): Promise<void> {
  await sql.query(
    `update webhook_receivers set silent_since = null, failing_stream_id = null, failures = 0, next_try_at = null
     where partner_id = $1 and revision = $2`,
    [partnerId, revision],
  );
}

/** Nothing is held against these receivers, and nothing is tried until then. */
export async function pauseReceivers(tx: Transaction, partnerIds: readonly PartnerId[], until: Instant): Promise<void> {
  await tx.query(
    `update webhook_receivers set silent_since = null, failing_stream_id = null, failures = 0, next_try_at = $2
     where partner_id in (
       select partner_id from webhook_receivers where partner_id = any($1::bigint[]) order by partner_id for update)`,
    [partnerIds, timestamp(until)],
  );
}

export async function holdAgainstReceiver(
  tx: Transaction,
  partnerId: PartnerId,
  { silentSince, pace, disabledReason }: { silentSince: Instant; pace: Pace; disabledReason: string | undefined },
  now: Instant,
): Promise<void> {
  await tx.query(
    `update webhook_receivers set silent_since = $2, failing_stream_id = $3, failures = $4, next_try_at = $5,
       disabled_reason = $6::text, disabled_at = case when $6::text is null then null else $7::timestamptz end
     where partner_id = $1`,
    [
      partnerId,
      timestamp(silentSince),
      pace.failingStreamId ?? null,
      pace.failures,
      timestampOrNull(pace.nextTryAt),
      disabledReason ?? null,
      timestamp(now),
    ],
  );
}
