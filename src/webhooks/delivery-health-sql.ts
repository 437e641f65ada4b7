import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';

/** More are not counted: whoever looks wants to know whether it works. */
const MOST_COUNTED = 10_000;

/** Events that wait: all that are tried again, or all that are parked for one reason. */
export type WaitingEvents = {
  /** Why nothing is tried at present; undefined where it is. */
  readonly parkedReason: string | undefined;
  readonly count: number;
  readonly oldestAt: Instant;
  /** There are more than were counted, and older ones may be among them. */
  readonly isAtLeast: boolean;
};

/** Stream by stream along an index, until enough are counted. */
const waitingIn = (streams: string) => `
  select stream.parked_reason, delivery.position from (
    select stream_id, parked_reason from delivery_streams where partner_id = $1 and ${streams} limit $2
  ) stream cross join lateral (
    select position from deliveries where stream_id = stream.stream_id and state = 'pending' order by number limit $2
  ) delivery limit $2`;

export async function waitingEventsOf(sql: Queryable, partnerId: PartnerId): Promise<readonly WaitingEvents[]> {
  const rows = await sql.query<{ parked_reason: string | null; count: number; oldest_at: Date; is_at_least: boolean }>(
    `with tried as materialized (${waitingIn('parked_reason is null order by due_at')}
     ), parked as materialized (${waitingIn('parked_reason is not null')}
     ), waiting as (
       select *, (select count(*) from tried) >= $2 as is_at_least from tried
       union all
       select *, (select count(*) from parked) >= $2 from parked
     ), alike as (
       select coalesce(receiver.disabled_reason, case when receiver.url is null then 'No webhook URL is set.' end,
           waiting.parked_reason) as parked_reason,
         count(*)::integer as count, min(waiting.position) as oldest, bool_or(waiting.is_at_least) as is_at_least
       from webhook_receivers receiver cross join waiting where receiver.partner_id = $1 group by 1
     )
     select parked_reason, count, log.created_at as oldest_at, is_at_least
     from alike join event_log log on log.position = alike.oldest order by parked_reason nulls first`,
    [partnerId, MOST_COUNTED],
  );
  return rows.map(({ parked_reason, count, oldest_at, is_at_least }) => ({
    parkedReason: parked_reason ?? undefined,
    count,
    oldestAt: oldest_at.getTime(),
    isAtLeast: is_at_least,
  }));
}

export type Delivered = {
  readonly events: number;
  readonly attempts: number;
  /** There are more than were counted. */
  readonly isAtLeast: boolean;
};

/** How many of the latest events since then got through, and how many attempts that took. */
export async function deliveredSince(sql: Queryable, partnerId: PartnerId, since: Instant): Promise<Delivered> {
  const [row] = await sql.queryByValues<{ events: number; attempts: number; looked: number }>(
    `select count(*) filter (where delivery.state = 'delivered')::integer as events,
       coalesce(sum(delivery.attempts) filter (where delivery.state = 'delivered'), 0)::integer as attempts,
       count(*)::integer as looked
     from (
       select position, sequenced_at from event_log where ${only('partner_id', '$1')} order by partner_id desc, position desc limit $3
     ) log left join deliveries delivery on delivery.position = log.position
     where log.sequenced_at > $2`,
    [partnerId, timestamp(since), MOST_COUNTED],
  );
  const { events, attempts, looked } = row ?? { events: 0, attempts: 0, looked: 0 };
  return { events, attempts, isAtLeast: looked === MOST_COUNTED };
}
