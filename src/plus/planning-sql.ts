import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import { ON_OUR_CLOCK, PARCEL_READ_COLUMNS, type ParcelRow, parcelFrom } from './parcel-row-sql.ts';
import type { Parcel } from './rules/parcel.ts';
import type { PlannedRoute, PlannedVisit, RoutePlan } from './rules/routes/route-plan.ts';
import type { PlannedStop } from './rules/work-list.ts';

/**
 * What is to be picked up from one time to another, by our clock, the earliest first: those without a driver, and those that drivers of the
 * city hold. With `onBoard` also what is on its way already.
 */
export async function findParcelsToPlan(
  sql: Queryable,
  locode: string,
  wanted: {
    readonly from: Instant | undefined;
    readonly before: Instant;
    readonly onBoard: boolean;
    readonly drivers: readonly string[];
    readonly most: number;
  },
): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select * from (
       select ${PARCEL_READ_COLUMNS} from parcels
       where locode = $1 and status = 'AWAIT_DRIVER' and ${ON_OUR_CLOCK} < $2 and ($3::timestamptz is null or ${ON_OUR_CLOCK} >= $3)
       union all
       select ${PARCEL_READ_COLUMNS} from parcels
       where driver_id = any($6::bigint[]) and ended_at is null and locode = $1
         and (status = 'DELIVERING' and $4
           or status = 'AWAIT_PICKUP' and ${ON_OUR_CLOCK} < $2 and ($3::timestamptz is null or ${ON_OUR_CLOCK} >= $3))
     ) parcel order by status = 'AWAIT_DRIVER', schedule_at, id limit $5`,
    [locode, timestamp(wanted.before), timestampOrNull(wanted.from), wanted.onBoard, wanted.most, wanted.drivers],
  );
  return rows.map(parcelFrom);
}

/** Who waits for a driver besides those, the earliest first. */
export async function findOthersWaiting(
  sql: Queryable,
  locode: string,
  wanted: { readonly from: Instant | undefined; readonly before: Instant; readonly besides: readonly string[] },
): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from parcels
     where locode = $1 and status = 'AWAIT_DRIVER' and ${ON_OUR_CLOCK} < $2 and ($3::timestamptz is null or ${ON_OUR_CLOCK} >= $3)
       and not id = any($4::bigint[])
     order by schedule_at, id`,
    [locode, timestamp(wanted.before), timestampOrNull(wanted.from), wanted.besides],
  );
  return rows.map(({ id }) => id);
}

/** Cities in which parcels wait for a driver, with the earliest pick-up of each; of those whose plan is wrong it is long due. */
export async function citiesWithWaitingParcels(
  sql: Queryable,
): Promise<readonly { readonly locode: string; readonly earliest: Instant }[]> {
  const rows = await sql.query<{ locode: string; earliest: Date }>(
    `select locode, min(due) as earliest from (
       select locode, ${ON_OUR_CLOCK} as due from parcels where status = 'AWAIT_DRIVER'
       union all
       select locode, timestamptz 'epoch' from parcels where needs_plan
     ) waiting group by locode`,
  );
  return rows.map(({ locode, earliest }) => ({ locode, earliest: earliest.getTime() }));
}

/** Who waits for a driver in a city, and whose plan is wrong while a driver has it; which of those are picked up later than that. */
export async function findWaiting(
  sql: Queryable,
  locode: string,
  before: Instant,
): Promise<{
  readonly ids: readonly string[];
  readonly edited: readonly (Pick<Parcel, 'id' | 'revision'> & { readonly isLater: boolean })[];
}> {
  const rows = await sql.query<Pick<ParcelRow, 'id' | 'revision' | 'needs_plan'> & { is_later: boolean }>(
    `select id, revision, needs_plan, false as is_later from parcels
     where locode = $1 and status = 'AWAIT_DRIVER' and ${ON_OUR_CLOCK} < $2
     union all
     select id, revision, needs_plan, status = 'AWAIT_PICKUP' and ${ON_OUR_CLOCK} >= $2 from parcels where locode = $1 and needs_plan`,
    [locode, timestamp(before)],
  );
  return {
    ids: rows.filter(({ needs_plan }) => !needs_plan).map(({ id }) => id),
    edited: rows
      .filter(({ needs_plan }) => needs_plan)
      .map(({ id, revision, is_later }) => ({ id, revision, isLater: is_later })),
  };
}

/** The plan of a city and day that holds: who has a place in it, and who has none. */
export async function findLatestPlan(
  sql: Queryable,
  locode: string,
  date: string,
): Promise<
  { readonly madeAt: Instant; readonly planned: readonly string[]; readonly unplanned: ReadonlySet<string> } | undefined
