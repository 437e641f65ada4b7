import type { PartnerId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
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
  const [row] = await sql.query<{ position: string }>(
    `select position from event_log where partner_id = $1 and greatest(created_at, sequenced_at) < $2
     order by position desc limit 1`,
    [partnerId, timestamp(since - CLOCKS_APART_MS)],
  );
  return row?.position ?? '0';
}

const UNDELIVERED = `from event_log log left join deliveries delivery on delivery.position = log.position
  where log.partner_id = $1 and log.created_at >= $2 and log.position > $3 and log.position <= $4 and log.${IS_TOLD}
    and delivery.state is distinct from 'delivered'`;

/** The first of them that are not delivered. */
export async function firstUndelivered(
  sql: Queryable,
  { partnerId, since, after, until }: PushedSince,
  most: number,
): Promise<readonly string[]> {
  const rows = await sql.query<{ position: string }>(
    `select log.position ${UNDELIVERED} order by log.position limit $5`,
    [partnerId, timestamp(since), after, until, most],
  );
  return rows.map(({ position }) => position);
}

/** How many of them are not delivered, and which is the last. */
export async function countUndelivered(
  sql: Queryable,
  { partnerId, since, after, until }: PushedSince,
): Promise<{ readonly events: number; readonly last: string | undefined }> {
  const [row] = await sql.query<{ events: number; last: string | null }>(
    `select count(*)::integer as events, max(log.position) as last ${UNDELIVERED}`,
    [partnerId, timestamp(since), after, until],
  );
  return { events: row?.events ?? 0, last: row?.last ?? undefined };
}
