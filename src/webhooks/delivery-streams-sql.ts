import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Announce } from '../infrastructure/database/announcer.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';

/** Wakes those who send. */
export const WEBHOOKS_CHANNEL = 'webhooks';

export function wakeSenders({ announce }: { readonly announce: Announce }): void {
  announce(WEBHOOKS_CHANNEL);
}

const LEASING_LOCK = 5_910_016;

/** Whoever holds this is the only one who leases, until the transaction ends. */
export async function lockLeasing(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LEASING_LOCK]);
}

/** An event that is to be sent. */
export type LeasedEvent = {
  readonly position: string;
  readonly number: number;
  readonly type: string;
  readonly data: unknown;
};

/** The next events of a stream, taken by one sender until the lease ends. */
export type Lease = {
  readonly streamId: string;
  readonly partnerId: PartnerId;
  readonly events: readonly [LeasedEvent, ...LeasedEvent[]];
  readonly leasedUntil: Instant;
  /** At the first of them. */
  readonly attempts: number;
  readonly firstAttemptAt: Instant | undefined;
  readonly url: string;
  readonly receiverRevision: number;
};
type LeaseRow = {
  stream_id: string;
  partner_id: PartnerId;
  turn: number;
  attempts: number;
  first_attempt_at: Date | null;
  url: string;
  receiver_revision: number;
  position: string | null;
  number: number;
  type: string;
  data: unknown;
};
export type LeaseRequest = {
  readonly now: Instant;
  readonly until: Instant;
  readonly most: number;
  readonly perReceiver: number;
  readonly perStream: number;
  /** Whose turn was last; the partner after it is looked at first. */
  readonly lastTurn: string;
};
type Leased = {
  readonly leases: readonly Lease[];
  /** Streams that have nothing left. */
  readonly idle: readonly string[];
  readonly lastTurn: string;
};

/**
 * Leases the next events of streams that are due. Receivers take turns: first one stream of each, and where that leaves room a second one
 * of each, and so on, as far as the receiver has places left: what any process has under way to it takes one. The lock must be taken by a
 * statement before this one, so that this one sees the leases of the last holder.
 */
export async function leaseStreams(
  tx: Transaction,
  { now, until, most, perReceiver, perStream, lastTurn }: LeaseRequest,
): Promise<Leased> {
  const values = [timestamp(now), timestamp(until), most, perReceiver, lastTurn, perStream];
  const rows = await tx.query<LeaseRow>(LEASE_STREAMS, values);
  const last = rows.reduce<LeaseRow | undefined>((a, b) => (a !== undefined && a.turn > b.turn ? a : b), undefined);
  const leases = new Map<string, LeaseRow[]>();
  for (const row of rows.filter(({ position }) => position !== null))
    leases.set(row.stream_id, [...(leases.get(row.stream_id) ?? []), row]);
  return {
    leases: [...leases.values()].map((events) => leaseFrom(events, until)),
    idle: rows.filter(({ position }) => position === null).map(({ stream_id }) => stream_id),
    lastTurn: last?.partner_id ?? lastTurn,
  };
}

/** Of the rows of one stream. */
function leaseFrom(rows: readonly LeaseRow[], leasedUntil: Instant): Lease {
  const row = rows[0] as LeaseRow;
  const events = rows.map(({ position, number, type, data }) => ({ position: position as string, number, type, data }));
  return {
    streamId: row.stream_id,
    partnerId: row.partner_id,
    events: events.sort((a, b) => a.number - b.number) as [LeasedEvent, ...LeasedEvent[]],
    leasedUntil,
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at?.getTime(),
    url: row.url,
    receiverRevision: row.receiver_revision,
  };
}

const IS_FREE = 'parked_reason is null and due_at <= $1 and (leased_until is null or leased_until <= $1)';

/**
 * Goes from partner to partner by the index, once round at most, so that what one of them has waiting costs the others nothing. The walk
 * ends where enough is found: nothing that reads it may sort. Living leases are counted in the order of the index, up to as many as matter:
 * a scan in that order clears leases that have gone out of its way, which one by bitmap would visit until the next vacuum.
 */
