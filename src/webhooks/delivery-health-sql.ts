import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';

/** Events that wait: all that are tried again, or all that are parked for one reason. */
export type WaitingEvents = {
  /** Why nothing is tried at present; undefined where it is. */
  readonly parkedReason: string | undefined;
  readonly count: number;
  readonly oldestAt: Instant;
};

export async function waitingEventsOf(sql: Queryable, partnerId: PartnerId): Promise<readonly WaitingEvents[]> {
  const rows = await sql.query<{ parked_reason: string | null; count: number; oldest_at: Date }>(
    `select coalesce(receiver.disabled_reason, case when receiver.url is null then 'No webhook URL is set.' end,
         stream.parked_reason) as parked_reason,
       count(*)::integer as count, min(log.created_at) as oldest_at
     from delivery_streams stream join webhook_receivers receiver on receiver.partner_id = stream.partner_id
       join deliveries delivery on delivery.stream_id = stream.stream_id and delivery.state = 'pending'
       join event_log log on log.position = delivery.position
     where stream.partner_id = $1 group by 1 order by 1 nulls first`,
    [partnerId],
  );
  return rows.map(({ parked_reason, count, oldest_at }) => ({
    parkedReason: parked_reason ?? undefined,
    count,
    oldestAt: oldest_at.getTime(),
  }));
}

/** More are not counted: whoever looks wants to know that it works. */
const MOST_COUNTED = 10_000;

export type Delivered = {
  readonly events: number;
  readonly attempts: number;
  /** There are more than were counted. */
  readonly isAtLeast: boolean;
};

/** How many of the latest events since then got through, and how many attempts that took. */
export async function deliveredSince(sql: Queryable, partnerId: PartnerId, since: Instant): Promise<Delivered> {
  const [row] = await sql.query<{ events: number; attempts: number; looked: number }>(
    `select count(*) filter (where delivery.state = 'delivered')::integer as events,
       coalesce(sum(delivery.attempts) filter (where delivery.state = 'delivered'), 0)::integer as attempts,
       count(*)::integer as looked
     from (
       select position, sequenced_at from event_log where partner_id = $1 order by position desc limit $3
     ) log left join deliveries delivery on delivery.position = log.position
     where log.sequenced_at > $2`,
    [partnerId, timestamp(since), MOST_COUNTED],
  );
  const { events, attempts, looked } = row ?? { events: 0, attempts: 0, looked: 0 };
  return { events, attempts, isAtLeast: looked === MOST_COUNTED };
}
