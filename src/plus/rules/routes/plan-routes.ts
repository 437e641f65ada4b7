import { assertPresent } from '../../../foundation/assert.ts';
import { SECOND_MS } from '../../../foundation/time.ts';
import { type Day, dropOffOf, isPickUp, mayBring, numberDay, parcelOf, pickUpOf } from './day.ts';
import { improveRoutes, isBetter } from './improve-routes.ts';
import { createInserter, type Inserter } from './insertion.ts';
import { type Draft, insertByRegret } from './regret.ts';
import { type Route, timeRoute } from './route.ts';
import type { PlannedRoute, PlannedVisit, RoutePlan, RouteProblem, WhyUnplanned } from './route-plan.ts';

/** Of the search after the first plan; measured: two to three seconds. Small days are done before. */
const MOST_STEPS = 40_000_000;

/**
 * Groups parcels into routes. In this order: as many parcels as possible are planned, as few deadlines as possible are
 * broken, by as little as possible together; then the least distance, then the fewest drivers. The same problem always
 * gives the same plan.
 */
export function planRoutes(problem: RouteProblem, mostSteps = MOST_STEPS): RoutePlan {
  const day = numberDay(problem);
  const inserter = createInserter(day);
  const idle = day.drivers.map((_, driver) => assertPresent(timeRoute(day, driver, []), 'anybody can stay'));
  const draft = insertAll(day, inserter, idle);
  const { routes, left } = improveRoutes(day, inserter, draft, mostSteps);
  const planned = routes.filter(({ visits }) => visits.length > 0).map((route) => describe(day, route));
  const dropOffs = planned
    .flatMap(({ visits }) => visits.filter(({ kind }) => kind === 'DROP_OFF'))
    .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  return {
    routes: planned,
    unplanned: left.map((parcel) => ({
      orderId: day.parcels[parcel]?.orderId as string,
      reason: whyUnplanned(day, parcel),
    })),
    totalMeters: planned.reduce((total, { meters }) => total + meters, 0),
    kept: dropOffs.filter(({ lateSeconds }) => lateSeconds === 0).map(({ orderId }) => orderId),
    broken: dropOffs
      .filter(({ lateSeconds }) => lateSeconds > 0)
      .map(({ orderId, lateSeconds }) => ({ orderId, lateSeconds })),
  };
}

function insertAll(day: Day, inserter: Inserter, idle: readonly Route[]): Draft {
  const all = day.parcels.map((_, parcel) => parcel);
  const draft = insertByRegret(day, inserter, idle, all, 'HARDEST');
  if (draft.left.length === 0) return draft;
  const other = insertByRegret(day, inserter, idle, all, 'EASIEST');
  return isBetter(other, draft) ? other : draft;
}

function describe(day: Day, { driver, visits, places, leaves, legs, arrivals }: Route): PlannedRoute {
  const onTheRoad = arrivals.map((arrival, index) => arrival - (leaves[index] as number));
  return {
    driverId: day.drivers[driver]?.driverId as string,
    visits: visits.map((visit, index): PlannedVisit => {
      const leave = leaves[index + 1] as number;
      return {
        orderId: day.parcels[parcelOf(visit)]?.orderId as string,
        kind: isPickUp(visit) ? 'PICK_UP' : 'DROP_OFF',
        place: places[index + 1] as number,
        arriveAt: (arrivals[index] as number) * SECOND_MS,
        beginAt: (leave - (day.handling[visit] as number)) * SECOND_MS,
        leaveAt: leave * SECOND_MS,
        lateSeconds: Math.max(0, leave - (day.deadline[visit] as number)),
      };
    }),
    meters: legs.reduce((total, leg) => total + leg, 0),
    seconds: onTheRoad.reduce((total, seconds) => total + seconds, 0),
  };
}

function whyUnplanned(day: Day, parcel: number): WhyUnplanned {
  const able = day.drivers.filter((_, driver) => mayBring(day, driver, parcel));
  if (able.length === 0) return 'NO_DRIVER';
  const inTime = able.filter((driver) => doneAloneBy(day, parcel, driver) <= driver.until);
  if (inTime.length === 0) return 'OUTSIDE_HOURS';
  return day.onBoard[parcel] === 0 && inTime.every(({ room }) => room === 0) ? 'NO_ROOM' : 'ROUTES_FULL';
}

/** When a driver who had nothing else to do would have brought it. */
function doneAloneBy(day: Day, parcel: number, { start, from }: Day['drivers'][number]): number {
  const visits = day.onBoard[parcel] === 1 ? [dropOffOf(parcel)] : [pickUpOf(parcel), dropOffOf(parcel)];
  let [place, leave] = [start, from];
  for (const visit of visits) {
    const arrival = leave + (day.seconds[place * day.places + (day.placeOf[visit] as number)] as number);
    leave = Math.max(arrival, day.earliest[visit] as number) + (day.handling[visit] as number);
    place = day.placeOf[visit] as number;
  }
  return leave;
}
