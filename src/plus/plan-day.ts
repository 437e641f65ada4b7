import { findParcelDrivers, holdParcelDrivers, latestPositions } from '../drivers/index.ts';
import { accepted } from '../foundation/decision.ts';
import { isInside } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { City } from '../markets/index.ts';
import { pointOf } from '../quotations/index.ts';
import { type MeasureDistances, metersPerSecond } from '../routing/index.ts';
import { type ChangeDeps, changeParcels } from './change-parcel.ts';
import { lockParcels } from './parcels-sql.ts';
import { findOthersWaiting, findParcelsToPlan, insertPlan } from './planning-sql.ts';
import { dayProblem, type ParcelDriver, type PlacedParcel, travelOver } from './rules/day-problem.ts';
import type { Parcel } from './rules/parcel.ts';
import { decideAssignment } from './rules/parcel-moves.ts';
import type { PlanningDay } from './rules/planning-day.ts';
import type { RoutePlan, RouteProblem, WhyUnplanned } from './rules/routes/route-plan.ts';

export type PlanningDeps = ChangeDeps & {
  readonly ids: Ids;
  readonly measure: MeasureDistances;
  /** Off the main thread: a large city takes seconds. */
  readonly planRoutes: (problem: RouteProblem) => Promise<RoutePlan>;
  /** Parcels that one driver has on board at once. */
  readonly room: number;
};

/** Whoever carries parcels is measured as one, whatever they drive. */
const VEHICLE = 'car';

/** How long it takes to find the door, the person and the parcel. */
const HANDLING = { pickUpSeconds: 180, dropOffSeconds: 240 };

/** Planning takes the longer the more there are; what is left is named, and comes into a later plan. */
const MOST_PARCELS = 800;

const NOTHING: RoutePlan = { routes: [], unplanned: [], totalMeters: 0, kept: [], broken: [] };

/** A plan, and the parcels that it was made for, as they were then. */
export type ProposedPlan = { readonly plan: RoutePlan; readonly parcels: readonly Pick<Parcel, 'id' | 'revision'>[] };

/**
 * Who would carry what on that day, and which deadlines that keeps: nothing is changed. Of today everything that is left, of a later day
 * what is to be picked up on it.
 */
export async function proposePlan(
  deps: PlanningDeps,
  sql: Queryable,
  city: City,
  day: PlanningDay,
  now: Instant,
): Promise<ProposedPlan> {
  const drivers = await driversOf(sql, city);
  const isLater = day.begin > now;
  const span = { from: isLater ? day.begin : undefined, before: day.end };
  const parcels = await findParcelsToPlan(sql, city.locode, {
    ...span,
    onBoard: !isLater,
    drivers: drivers.map(({ id }) => id),
    most: MOST_PARCELS,
  });
  if (parcels.length === 0) return { plan: NOTHING, parcels };
  const ids = parcels.map(({ id }) => id);
  const left =
    parcels.length < MOST_PARCELS ? [] : await findOthersWaiting(sql, city.locode, { ...span, besides: ids });
  const unplannedFor = (reason: WhyUnplanned, orderIds: readonly string[]) =>
    orderIds.map((orderId) => ({ orderId, reason }));
  if (drivers.length === 0)
    return { plan: { ...NOTHING, unplanned: unplannedFor('NO_DRIVER', [...ids, ...left]) }, parcels };
  const { points, ...problem } = dayProblem(parcels.map(placed), drivers, day, now, deps.room);
  const { meters } = await deps.measure(points, VEHICLE, city.roadFactor);
  const travel = travelOver(meters, metersPerSecond(VEHICLE));
  const plan = await deps.planRoutes({ ...problem, travel, handling: HANDLING });
  return { plan: { ...plan, unplanned: [...plan.unplanned, ...unplannedFor('TOO_MANY', left)] }, parcels };
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

/** Keeps the plan and gives every parcel in it to its driver. False, and nothing is done, where a parcel or a driver has changed meanwhile. */
export async function applyPlan(
  deps: PlanningDeps,
  tx: Transaction,
  city: City,
  day: PlanningDay,
  { plan, parcels }: ProposedPlan,
  now: Instant,
): Promise<boolean> {
  const revisions = new Map<string, number>(parcels.map(({ id, revision }) => [id, revision]));
  const current = await lockParcels(tx, [...revisions.keys()]);
  if (current.some(({ id, revision }) => revision !== revisions.get(id))) return false;
  // After the parcels, as wherever one is given to a driver.
  const driverIds = plan.routes.map(({ driverId }) => driverId);
  if (!(await holdParcelDrivers(tx, city.locode, driverIds))) return false;
  const driverOf = new Map(
    plan.routes.flatMap(({ driverId, visits }) => visits.map(({ orderId }) => [orderId, driverId])),
  );
  await changeParcels(deps, tx, [...revisions.keys()], { at: now }, (parcel, { at }) => {
    const driverId = driverOf.get(parcel.id);
    if (parcel.status === 'AWAIT_DRIVER' && driverId !== undefined)
      return decideAssignment(parcel, { id: driverId, locode: city.locode }, at);
    return accepted(parcel.needsPlan ? { ...parcel, needsPlan: false } : parcel);
  });
  await insertPlan(tx, { id: deps.ids.next<'parcelPlan'>(), locode: city.locode, date: day.date, madeAt: now, plan });
  return true;
}
