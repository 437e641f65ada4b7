import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import { type EventChoice, type NewEvent, PORTAL_TYPES } from './rules/event.ts';
import type { EventKey } from './rules/event-id.ts';
import type { Pace } from './rules/pace.ts';
import type { PushFaults } from './rules/push-fault.ts';

/** Wakes those who send. */
export const WEBHOOKS_CHANNEL = 'webhooks';
const LEASING_LOCK = 5_910_016;

type Stream = {
  readonly streamId: string;
  readonly partnerId: PartnerId;
  /** How many events the stream has; whoever records into it holds the row that counts them. */
  readonly eventCount: number;
};

/**
 * Numbers the events on from those that the stream has, and answers with how many it has then. One that has to be chosen is left out where
 * the partner has not chosen it: without a number, so that the sequence has no gap.
 */
export async function recordEvents(
  tx: Transaction,
  stream: Stream,
  at: Instant,
  events: readonly NewEvent[],
): Promise<number> {
  return (await recordEventsOf(tx, [{ stream, at, events }])).get(stream.streamId) as number;
}

/** The same for several streams at once; how many events each has then. */
export async function recordEventsOf(
  tx: Transaction,
  told: readonly { readonly stream: Stream; readonly at: Instant; readonly events: readonly NewEvent[] }[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(told.map(({ stream }) => [stream.streamId, stream.eventCount]));
  const all = told.flatMap(({ stream, at, events }) => events.map((event) => ({ ...stream, at, ...event })));
  if (all.length === 0) return counts;
  const recorded = await tx.query<{ stream_id: string }>(
    `insert into events (stream_id, number, partner_id, type, data, created_at)
     select stream_id, known + row_number() over (partition by stream_id order by place), partner_id, type, data::json, at
     from unnest($1::timestamptz[], $2::bigint[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[])
       with ordinality as event(at, stream_id, known, partner_id, type, choice, data, place)
     where choice is null
       or choice = any((select choices from event_choices chosen where chosen.partner_id = event.partner_id)::text[])
     returning stream_id`,
    [
      all.map(({ at }) => timestamp(at)),
      all.map(({ streamId }) => streamId),
      all.map(({ eventCount }) => eventCount),
      all.map(({ partnerId }) => partnerId),
      all.map(({ type }) => type),
      all.map(({ choice }) => choice ?? null),
      all.map(({ data }) => JSON.stringify(data)),
    ],
  );
  for (const { stream_id } of recorded) counts.set(stream_id, (counts.get(stream_id) as number) + 1);
  return counts;
}

/** None where nothing was ever chosen. */
export async function eventChoicesOf(sql: Queryable, partnerId: PartnerId): Promise<readonly EventChoice[]> {
  const [row] = await sql.query<{ choices: EventChoice[] }>('select choices from event_choices where partner_id = $1', [
    partnerId,
  ]);
  return row?.choices ?? [];
}

export async function setEventChoices(
  sql: Queryable,
  partnerId: PartnerId,
  choices: readonly EventChoice[],
  now: Instant,
): Promise<void> {
  await sql.query(
    `insert into event_choices (partner_id, choices, updated_at) values ($1, $2, $3)
     on conflict (partner_id) do update set choices = $2, updated_at = $3`,
    [partnerId, choices, timestamp(now)],
  );
}

export async function areEventsUnsequenced(sql: Queryable): Promise<boolean> {
  const [row] = await sql.query<{ waiting: boolean }>('select exists (select from events_unsequenced) as waiting', []);
  return row?.waiting === true;
}

/** Whoever holds this is the only one who gives out places, until the transaction ends. */
export async function lockSequence(tx: Transaction): Promise<void> {
  await tx.query('select last_position from event_sequence for update', []);
}

/**
 * Gives a batch of committed events their places in the log, and a delivery to each that a receiver wants; answers with how many.
 * Within a stream the queue is in the order of the numbers: whoever records holds the row that counts them until the commit.
 * The lock must be taken by a statement before this one, so that this one sees what the last holder did.
 */
export async function sequenceEvents(tx: Transaction, now: Instant, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with taken as (
       delete from events_unsequenced where id in (select id from events_unsequenced order by id limit $2)
       returning id, stream_id, number
     ), last as (
       update event_sequence set last_position = last_position + (select count(*) from taken) returning last_position
     ), placed as materialized (
       select last_position - count(*) over () + row_number() over (order by taken.id) as position,
         event.partner_id, taken.stream_id, taken.number, event.type, event.created_at
       from taken join events event using (stream_id, number) cross join last
     ), logged as (
       insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
       select position, partner_id, stream_id, number, type, created_at, $1 from placed
     ), wanted as materialized (
       select placed.* from placed join webhook_receivers receiver on receiver.partner_id = placed.partner_id
       where receiver.url is not null and placed.type <> all($3::text[])
     ), pending as (
       insert into deliveries (position, stream_id, number) select position, stream_id, number from wanted
     ), streams as (
       insert into delivery_streams (stream_id, partner_id, due_at)
       select distinct stream_id, partner_id, $1::timestamptz from wanted order by stream_id
       on conflict (stream_id) do update set revision = delivery_streams.revision + 1
     )
     select count(*)::integer as count from placed`,
    [timestamp(now), most, PORTAL_TYPES],
  );
  return row?.count ?? 0;
}

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

export async function lockReceiver(tx: Transaction, partnerId: PartnerId): Promise<Receiver | undefined> {
  const [row] = await tx.query<ReceiverRow>(
    `select url, disabled_reason, silent_since, failing_stream_id, failures, next_try_at, revision
     from webhook_receivers where partner_id = $1 for update`,
    [partnerId],
  );
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

/** Everything that waits for this partner is due now, parked or not, with all its attempts ahead of it. */
export async function resumeStreams(tx: Transaction, partnerId: PartnerId, now: Instant): Promise<void> {
  await tx.query(
    `update delivery_streams set parked_reason = null, attempts = 0, first_attempt_at = null, due_at = $2, revision = revision + 1
     where stream_id in (select stream_id from delivery_streams where partner_id = $1 order by stream_id for update)`,
    [partnerId, timestamp(now)],
  );
}

export async function pushFaultsOf(sql: Queryable, partnerId: PartnerId): Promise<PushFaults | undefined> {
  const [row] = await sql.query<{ document: PushFaults }>('select document from webhook_faults where partner_id = $1', [
    partnerId,
  ]);
  return row?.document;
}

/** Events that have their places in the log already are spared. */
export async function replacePushFaults(
  tx: Transaction,
  partnerId: PartnerId,
  faults: PushFaults | undefined,
): Promise<void> {
  await (faults === undefined
    ? tx.query('delete from webhook_faults where partner_id = $1', [partnerId])
    : tx.query(
        `insert into webhook_faults (partner_id, document, after_position) select $1, $2, last_position from event_sequence
         on conflict (partner_id) do update set document = excluded.document, after_position = excluded.after_position`,
        [partnerId, JSON.stringify(faults)],
      ));
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

export async function wakeSenders(sql: Queryable): Promise<void> {
  await sql.query(`notify ${WEBHOOKS_CHANNEL}`);
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

/** Whoever holds this is the only one who leases, until the transaction ends. */
export async function lockLeasing(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LEASING_LOCK]);
}

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

/** An event that its partner's faults may befall, or the one after it in its stream. */
export type FaultyPush = {
  /** The event that was leased. */
  readonly leased: string;
  readonly position: string;
  readonly number: number;
  readonly type: string;
  readonly data: unknown;
  readonly since: Instant;
  readonly wasTried: boolean;
  /** Among the partner's events since the faults were set, counted from 1. */
  readonly place: number;
  readonly faults: PushFaults;
};

/** Of these events those whose partners have asked for faults, each followed by the next one of its stream where there is one. */
export async function findFaultyPushes(sql: Queryable, positions: readonly string[]): Promise<readonly FaultyPush[]> {
  const rows = await sql.query<Omit<FaultyPush, 'since'> & { since: Date }>(
    `select leased.position as leased, push.position, push.number, push.type, event.data, push.sequenced_at as since,
       delivery.attempts > 0 or delivery.state = 'delivered' as "wasTried", fault.document as faults,
       (select count(*)::integer from event_log
        where partner_id = fault.partner_id and position > fault.after_position and position <= push.position
          and type <> all($2::text[])) as place
     from event_log leased join webhook_faults fault using (partner_id)
       cross join lateral (
         select log.* from event_log log join deliveries using (position)
         where log.stream_id = leased.stream_id and log.number >= leased.number order by log.number limit 2
       ) push
       join deliveries delivery on delivery.position = push.position
       join events event on event.stream_id = push.stream_id and event.number = push.number
     where leased.position = any($1::bigint[]) and leased.position > fault.after_position
     order by leased.position, push.number`,
    [positions, PORTAL_TYPES],
  );
  return rows.map(({ since, ...push }) => ({ ...push, since: since.getTime() }));
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

export type Attempt = {
  readonly position: string;
  readonly streamId: string;
  /** Whoever comes after the lease has ended says nothing about the stream any more: it may be in other hands. */
  readonly leasedUntil: Instant;
  readonly at: Instant;
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The first bytes of the answer, or why there was none. */
  readonly answer: string;
};

/** Events that got through, or that nobody was to get (without a status), many at once; their streams go on with what comes next. */
export async function recordDelivered(sql: Queryable, attempts: readonly Attempt[], now: Instant): Promise<void> {
  await sql.query(
    `with attempt as (
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
     ), streams as (
       select stream_id from delivery_streams stream join attempt using (stream_id, leased_until)
       order by stream_id for update of stream
     )
     update delivery_streams set leased_until = null, due_at = $7, attempts = 0, first_attempt_at = null, parked_reason = null
     where stream_id in (select stream_id from streams)`,
    [
      attempts.map(({ position }) => position),
      attempts.map(({ streamId }) => streamId),
      attempts.map(({ at }) => timestamp(at)),
      attempts.map(({ status }) => status ?? null),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ answer }) => answer),
      timestamp(now),
      attempts.map(({ leasedUntil }) => timestamp(leasedUntil)),
    ],
  );
}

/** Something got through, so nothing is held against the receiver any more. */
export async function clearSilence(sql: Queryable, partnerId: PartnerId): Promise<void> {
  await sql.query(
    `update webhook_receivers set silent_since = null, failing_stream_id = null, failures = 0, next_try_at = null
     where partner_id = $1`,
    [partnerId],
  );
}

/** An event that did not get through, and when its stream is tried again. */
export async function recordFailure(
  tx: Transaction,
  attempt: Attempt,
  error: string,
  again: { readonly dueAt: Instant; readonly parkedReason: string | undefined },
): Promise<void> {
  await tx.query(
    `with recorded as (
       insert into delivery_attempts (position, attempted_at, status, duration_ms, answer) values ($1, $3, $4, $5, $6)
     ), failed as (
       update deliveries set attempts = attempts + 1, last_error = case when state = 'pending' then $7 end where position = $1
     )
     update delivery_streams set leased_until = null, attempts = attempts + 1,
       first_attempt_at = coalesce(first_attempt_at, $3), due_at = $8, parked_reason = $9
     where stream_id = $2 and leased_until = $10`,
    [
      attempt.position,
      attempt.streamId,
      timestamp(attempt.at),
      attempt.status ?? null,
      attempt.durationMs,
      attempt.answer,
      error,
      timestamp(again.dueAt),
      again.parkedReason ?? null,
      timestamp(attempt.leasedUntil),
    ],
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

export type LoggedEvent = EventKey & {
  readonly position: string;
  readonly type: string;
  readonly createdAt: Instant;
  readonly data: unknown;
  readonly delivery: Delivery | undefined;
};
export type Delivery = {
  readonly state: 'pending' | 'delivered';
  readonly attempts: number;
  readonly lastError: string | undefined;
  /** Why nothing is tried at present: its stream is parked, or the receiver is. */
  readonly parkedReason: string | undefined;
};
type LoggedRow = {
  position: string;
  stream_id: string;
  number: number;
  type: string;
  created_at: Date;
  data: unknown;
  state: Delivery['state'] | null;
  attempts: number;
  last_error: string | null;
  parked_reason: string | null;
};
const LOGGED = `
  select log.position, log.stream_id, log.number, log.type, log.created_at, event.data, delivery.state, delivery.attempts,
    delivery.last_error,
    case when delivery.state = 'pending' then coalesce(receiver.disabled_reason, stream.parked_reason,
      case when receiver.url is null then 'No webhook URL is set.' end) end as parked_reason
  from event_log log join events event on event.stream_id = log.stream_id and event.number = log.number
    left join deliveries delivery on delivery.position = log.position
    left join delivery_streams stream on stream.stream_id = log.stream_id
    left join webhook_receivers receiver on receiver.partner_id = log.partner_id`;

function loggedFrom(row: LoggedRow): LoggedEvent {
  return {
    position: row.position,
    streamId: row.stream_id,
    number: row.number,
    type: row.type,
    createdAt: row.created_at.getTime(),
    data: row.data,
    delivery:
      row.state === null
        ? undefined
        : {
            state: row.state,
            attempts: row.attempts,
            lastError: row.last_error ?? undefined,
            parkedReason: row.parked_reason ?? undefined,
          },
  };
}

/** A partner's events after a position, in the order of the log. */
export async function listEvents(
  sql: Queryable,
  partnerId: PartnerId,
  { after, since, limit }: { readonly after: string; readonly since: Instant; readonly limit: number },
): Promise<readonly LoggedEvent[]> {
  const rows = await sql.query<LoggedRow>(
    `${LOGGED}
     where log.partner_id = $1 and log.position > $2 and log.sequenced_at > $3 and log.type <> all($4::text[])
     order by log.position limit $5`,
    [partnerId, after, timestamp(since), PORTAL_TYPES, limit],
  );
  return rows.map(loggedFrom);
}

export async function findEvent(
  sql: Queryable,
  partnerId: PartnerId,
  { streamId, number }: EventKey,
  since: Instant,
): Promise<LoggedEvent | undefined> {
  const [row] = await sql.query<LoggedRow>(
    `${LOGGED}
     where log.stream_id = $2 and log.number = $3 and log.partner_id = $1 and log.sequenced_at > $4
       and log.type <> all($5::text[])`,
    [partnerId, streamId, number, timestamp(since), PORTAL_TYPES],
  );
  return row === undefined ? undefined : loggedFrom(row);
}

/** The attempts at these events, oldest first. */
export async function listAttempts(
  sql: Queryable,
  positions: readonly string[],
): Promise<readonly Omit<Attempt, 'streamId' | 'leasedUntil'>[]> {
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

/** Where a partner's events stand that are pushed, were recorded since a time, and are not delivered. */
export async function undeliveredSince(
  sql: Queryable,
  partnerId: PartnerId,
  since: Instant,
): Promise<readonly string[]> {
  const rows = await sql.query<{ position: string }>(
    `select log.position from event_log log
       left join deliveries delivery on delivery.position = log.position
     where log.partner_id = $1 and log.created_at >= $2 and log.type <> all($3::text[])
       and delivery.state is distinct from 'delivered'
     order by log.position`,
    [partnerId, timestamp(since), PORTAL_TYPES],
  );
  return rows.map(({ position }) => position);
}

/** Takes the oldest events out of everything, where they are of that time or before; answers with how many. */
export async function deleteEventsUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with old as materialized (
       select position, stream_id, number from (select * from event_log order by position limit $2) oldest
       where sequenced_at <= $1
     ), logged as (
       delete from event_log where position in (select position from old)
     ), delivered as (
       delete from deliveries where position in (select position from old)
     ), streams as (
       delete from delivery_streams stream where stream_id in (select stream_id from old) and not exists (
         select from deliveries
         where stream_id = stream.stream_id and state = 'pending' and position not in (select position from old))
     ), recorded as (
       delete from events using old where events.stream_id = old.stream_id and events.number = old.number
     )
     select count(*)::integer as count from old`,
    [timestamp(until), most],
  );
  return row?.count ?? 0;
}

export async function deleteAttemptsUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const rows = await tx.query(
    `delete from delivery_attempts where id in (
       select id from (select id, attempted_at from delivery_attempts order by id limit $2) oldest where attempted_at <= $1
     ) returning 1`,
    [timestamp(until), most],
  );
  return rows.length;
}
