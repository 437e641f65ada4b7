import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';

/** More are not counted: all partners of a page are, as often as somebody looks. */
const MOST_COUNTED = 1_000;

/** A partner who does not get what we push: streams that are parked, fail or have waited for long. */
export type Trouble = {
  readonly partnerId: PartnerId;
  readonly partnerName: string;
  readonly url: string | undefined;
  readonly disabledReason: string | undefined;
  readonly silentSince: Instant | undefined;
  readonly parked: number;
  readonly behind: number;
  /** There are more than were counted. */
  readonly isAtLeast: { readonly parked: boolean; readonly behind: boolean };
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

const IS_PARKED = 'parked_reason is not null';
const IS_FAILING = 'parked_reason is null and attempts > 0';
const IS_DUE = 'parked_reason is null and due_at < $1';

const oldest = (which: string, order: string) => `(
  select stream_id, attempts, coalesce(first_attempt_at, due_at) as since from delivery_streams
  where partner_id = walk.partner_id and ${which} order by ${order} limit 1)`;

const nextPartner = (which: string) => `(
  select partner_id from delivery_streams where ${which} and partner_id > walk.partner_id order by partner_id limit 1)`;

const countOf = (which: string, order: string, counted = 'true') => `(
  select count(*) filter (where ${counted})::integer from (
    select attempts from delivery_streams where partner_id = shown.partner_id and ${which} order by ${order} limit $3
  ) stream)`;

/**
 * Goes from partner to partner and asks three indexes what has waited there for longest: of those that were tried and are due again, the
 * first attempt is what counts, and that was before. How much waits is counted for those only that are shown.
 */
const FIND_TROUBLES = `
  with recursive walk as (
    select 0::bigint as partner_id
    union all
    select next.partner_id from walk cross join lateral (
      select least(${nextPartner('parked_reason is null')}, ${nextPartner(IS_PARKED)}) as partner_id
    ) next
    where next.partner_id is not null
  ), shown as materialized (
    select walk.partner_id, longest.* from walk cross join lateral (
      select * from (
        ${oldest(IS_PARKED, 'first_attempt_at')} union all ${oldest(IS_FAILING, 'first_attempt_at')} union all ${oldest(IS_DUE, 'due_at')}
      ) stream order by since limit 1
    ) longest
    order by longest.since limit $2
  )
  select shown.partner_id, partner.name as partner_name, receiver.url, receiver.disabled_reason, receiver.silent_since,
    ${countOf(IS_PARKED, 'first_attempt_at')} as parked,
    least($3, ${countOf(IS_FAILING, 'first_attempt_at')} + ${countOf(IS_DUE, 'due_at', 'attempts = 0')})::integer as behind,
    shown.attempts, next.created_at as oldest_event_at, next.last_error as last_answer
  from shown
    join partners partner on partner.id = shown.partner_id
    left join webhook_receivers receiver on receiver.partner_id = shown.partner_id
    left join lateral (
      select event.created_at, delivery.last_error from deliveries delivery join event_log event using (position)
      where delivery.stream_id = shown.stream_id and delivery.state = 'pending' order by delivery.number limit 1
    ) next on true
  order by shown.since`;

/** Those who have waited for longest first. Only streams with something to deliver are looked at. */
export async function findTroubles(sql: Queryable, dueBefore: Instant, most: number): Promise<readonly Trouble[]> {
  const rows = await sql.query<TroubleRow>(FIND_TROUBLES, [timestamp(dueBefore), most, MOST_COUNTED]);
  return rows.map((row) => ({
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    url: row.url ?? undefined,
    disabledReason: row.disabled_reason ?? undefined,
    silentSince: row.silent_since?.getTime(),
    parked: row.parked,
    behind: row.behind,
    isAtLeast: { parked: row.parked === MOST_COUNTED, behind: row.behind === MOST_COUNTED },
    attempts: row.attempts,
    oldestEventAt: row.oldest_event_at?.getTime(),
    lastAnswer: row.last_answer ?? undefined,
  }));
}
