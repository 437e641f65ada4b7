import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';

export type Attempt = {
  readonly position: string;
  readonly at: Instant;
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The first bytes of the answer, or why there was none. */
  readonly answer: string;
};

/** Events of one stream that got through, or that nobody was to get (without a status). */
export type Delivered = {
  readonly streamId: string;
  /** The partner whose receiver has answered; undefined where it was not asked. */
  readonly answeredBy: PartnerId | undefined;
  /** Whoever comes after the lease has ended says nothing about the stream any more: it may be in other hands. Undefined: it goes on. */
  readonly leasedUntil: Instant | undefined;
  readonly attempts: readonly Attempt[];
};

/**
 * What got through, of many streams at once. The streams go on with what comes next, or are put away: what has come since this statement
 * began to look is not seen by it, but has raised the revision. Answers with those against whose receiver something is held still.
 */
export async function recordDelivered(
  sql: Queryable,
  runs: readonly Delivered[],
  now: Instant,
): Promise<ReadonlySet<PartnerId>> {
  const all = runs.flatMap(({ attempts, ...run }) => attempts.map((attempt) => ({ ...run, ...attempt })));
  const rows = await sql.query<{ partner_id: PartnerId }>(
    `with attempt as materialized (
       select * from unnest(
         $1::bigint[], $2::bigint[], $3::timestamptz[], $4::smallint[], $5::integer[], $6::text[], $8::timestamptz[])
         as attempt(position, stream_id, attempted_at, status, duration_ms, answer, leased_until)
     ), recorded as (
       insert into delivery_attempts (position, attempted_at, status, duration_ms, answer)
       select position, attempted_at, status, duration_ms, answer from attempt
     ), delivered as (
       update deliveries delivery set state = 'delivered', delivered_at = $7, attempts = attempts + 1,
         last_error = case when attempt.status is null then attempt.answer end
       from attempt where delivery.position = attempt.position
     ), run as materialized (
       select stream_id, leased_until, array_agg(position) as positions from attempt group by stream_id, leased_until
     ), seen as materialized (
       select stream_id, revision from delivery_streams where stream_id = any($2::bigint[])
     ), stream as materialized (
       select stream_id, revision, positions from delivery_streams stream join run using (stream_id, leased_until)
       order by stream_id for update of stream
     ), gone as (
       delete from delivery_streams using stream join seen using (stream_id, revision)
       where delivery_streams.stream_id = stream.stream_id and not exists (
         select from deliveries
         where stream_id = stream.stream_id and state = 'pending' and position <> all(stream.positions))
       returning delivery_streams.stream_id
     ), going_on as (
       update delivery_streams set leased_until = null, due_at = $7, attempts = 0, first_attempt_at = null, parked_reason = null
       where stream_id in (select stream_id from stream except select stream_id from gone)
     )
     select partner_id from webhook_receivers
     where partner_id = any($9::bigint[])
       and (silent_since is not null or failing_stream_id is not null or next_try_at is not null)`,
    [
      all.map(({ position }) => position),
      all.map(({ streamId }) => streamId),
      all.map(({ at }) => timestamp(at)),
      all.map(({ status }) => status ?? null),
      all.map(({ durationMs }) => durationMs),
      all.map(({ answer }) => answer),
      timestamp(now),
      all.map(({ leasedUntil }) => timestampOrNull(leasedUntil)),
      runs.flatMap(({ answeredBy }) => answeredBy ?? []),
    ],
  );
  return new Set(rows.map((row) => row.partner_id));
}

/** What is known of the stream when one of its events did not get through, and when it is tried again. */
type Again = {
  readonly streamId: string;
  readonly leasedUntil: Instant;
  /** With this one. */
  readonly attempts: number;
  readonly firstAttemptAt: Instant;
  readonly dueAt: Instant;
  readonly parkedReason: string | undefined;
};

export async function recordFailure(tx: Transaction, attempt: Attempt, error: string, again: Again): Promise<void> {
  await tx.query(
    `with recorded as (
       insert into delivery_attempts (position, attempted_at, status, duration_ms, answer) values ($1, $3, $4, $5, $6)
     ), failed as (
       update deliveries set attempts = attempts + 1, last_error = case when state = 'pending' then $7 end where position = $1
     )
     update delivery_streams set leased_until = null, attempts = $11, first_attempt_at = $12, due_at = $8, parked_reason = $9
     where stream_id = $2 and leased_until = $10`,
    [
      attempt.position,
      again.streamId,
      timestamp(attempt.at),
      attempt.status ?? null,
      attempt.durationMs,
      attempt.answer,
      error,
      timestamp(again.dueAt),
      again.parkedReason ?? null,
      timestamp(again.leasedUntil),
      again.attempts,
      timestamp(again.firstAttemptAt),
    ],
  );
}

/** Why these events are not even tried. */
export async function recordObstacle(tx: Transaction, positions: readonly string[], obstacle: string): Promise<void> {
  await tx.query(
    `update deliveries set last_error = $2
     where position = any($1::bigint[]) and state = 'pending' and last_error is distinct from $2`,
    [positions, obstacle],
  );
}

/** The attempts at these events, oldest first. */
export async function listAttempts(sql: Queryable, positions: readonly string[]): Promise<readonly Attempt[]> {
  const rows = await sql.query<{
    position: string;
    attempted_at: Date;
    status: number | null;
    duration_ms: number;
    answer: string;
  }>(
    `select position, attempted_at, status, duration_ms, answer from delivery_attempts
     where position = any($1::bigint[]) order by id`,
    [positions],
  );
  return rows.map((row) => ({
    position: row.position,
    at: row.attempted_at.getTime(),
    status: row.status ?? undefined,
    durationMs: row.duration_ms,
    answer: row.answer,
  }));
}