const LEASE_STREAMS = `
  with recursive walk as (
    select 0 as turn, $5::bigint as partner_id, false as is_past_end
    union all
    select turn + 1, coalesce(next.partner_id, 0), is_past_end or next.partner_id is null
    from walk left join lateral (
      select partner_id from delivery_streams where parked_reason is null and partner_id > walk.partner_id
      order by partner_id limit 1
    ) next on true
    where not is_past_end or next.partner_id <= $5
  ), first as materialized (
    select walk.turn, found.* from walk cross join lateral (
      select receiver.partner_id, receiver.url, receiver.revision as receiver_revision, stream.stream_id, open.places
      from webhook_receivers receiver cross join lateral (
        select case when receiver.failures > 0 then 1 else $4::integer end - count(*) as places
        from (
          select from delivery_streams where partner_id = receiver.partner_id and leased_until > $1
          order by leased_until limit $4
        ) living
      ) open cross join lateral (
        select stream_id from delivery_streams where partner_id = receiver.partner_id and open.places > 0 and ${IS_FREE}
        order by due_at limit 1 for update skip locked
      ) stream
      where receiver.partner_id = walk.partner_id and receiver.url is not null and receiver.disabled_at is null
        and (receiver.next_try_at is null or receiver.next_try_at <= $1)
      limit 1
    ) found
    where walk.turn > 0 limit $3
  ), further as materialized (
    select first.turn, first.partner_id, first.url, first.receiver_revision, stream.stream_id
    from first cross join lateral (
      select stream_id, due_at from delivery_streams
      where partner_id = first.partner_id and stream_id <> first.stream_id and ${IS_FREE}
      order by due_at limit first.places - 1 for update skip locked
    ) stream
    where (select count(*) from first) < $3
    order by row_number() over (partition by first.partner_id order by stream.due_at), stream.due_at
    limit $3 - (select count(*) from first)
  ), leased as (
    update delivery_streams stream set leased_until = $2
    from (
      select turn, stream_id, url, receiver_revision from first
      union all
      select turn, stream_id, url, receiver_revision from further
    ) chosen
    where stream.stream_id = chosen.stream_id
    returning stream.partner_id, stream.attempts, stream.first_attempt_at, chosen.*
  )
  select leased.*, next.* from leased left join lateral (
    select position, number, type, data from deliveries join events using (stream_id, number)
    where stream_id = leased.stream_id and state = 'pending' order by number limit $6
  ) next on true`;

/** The lease with the attempts that count by now: whoever has its events sent again begins anew, also while one is under way. */
export async function lockAttempts(tx: Transaction, lease: Lease): Promise<Lease> {
  const [row] = await tx.query<Pick<LeaseRow, 'attempts' | 'first_attempt_at'>>(
    'select attempts, first_attempt_at from delivery_streams where stream_id = $1 and leased_until = $2 for update',
    [lease.streamId, timestamp(lease.leasedUntil)],
  );
  if (row === undefined) return lease;
  return { ...lease, attempts: row.attempts, firstAttemptAt: row.first_attempt_at?.getTime() };
}

/** As if it had not been tried. */
export async function releaseStream(
  sql: Queryable,
  { streamId, leasedUntil }: Pick<Lease, 'streamId' | 'leasedUntil'>,
): Promise<void> {
  await sql.query('update delivery_streams set leased_until = null where stream_id = $1 and leased_until = $2', [
    streamId,
    timestamp(leasedUntil),
  ]);
}

export async function areStillLeased(sql: Queryable, leases: readonly Lease[]): Promise<readonly boolean[]> {
  const rows = await sql.query<{ is_leased: boolean }>(
    `select stream.stream_id is not null as is_leased
     from unnest($1::bigint[], $2::timestamptz[]) with ordinality as lease(stream_id, leased_until, place)
       left join delivery_streams stream using (stream_id, leased_until)
     order by place`,
    [leases.map(({ streamId }) => streamId), leases.map(({ leasedUntil }) => timestamp(leasedUntil))],
  );
  return rows.map(({ is_leased }) => is_leased);
}

/** Of leases that end at one of these times: all but those of which somebody takes care. */
export async function releaseLost(
  tx: Transaction,
  endings: readonly Instant[],
  caredFor: readonly Lease[],
): Promise<void> {
  await tx.query(
    `update delivery_streams set leased_until = null
     where stream_id in (
       select stream_id from delivery_streams where leased_until = any($1::timestamptz[]) and stream_id <> all($2::bigint[])
       order by stream_id for update)`,
    [endings.map(timestamp), caredFor.map(({ streamId }) => streamId)],
  );
}

