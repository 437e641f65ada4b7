import { smallestIdAt } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

/** What became of the orders that were placed in a city between two times. What support has replaced counts once. */
export type OrderNumbers = {
  readonly placed: number;
  readonly completed: number;
  /** Neither completed nor lost yet. */
  readonly open: number;
  readonly cancelledByPartner: number;
  readonly cancelledBySupport: number;
  readonly rejected: number;
  readonly expired: number;
  /** From the placement to the match, of those to be picked up at once; undefined where none was matched. */
  readonly waitSeconds: { readonly median: number; readonly ninetieth: number } | undefined;
  /** What completed orders have cost, and what of it the house keeps after the drivers' earnings. */
  readonly revenueMinor: MinorUnits;
  readonly marginMinor: MinorUnits;
  /** How many were placed in each hour of the city's day. */
  readonly byHour: readonly number[];
};

type NumbersRow = {
  placed: number;
  completed: number;
  open: number;
  by_partner: number;
  by_support: number;
  rejected: number;
  expired: number;
  median: number | null;
  ninetieth: number | null;
  revenue: string;
  earned: string;
  hours: number[];
};

export async function orderNumbers(
  sql: Queryable,
  { locode, timeZone }: { readonly locode: string; readonly timeZone: string },
  from: Instant,
  until: Instant,
): Promise<OrderNumbers> {
  const [row] = await sql.query<NumbersRow>(
    `with placed as materialized (
       select status, extract(hour from placed_at at time zone $4)::integer as hour,
         case when schedule_at is null then extract(epoch from matched_at - placed_at)::float8 end as waited,
         case when status = 'COMPLETED' then fare_minor + priority_fee_minor end as revenue,
         case when status = 'COMPLETED' then (pricing->>'driverFare')::bigint + priority_fee_minor end as earned,
         case when status = 'CANCELED' then history->-1->>'by' end as cancelled_by
       from orders where locode = $1 and id >= $2 and id < $3 and replaced_by_id is null
     )
     select count(*)::integer as placed,
       count(*) filter (where status = 'COMPLETED')::integer as completed,
       count(*) filter (where status in ('ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP'))::integer as open,
       count(*) filter (where cancelled_by = 'partner')::integer as by_partner,
       count(*) filter (where status = 'CANCELED' and cancelled_by is distinct from 'partner')::integer as by_support,
       count(*) filter (where status = 'REJECTED')::integer as rejected,
       count(*) filter (where status = 'EXPIRED')::integer as expired,
       percentile_cont(0.5) within group (order by waited) as median,
       percentile_cont(0.9) within group (order by waited) as ninetieth,
       coalesce(sum(revenue), 0) as revenue,
       coalesce(sum(earned), 0) as earned,
       array(
         select count(placed.hour)::integer from generate_series(0, 23) as each left join placed on placed.hour = each
         group by each order by each
       ) as hours
     from placed`,
    [locode, smallestIdAt(from), smallestIdAt(until), timeZone],
  );
  const { median, ninetieth, revenue, earned, hours, by_partner, by_support, ...counts } = row as NumbersRow;
  return {
    ...counts,
    cancelledByPartner: by_partner,
    cancelledBySupport: by_support,
    waitSeconds: median === null || ninetieth === null ? undefined : { median, ninetieth },
    revenueMinor: BigInt(revenue),
    marginMinor: BigInt(revenue) - BigInt(earned),
    byHour: hours,
  };
}
