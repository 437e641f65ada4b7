import { findParcelDrivers, latestPositions } from '../drivers/index.ts';
import { isInside } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { City } from '../markets/index.ts';
import { pointOf } from '../quotations/index.ts';
import type { MeasureDistances } from '../routing/index.ts';
import { type ChangeDeps, changeParcels } from './change-parcel.ts';
import { findParcelsToPlan, insertPlan } from './plus-sql.ts';
import { dayProblem, type ParcelDriver, type PlacedParcel, travelOver } from './rules/day-problem.ts';
import type { Parcel } from './rules/parcel.ts';
import { decideAssignment } from './rules/parcel-moves.ts';
import type { PlanningDay } from './rules/planning-day.ts';
import type { RoutePlan, RouteProblem } from './rules/routes/route-plan.ts';

export type PlanningDeps = ChangeDeps & {
  readonly ids: Ids;
  readonly measure: MeasureDistances;
  /** Off the main thread: a large city takes seconds. */
  readonly planRoutes: (problem: RouteProblem) => Promise<RoutePlan>;
  /** Parcels that one driver has on board at once. */
  readonly room: number;
};

/** How long it takes to find the door, the person and the parcel. */
const HANDLING = { pickUpSeconds: 180, dropOffSeconds: 240 };

/** `waiting`: those that no driver had before. */
type ProposedPlan = { readonly plan: RoutePlan; readonly waiting: ReadonlySet<string> };

/** Who would carry what on that day, and which deadlines that keeps: nothing is changed. */
export async function proposePlan(
  deps: PlanningDeps,
  sql: Queryable,
  city: City,
  day: PlanningDay,
  now: Instant,
): Promise<ProposedPlan> {
  const parcels = await findParcelsToPlan(sql, city.locode, day.end);
  const drivers = await driversOf(sql, city);
  const { points, ...problem } = dayProblem(parcels.map(placed), drivers, day, now, deps.room);
  const { meters } = await deps.measure(points, 'car', city.roadFactor);
  const plan = await deps.planRoutes({ ...problem, travel: travelOver(meters), handling: HANDLING });
  const waiting = parcels.filter(({ status }) => status === 'AWAIT_DRIVER').map(({ id }) => id as string);
  return { plan, waiting: new Set(waiting) };
}

function placed(parcel: Parcel): PlacedParcel {
  const [pickUp, dropOff] = parcel.shipment.stops;
  return { parcel, points: [pointOf(pickUp.coordinates), pointOf(dropOff.coordinates)] };
}

/** A position outside the city is as good as none: the driver will not begin the day there. */
async function driversOf(sql: Queryable, city: City): Promise<readonly ParcelDriver[]> {
  const ids = await findParcelDrivers(sql, city.locode);
  const positions = await latestPositions(sql, ids);
  return ids.map((id) => {
    const point = positions.get(id);
    return {
      id,
      point: point !== undefined && isInside(point, city.area) ? { lat: point.lat, lng: point.lng } : undefined,
    };
  });
}

/** Keeps the plan and gives every parcel in it to its driver. A parcel that has changed meanwhile is left as it is. */
export async function applyPlan(
  deps: PlanningDeps,
  tx: Transaction,
  city: City,
  day: PlanningDay,
  plan: RoutePlan,
  now: Instant,
): Promise<void> {
  const driverOf = new Map(
    plan.routes.flatMap(({ driverId, visits }) => visits.map(({ orderId }) => [orderId, driverId])),
  );
  await changeParcels(deps, tx, [...driverOf.keys()], { at: now }, (parcel, { at }) =>
    parcel.status === 'AWAIT_DRIVER' && parcel.locode === city.locode
      ? decideAssignment(parcel, { id: driverOf.get(parcel.id) as string, locode: city.locode }, at)
      : { accepted: parcel },
  );
  await insertPlan(tx, { id: deps.ids.next<'parcelPlan'>(), locode: city.locode, date: day.date, madeAt: now, plan });
}
