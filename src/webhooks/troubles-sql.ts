import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';

/** A partner who does not get what we push: streams that are parked, fail or have waited for long. */
export type Trouble = {
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly url: string | undefined;
  readonly disabledReason: string | undefined;
  readonly silentSince: Instant | undefined;
  readonly parked: number;
  readonly behind: number;
  /** Of the stream that has waited for longest. */
  readonly attempts: number;
  readonly oldestEventAt: Instant | undefined;
  readonly lastAnswer: string | undefined;
};

type TroubleRow = {
  partner_id: PartnerId;
  partner_name: string;
  url: string | null;
  disabled_reason: string | null;
  silent_since: Date | null;
  parked: number;
  behind: number;
  attempts: number;
  oldest_event_at: Date | null;
  last_answer: string | null;
};

/** Those who have waited for longest first. Only streams with something to deliver are looked at. */
export async function findTroubles(sql: Queryable, dueBefore: Instant, most: number): Promise<readonly Trouble[]> {
  const rows = await sql.query<TroubleRow>(
    `with stream as (
       select partner_id, stream_id, attempts, parked_reason, coalesce(first_attempt_at, due_at) as since from delivery_streams
       where parked_reason is not null or attempts > 0 or due_at < $1
     ), partner_in_trouble as (
       select partner_id, count(parked_reason)::integer as parked, count(*) filter (where parked_reason is null)::integer as behind,
         min(since) as since, (array_agg(stream_id order by since))[1] as oldest, (array_agg(attempts order by since))[1] as attempts
       from stream group by partner_id
     )
     select trouble.partner_id, partner.name as partner_name, receiver.url, receiver.disabled_reason, receiver.silent_since,
       trouble.parked, trouble.behind, trouble.attempts, next.created_at as oldest_event_at, next.last_error as last_answer
     from partner_in_trouble trouble
       join partners partner on partner.id = trouble.partner_id
       left join webhook_receivers receiver on receiver.partner_id = trouble.partner_id
       left join lateral (
         select event.created_at, delivery.last_error from deliveries delivery join event_log event using (position)
         where delivery.stream_id = trouble.oldest and delivery.state = 'pending' order by delivery.number limit 1
       ) next on true
     order by trouble.since limit $2`,
    [timestamp(dueBefore), most],
  );
  return rows.map((row) => ({
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    url: row.url ?? undefined,
    disabledReason: row.disabled_reason ?? undefined,
    silentSince: row.silent_since?.getTime(),
    parked: row.parked,
    behind: row.behind,
    attempts: row.attempts,
    oldestEventAt: row.oldest_event_at?.getTime(),
    lastAnswer: row.last_answer ?? undefined,
  }));
}
