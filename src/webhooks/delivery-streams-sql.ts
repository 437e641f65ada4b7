import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { EventKey } from './rules/event-id.ts';

/** Wakes those who send. */
export const WEBHOOKS_CHANNEL = 'webhooks';

export async function wakeSenders(sql: Queryable): Promise<void> {
  await sql.query(`notify ${WEBHOOKS_CHANNEL}`);
}

const LEASING_LOCK = 5_910_016;

/** Whoever holds this is the only one who leases, until the transaction ends. */
export async function lockLeasing(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LEASING_LOCK]);
}

/** The next event of a stream, taken by one sender until the lease ends. */
export type Lease = EventKey & {
  readonly position: string;
  readonly partnerId: PartnerId;
  readonly type: string;
  readonly data: unknown;
  readonly leasedUntil: Instant;
  readonly attempts: number;
  readonly firstAttemptAt: Instant | undefined;
  readonly url: string;
  readonly receiverRevision: number;
  /** Something has failed since the last success. */
  readonly receiverIsSilent: boolean;
};
type LeaseRow = {
  stream_id: string;
  partner_id: PartnerId;
  revision: number;
  attempts: number;
  first_attempt_at: Date | null;
  url: string;
  receiver_revision: number;
  receiver_is_silent: boolean;
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
};
export type IdleStream = { readonly streamId: string; readonly revision: number };

/**
 * Leases the next events of streams that are due, first one for each receiver, then a second one for each, and so on, as far as the
 * receiver has places left: what any process has under way to it takes one. Also tells which of these streams have nothing left. The
 * lock must be taken by a statement before this one, so that this one sees the leases of the last holder.
 */
export async function leaseStreams(
  tx: Transaction,
  { now, until, most, perReceiver }: LeaseRequest,
): Promise<{ readonly leases: readonly Lease[]; readonly idle: readonly IdleStream[] }> {
  const rows = await tx.query<LeaseRow>(LEASE_STREAMS, [timestamp(now), timestamp(until), most, perReceiver]);
  return {
    leases: rows.filter(({ position }) => position !== null).map((row) => leaseFrom(row, until)),
    idle: rows
      .filter(({ position }) => position === null)
      .map(({ stream_id, revision }) => ({ streamId: stream_id, revision })),
  };
}

function leaseFrom(row: LeaseRow, leasedUntil: Instant): Lease {
  return {
    streamId: row.stream_id,
    number: row.number,
    position: row.position as string,
    partnerId: row.partner_id,
    type: row.type,
    data: row.data,
    leasedUntil,
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at?.getTime(),
    url: row.url,
    receiverRevision: row.receiver_revision,
    receiverIsSilent: row.receiver_is_silent,
  };
}

/** Goes from partner to partner by the index, so that what one of them has waiting costs the others nothing. */
const LEASE_STREAMS = `
  with recursive partners as (
    select min(partner_id) as partner_id from delivery_streams where parked_reason is null
    union all
    select (select min(partner_id) from delivery_streams where parked_reason is null and partner_id > partners.partner_id)
    from partners where partners.partner_id is not null
  ), ready as materialized (
    select receiver.partner_id, receiver.url, receiver.revision, receiver.silent_since, receiver.failing_stream_id,
      case when receiver.failures > 0 then 1 else $4::integer end - (
        select count(*) from delivery_streams where partner_id = receiver.partner_id and leased_until > $1
      ) as places
    from partners join webhook_receivers receiver using (partner_id)
    where receiver.url is not null and receiver.disabled_at is null
      and (receiver.next_try_at is null or receiver.next_try_at <= $1)
  ), due as materialized (
    select ready.*, stream.stream_id, stream.due_at from ready cross join lateral (
      select stream_id, due_at from delivery_streams
      where partner_id = ready.partner_id and parked_reason is null and due_at <= $1
        and (leased_until is null or leased_until <= $1)
      order by due_at limit greatest(ready.places, 0) for update skip locked
    ) stream
  ), chosen as materialized (
    select * from due order by row_number() over (partition by partner_id order by due_at), due_at limit $3
  ), leased as (
    update delivery_streams stream set leased_until = $2 from chosen where stream.stream_id = chosen.stream_id
    returning stream.stream_id, stream.partner_id, stream.revision, stream.attempts, stream.first_attempt_at, chosen.url,
      chosen.revision as receiver_revision,
      chosen.silent_since is not null or chosen.failing_stream_id is not null as receiver_is_silent
  )
  select leased.*, next.position, next.number, event.type, event.data
  from leased left join lateral (
    select position, number from deliveries
    where stream_id = leased.stream_id and state = 'pending' order by number limit 1
  ) next on true
  left join events event on event.stream_id = leased.stream_id and event.number = next.number`;

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

/** Puts streams away that have nothing left, unless something has come meanwhile; those are free again. */
export async function putStreamsAway(sql: Queryable, idle: readonly IdleStream[]): Promise<void> {
  await sql.query(
    `with idle as (
       select stream_id, idle.revision = stream.revision as is_idle
       from unnest($1::bigint[], $2::integer[]) as idle(stream_id, revision) join delivery_streams stream using (stream_id)
       order by stream_id for update of stream
     ), gone as (
       delete from delivery_streams stream using idle where stream.stream_id = idle.stream_id and is_idle
     )
     update delivery_streams stream set leased_until = null from idle where stream.stream_id = idle.stream_id and not is_idle`,
    [idle.map(({ streamId }) => streamId), idle.map(({ revision }) => revision)],
  );
}

/** Everything that waits for this partner is due now, parked or not, with all its attempts ahead of it. */
export async function resumeStreams(tx: Transaction, partnerId: PartnerId, now: Instant): Promise<void> {
  await tx.query(
    `update delivery_streams set parked_reason = null, attempts = 0, first_attempt_at = null, due_at = $2, revision = revision + 1
     where stream_id in (select stream_id from delivery_streams where partner_id = $1 order by stream_id for update)`,
    [partnerId, timestamp(now)],
  );
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

/** Puts events of a partner in line to be sent, delivered before or not; each stream starts with its lowest number. */
export async function lineUp(
  tx: Transaction,
  partnerId: PartnerId,
  positions: readonly string[],
  now: Instant,
): Promise<void> {
  await tx.query(
    `with event as (
       select position, stream_id, number from event_log where position = any($2::bigint[])
     ), pending as (
       insert into deliveries (position, stream_id, number) select position, stream_id, number from event order by position
       on conflict (position) do update set state = 'pending', delivered_at = null
     )
     insert into delivery_streams (stream_id, partner_id, due_at)
     select distinct stream_id, $1::bigint, $3::timestamptz from event order by stream_id
     on conflict (stream_id) do update set parked_reason = null, attempts = 0, first_attempt_at = null, due_at = $3,
       revision = delivery_streams.revision + 1`,
    [partnerId, positions, timestamp(now)],
  );
}