> {
  const [row] = await sql.query<{ made_at: Date; summary: Omit<RoutePlan, 'routes'> }>(
    'select made_at, summary from parcel_plans where locode = $1 and day = $2 order by id desc limit 1',
    [locode, date],
  );
  if (row === undefined) return undefined;
  const { kept, broken, unplanned } = row.summary;
  return {
    madeAt: row.made_at.getTime(),
    planned: [...kept, ...broken.map(({ orderId }) => orderId)],
    unplanned: new Set(unplanned.map(({ orderId }) => orderId)),
  };
}

export type KeptPlan = Omit<RoutePlan, 'routes'> & {
  readonly madeAt: Instant;
  readonly routes: readonly Pick<PlannedRoute, 'driverId' | 'visits' | 'meters'>[];
};

/** The whole plan of a city and day that holds. */
export async function findPlan(sql: Queryable, locode: string, date: string): Promise<KeptPlan | undefined> {
  const [plan] = await sql.query<{ id: string; made_at: Date; summary: Omit<RoutePlan, 'routes'> }>(
    'select id, made_at, summary from parcel_plans where locode = $1 and day = $2 order by id desc limit 1',
    [locode, date],
  );
  if (plan === undefined) return undefined;
  const routes = await sql.query<{ driver_id: string; visits: PlannedVisit[]; meters: number }>(
    'select driver_id, visits, meters from parcel_routes where plan_id = $1 order by driver_id',
    [plan.id],
  );
  return {
    ...plan.summary,
    madeAt: plan.made_at.getTime(),
    routes: routes.map(({ driver_id, visits, meters }) => ({ driverId: driver_id, visits, meters })),
  };
}

type NewPlan = {
  readonly id: string;
  readonly locode: string;
  readonly date: string;
  readonly madeAt: Instant;
  readonly plan: RoutePlan;
};

export async function insertPlan(tx: Transaction, { id, locode, date, madeAt, plan }: NewPlan): Promise<void> {
  const { routes, ...summary } = plan;
  await tx.query('insert into parcel_plans (id, locode, day, made_at, summary) values ($1, $2, $3, $4, $5)', [
    id,
    locode,
    date,
    timestamp(madeAt),
    JSON.stringify(summary),
  ]);
  await tx.query(
    `insert into parcel_routes (plan_id, driver_id, visits, meters)
     select $1, driver_id, visits, meters from json_to_recordset($2) as route(driver_id bigint, visits json, meters integer)`,
    [id, JSON.stringify(routes.map(({ driverId, visits, meters }) => ({ driver_id: driverId, visits, meters })))],
  );
}

/** Plans of days before, the oldest first; answers with how many. */
export async function deletePlansBefore(tx: Transaction, date: string, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with old as (
       select id from parcel_plans where day < $1 order by id limit $2
     ), routes as (
       delete from parcel_routes where plan_id = any(array(select id from old))
     ), plans as (
       delete from parcel_plans where id = any(array(select id from old))
     )
     select count(*)::integer as count from old`,
    [date, most],
  );
  return row?.count ?? 0;
}

/** The driver's stops in the plans that hold, from that day on, day after day. */
export async function findRoute(
  sql: Queryable,
  { id, locode }: { readonly id: string; readonly locode: string },
  since: string,
): Promise<readonly PlannedStop[]> {
  const rows = await sql.query<{ visits: PlannedStop[] }>(
    `select route.visits from (
       select distinct on (day) id, day from parcel_plans where locode = $2 and day >= $3 order by day, id desc
     ) plan join parcel_routes route on route.plan_id = plan.id and route.driver_id = $1
     order by plan.day`,
    [id, locode, since],
  );
  return rows.flatMap(({ visits }) => visits);
}

export type WorkRevision = { readonly revision: string; readonly parcelIds: readonly string[] };

/** The revision is another text whenever what the driver has on hand, or a plan of it that holds, is another. */
export async function findWorkRevision(
  sql: Queryable,
  { id, locode }: { readonly id: string; readonly locode: string },
  since: string,
): Promise<WorkRevision> {
  const [row] = await sql.query<{ revision: string; parcel_ids: string[] }>(
    `select md5(concat_ws(' ', parcels, 'planned', plans)) as revision, parcel_ids from (
       select string_agg(concat(id, '.', revision), ' ' order by id) as parcels,
         coalesce(array_agg(id::text order by id), '{}') as parcel_ids
       from parcels where driver_id = $1 and ended_at is null
     ) on_hand, (
       select string_agg(plan.id::text, ' ' order by plan.id) as plans from (
         select distinct on (day) id from parcel_plans where locode = $2 and day >= $3 order by day, id desc
       ) plan join parcel_routes route on route.plan_id = plan.id and route.driver_id = $1
     ) planned`,
    [id, locode, since],
  );
  const { revision, parcel_ids } = row as { revision: string; parcel_ids: string[] };
  return { revision, parcelIds: parcel_ids };
}
