import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { lookStepByStep } from '../infrastructure/database/step-by-step-sql.ts';
import { isNamedJobLeft } from '../infrastructure/jobs/jobs-sql.ts';
import { findReceiver } from './receivers-sql.ts';
import { PORTAL_TYPES } from './rules/event.ts';
import { ERA, type EventKey, type PlacedEvent } from './rules/event-id.ts';
import { RECOVER_REST } from './rules/recovery.ts';

export async function areEventsUnsequenced(sql: Queryable): Promise<boolean> {
  const [row] = await sql.query<{ waiting: boolean }>('select exists (select from events_unsequenced) as waiting', []);
  return row?.waiting === true;
}

/** After a restore: partners have read further than this log goes, and know events that it has lost; what comes now must come after them. */
export async function beginNextEra(tx: Transaction): Promise<void> {
  await tx.query('update event_sequence set last_position = (last_position / $1 + 1) * $1', [ERA]);
}

/** What follows in the transaction looks things up by their keys, also where the plan was made when the tables were almost empty. */
const BY_KEY = "set_config('enable_seqscan', 'off', true)";

/** Whoever holds this is the only one who gives out places, until the transaction ends. Answers with the last place that was given out. */
export async function lockSequence(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ last: string }>(
    `select last_position as last, ${BY_KEY} from event_sequence for update`,
    [],
  );
  return row?.last ?? '0';
}

/** The same where something waits for its place; false where nothing does. */
export async function lockSequenceIfWaited(tx: Transaction): Promise<boolean> {
  const rows = await tx.query(
    `select ${BY_KEY} from event_sequence where exists (select from events_unsequenced) for update`,
    [],
  );
  return rows.length > 0;
}

export const MOST_SEQUENCED = 1_000;
export const IS_TOLD = `type <> all('{${PORTAL_TYPES.join(',')}}')`;

/**
 * Gives a batch of committed events their places in the log, and a delivery to each that a receiver wants; answers with how many, and
 * whether anybody's recovery is under way.
 * Within a stream the queue is in the order of the numbers: whoever records holds the row that counts them until the commit.
 * The lock must be taken by a statement before this one, so that this one sees what the last holder did. Events and receivers are looked
 * up by their keys: a join would be planned for a batch that is full, and read the whole table for a handful. Nothing that the planner
 * could look at is a parameter, so it plans once.
 */
export async function sequenceEvents(
  tx: Transaction,
  now: Instant,
): Promise<{ readonly count: number; readonly isRecovering: boolean }> {
  const [row] = await tx.query<{ count: number; is_recovering: boolean }>(
    `with taken as (
       delete from events_unsequenced where id = any(array(select id from events_unsequenced order by id limit ${MOST_SEQUENCED}))
       returning id, stream_id, number
     ), last as (
       update event_sequence set last_position = last_position + (select count(*) from taken) returning last_position
     ), placed as materialized (
       select last_position - count(*) over () + row_number() over (order by taken.id) as position,
         event.partner_id, taken.stream_id, taken.number, event.type, event.created_at
       from last cross join taken cross join lateral (
         select partner_id, type, created_at from events
         where stream_id = taken.stream_id and number = taken.number limit 1
       ) event
     ), logged as (
       insert into event_log (position, partner_id, stream_id, number, type, created_at, sequenced_at)
       select position, partner_id, stream_id, number, type, created_at, $1 from placed
     ), wanted as materialized (
       select placed.* from placed cross join lateral (
         select from webhook_receivers where partner_id = placed.partner_id and url is not null limit 1
       ) receiver
       where placed.${IS_TOLD}
     ), pending as (
       insert into deliveries (position, stream_id, number) select position, stream_id, number from wanted
     ), streams as (
       insert into delivery_streams (stream_id, partner_id, due_at)
       select distinct stream_id, partner_id, $1::timestamptz from wanted order by stream_id
       on conflict (stream_id) do update set revision = delivery_streams.revision + 1
     )
     select count(*)::integer as count, ${isNamedJobLeft(RECOVER_REST)} as is_recovering from placed`,
    [timestamp(now)],
  );
  return { count: row?.count ?? 0, isRecovering: row?.is_recovering === true };
}

export type LoggedEvent = PlacedEvent & {
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
/** The rows of the log are found first, so that nothing is joined to more than a page of them. */
const logged = (found: string, order = '') => `
  select log.position, log.stream_id, log.number, log.type, log.created_at, event.data, delivery.state, delivery.attempts,
    delivery.last_error,
    case when delivery.state = 'pending' then coalesce(receiver.disabled_reason, stream.parked_reason,
      case when receiver.url is null then 'No webhook URL is set.' end) end as parked_reason
  from (
    select * from event_log where ${found}
  ) log join events event on event.stream_id = log.stream_id and event.number = log.number
    left join deliveries delivery on delivery.position = log.position
    left join delivery_streams stream on stream.stream_id = log.stream_id
    left join webhook_receivers receiver on receiver.partner_id = log.partner_id
  order by log.position ${order}`;
const LIST_EVENTS = logged(
  `${only('partner_id', '$1')} and position > $2 and sequenced_at > $3 and ${IS_TOLD} order by partner_id, position limit $4`,
);
const LIST_STREAM = logged(`stream_id = $1 and ${IS_TOLD} order by number desc limit $2`);
const FIND_OWN = 'stream_id = $2 and number = $3 and partner_id = $1 and sequenced_at > $4';
const FIND_OWN_EVENT = logged(FIND_OWN);
const LOOK_AT_EVENTS = logged('position = any($1::bigint[])', 'desc');
const FIND_EVENT = logged(`${FIND_OWN} and ${IS_TOLD}`);

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
  const rows = await sql.queryByValues<LoggedRow>(LIST_EVENTS, [partnerId, after, timestamp(since), limit]);
  return rows.map(loggedFrom);
}

