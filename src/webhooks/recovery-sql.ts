import type { PartnerId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { IS_TOLD } from './event-log-sql.ts';

/** Places in the log of a partner's events that are pushed and were recorded since a time: those after one of them, up to another. */
export type PushedSince = {
  readonly partnerId: PartnerId;
  readonly since: Instant;
  readonly after: string;
  readonly until: string;
};
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

/** How many of them are not delivered, and which is the last. */
export async function countUndelivered(
  sql: Queryable,
  { partnerId, since, after, until }: PushedSince,
): Promise<{ readonly events: number; readonly last: string | undefined }> {
  const [row] = await sql.queryByValues<{ events: number; last: string | null }>(
    `select count(*)::integer as events, max(position) as last ${UNDELIVERED}`,
    [partnerId, timestamp(since), after, until],
  );
  return { events: row?.events ?? 0, last: row?.last ?? undefined };
}
