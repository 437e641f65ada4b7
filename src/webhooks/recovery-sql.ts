import type { PartnerId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { IS_TOLD } from './event-log-sql.ts';
import type { PushedSince } from './rules/recovery.ts';

/** More than the clocks of two machines are. */
const CLOCKS_APART_MS = HOUR_MS;
export const END_OF_LOG = '9223372036854775807';

/**
 * A place in the log that comes before all that was recorded for a partner since that time; only what is after it is read on the way back
 * from the end. What drivers report late has an earlier time than its place, and what a partner's own clock says in the sandbox a later one.
 */
export async function placeBefore(sql: Queryable, partnerId: PartnerId, since: Instant): Promise<string> {
  const [row] = await sql.queryByValues<{ position: string }>(
    `select position from event_log where ${only('partner_id', '$1')} and greatest(created_at, sequenced_at) < $2
     order by partner_id desc, position desc limit 1`,
    [partnerId, timestamp(since - CLOCKS_APART_MS)],
  );
  return row?.position ?? '0';
}

/**
 * Partner and place are compared as one: apart, everybody's places between the two would be gone through. Deliveries are looked up by their
 * keys: a join might read the whole table.
 */
const UNDELIVERED = `from event_log log
  where (partner_id, position) > ($1, $3) and (partner_id, position) <= ($1, $4) and created_at >= $2 and ${IS_TOLD}
    and (select state from deliveries where position = log.position) is distinct from 'delivered'`;

/** The first of them that are not delivered. */
export async function firstUndelivered(
  sql: Queryable,
  { partnerId, since, after, until }: PushedSince,
  most: number,
): Promise<readonly string[]> {
  const rows = await sql.queryByValues<{ position: string }>(
    `select position ${UNDELIVERED} order by partner_id, position limit $5`,
    [partnerId, timestamp(since), after, until, most],
  );
  return rows.map(({ position }) => position);
}

/** How many of them are not delivered. */
export async function countUndelivered(
  sql: Queryable,
  { partnerId, since, after, until }: PushedSince,
): Promise<number> {
  const [row] = await sql.queryByValues<{ events: number }>(`select count(*)::integer as events ${UNDELIVERED}`, [
    partnerId,
    timestamp(since),
    after,
    until,
  ]);
  return row?.events ?? 0;
}

/**
 * Of a recovery under way: puts in line what comes in its stream before one of the latest in the log, so that this does not overtake it;
 * not where that was done for the one right before it, since the recovery began. Stream by stream, and by keys, as above. Whoever calls
 * this gives out places, so nothing else is put in line meanwhile.
 */
export async function lineUpBefore(
  tx: Transaction,
  { partnerId, since, after, until }: PushedSince,
  latest: number,
): Promise<void> {
  await tx.query(
    `with told as materialized (
       select stream_id, min(number) as number from event_log log
       where partner_id = $1 and position > (select last_position from event_sequence) - $5
         and (select state from deliveries where position = log.position) is not null
       group by stream_id
     )
     insert into deliveries (position, stream_id, number)
     select before.* from told cross join lateral (
       select position, stream_id, number from event_log log
       where stream_id = told.stream_id and number < told.number and position > $3 and position <= $4 and created_at >= $2 and ${IS_TOLD}
         and (select state from deliveries where position = log.position) is null
       order by number
     ) before
     where (
       select stream_id = told.stream_id and position > $4 and (select state from deliveries where position = log.position) is not null
       from event_log log where (stream_id, number) < (told.stream_id, told.number) order by stream_id desc, number desc limit 1
     ) is not true`,
    [partnerId, timestamp(since), after, until, latest],
  );
}