/** Lets streams go untried, to be looked at again at that time. */
export async function postponeStreams(
  sql: Queryable,
  streams: readonly { readonly lease: Lease; readonly dueAt: Instant }[],
): Promise<void> {
  await sql.query(
    `with postponed as (
       select stream_id, postponed.due_at
       from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as postponed(stream_id, leased_until, due_at)
         join delivery_streams stream using (stream_id, leased_until)
       order by stream_id for update of stream
     )
     update delivery_streams stream set leased_until = null, due_at = postponed.due_at
     from postponed where stream.stream_id = postponed.stream_id`,
    [
      streams.map(({ lease }) => lease.streamId),
      streams.map(({ lease }) => timestamp(lease.leasedUntil)),
      streams.map(({ dueAt }) => timestamp(dueAt)),
    ],
  );
}

/** Lets what was leased until then go untried, and gives all that waits for these partners all its attempts, from now on. */
export async function beginAnew(
  tx: Transaction,
  partnerIds: readonly PartnerId[],
  leasedUntil: Instant,
  now: Instant,
): Promise<void> {
  await tx.query(
    `update delivery_streams
     set leased_until = nullif(leased_until, $2), attempts = 0, first_attempt_at = null, due_at = least(due_at, $3)
     where stream_id in (
       select stream_id from delivery_streams
       where partner_id = any($1::bigint[]) and parked_reason is null and (attempts > 0 or leased_until = $2)
       order by stream_id for update)`,
    [partnerIds, timestamp(leasedUntil), timestamp(now)],
  );
}

/**
 * Puts streams away that have nothing left, and frees the others. What has come since this statement began to look is not seen by it, but
 * has raised the revision.
 */
export async function putStreamsAway(sql: Queryable, streamIds: readonly string[]): Promise<void> {
  await sql.query(
    `with seen as materialized (
       select stream_id, revision from delivery_streams where stream_id = any($1::bigint[])
     ), stream as materialized (
       select stream_id, revision from delivery_streams where stream_id = any($1::bigint[]) order by stream_id for update
     ), gone as (
       delete from delivery_streams using stream join seen using (stream_id, revision)
       where delivery_streams.stream_id = stream.stream_id and not exists (
         select from deliveries where stream_id = stream.stream_id and state = 'pending')
       returning delivery_streams.stream_id
     )
     update delivery_streams set leased_until = null
     where stream_id in (select stream_id from stream except select stream_id from gone)`,
    [streamIds],
  );
}

/**
 * The next of the streams that wait for this partner, after one of them, are due now, parked or not, with all their attempts ahead of
 * them. Answers with the last one, or undefined where no more can follow.
 */
export async function resumeStreams(
  tx: Transaction,
  { partnerId, after }: { readonly partnerId: PartnerId; readonly after: string },
  most: number,
  now: Instant,
): Promise<string | undefined> {
  const [row] = await tx.query<{ count: number; last: string | null }>(
    `with next as materialized (
       select stream_id from delivery_streams where partner_id = $1 and stream_id > $2 order by stream_id limit $3 for update
     ), resumed as (
       update delivery_streams set parked_reason = null, attempts = 0, first_attempt_at = null, due_at = $4, revision = revision + 1
       where stream_id in (select stream_id from next)
     )
     select count(*)::integer as count, max(stream_id) as last from next`,
    [partnerId, after, most, timestamp(now)],
  );
  return row?.count === most ? (row.last ?? undefined) : undefined;
}

/** Whatever was put off before its first attempt is due now. */
export async function resumeUntried(tx: Transaction, partnerId: PartnerId, now: Instant): Promise<void> {
  await tx.query(
    `update delivery_streams set due_at = $2
     where stream_id in (
       select stream_id from delivery_streams
       where partner_id = $1 and parked_reason is null and attempts = 0 and due_at > $2 order by stream_id for update)`,
    [partnerId, timestamp(now)],
  );
}

/**
 * Puts events of a partner in line to be sent, each stream from its lowest number on: those that are delivered too, where they are to go
 * out again, and otherwise not, also where they got through a moment ago.
 */
export async function lineUp(
  tx: Transaction,
  partnerId: PartnerId,
  positions: readonly string[],
  now: Instant,
  { again }: { readonly again: boolean },
): Promise<void> {
  await tx.query(
    `with event as (
       select position, stream_id, number from event_log where position = any($2::bigint[])
     ), pending as (
       insert into deliveries (position, stream_id, number) select position, stream_id, number from event order by position
       on conflict (position) do update set state = 'pending', delivered_at = null where $4
     )
     insert into delivery_streams (stream_id, partner_id, due_at)
     select distinct stream_id, $1::bigint, $3::timestamptz from event order by stream_id
     on conflict (stream_id) do update set parked_reason = null, attempts = 0, first_attempt_at = null, due_at = $3,
       revision = delivery_streams.revision + 1`,
    [partnerId, positions, timestamp(now), again],
  );
}