/** The latest events of an order, a parcel or a wallet, in the order of the log, however old. */
export async function eventsOfStream(sql: Queryable, streamId: string, most = 200): Promise<readonly LoggedEvent[]> {
  return (await sql.query<LoggedRow>(LIST_STREAM, [streamId, most])).map(loggedFrom);
}

export async function findEvent(
  sql: Queryable,
  partnerId: PartnerId,
  { streamId, number }: EventKey,
  since: Instant,
): Promise<LoggedEvent | undefined> {
  const [row] = await sql.query<LoggedRow>(FIND_EVENT, [partnerId, streamId, number, timestamp(since)]);
  return row === undefined ? undefined : loggedFrom(row);
}

/** What a partner looks for in its own log, where also those events are that are told to nobody. */
export type EventFilter = {
  readonly type: string | undefined;
  readonly status: 'delivered' | 'waiting' | 'parked' | undefined;
  readonly streamId: string | undefined;
  readonly since: Instant | undefined;
  readonly until: Instant | undefined;
};

const IS_DELIVERED = `(select state from deliveries delivery where delivery.position = event_log.position) = 'delivered'`;

/** Where the receiver is off all that wait are parked; otherwise there is an index of the streams that are, and of the others. */
async function foundByStatus(
  sql: Queryable,
  partnerId: PartnerId,
  status: EventFilter['status'],
): Promise<readonly string[]> {
  if (status !== 'waiting' && status !== 'parked') return [];
  const receiver = await findReceiver(sql, partnerId);
  const isOff = receiver?.url === undefined || receiver.disabledReason !== undefined;
  const isParked = status === 'parked';
  return [
    `position in (
       select delivery.position from delivery_streams stream
         join deliveries delivery on delivery.stream_id = stream.stream_id and delivery.state = 'pending'
       where stream.partner_id = $1 and ${isOff ? isParked : `stream.parked_reason is ${isParked ? 'not null' : 'null'}`})`,
  ];
}

/** Newest first; `before` is the `next` of the page before. A page may hold less than its limit, or nothing, and still have a next one. */
export async function browseEvents(
  sql: Queryable,
  partnerId: PartnerId,
  filter: EventFilter,
  {
    before,
    keptSince,
    limit,
  }: { readonly before: string | undefined; readonly keptSince: Instant; readonly limit: number },
): Promise<{ readonly events: readonly LoggedEvent[]; readonly next: string | null }> {
  const values: unknown[] = [partnerId, timestamp(keptSince)];
  const given = (value: unknown) => `$${values.push(value)}`;
  const found = [
    only('partner_id', '$1'),
    ...(before === undefined ? [] : [`position < ${given(before)}`]),
    ...(filter.streamId === undefined ? [] : [`stream_id = ${given(filter.streamId)}`]),
    ...(await foundByStatus(sql, partnerId, filter.status)),
  ];
  const wanted = [
    'sequenced_at > $2',
    ...(filter.type === undefined ? [] : [`type = ${given(filter.type)}`]),
    ...(filter.since === undefined ? [] : [`created_at >= ${given(timestamp(filter.since))}`]),
    ...(filter.until === undefined ? [] : [`created_at < ${given(timestamp(filter.until))}`]),
    ...(filter.status === 'delivered' ? [IS_DELIVERED] : []),
  ];
  const { keys, next } = await lookStepByStep(sql, {
    table: 'event_log',
    key: 'position',
    within: 'partner_id',
    found,
    wanted,
    values,
    limit,
  });
  return { events: (await sql.query<LoggedRow>(LOOK_AT_EVENTS, [keys])).map(loggedFrom), next };
}

/** Of all the partner's events, also of those that are told to nobody. */
export async function findOwnEvent(
  sql: Queryable,
  partnerId: PartnerId,
  { streamId, number }: EventKey,
  since: Instant,
): Promise<LoggedEvent | undefined> {
  const [row] = await sql.query<LoggedRow>(FIND_OWN_EVENT, [partnerId, streamId, number, timestamp(since)]);
  return row === undefined ? undefined : loggedFrom(row);
}

/**
 * Takes the oldest events out of everything, where they are of that time or before; answers with how many. Arrays, because a plan that
 * does not know how many are asked for would read whole tables to join them.
 */
export async function deleteEventsUntil(tx: Transaction, until: Instant, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with old as materialized (
       select position, stream_id, number from (select * from event_log order by position limit $2) oldest
       where sequenced_at <= $1
     ), logged as (
       delete from event_log where position = any(array(select position from old))
     ), delivered as (
       delete from deliveries where position = any(array(select position from old))
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
