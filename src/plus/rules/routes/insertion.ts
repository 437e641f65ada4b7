import { assertPresent } from '../../../foundation/assert.ts';
import { type Cost, costOfMeters, FURTHER_DRIVER, UNBOUNDED } from './cost.ts';
import { type Day, dropOffOf, isPickUp, mayBring, pickUpOf } from './day.ts';
import { latenessOf, type Route, timeRoute } from './route.ts';

/** Less than two ways can differ by. */
const AFTER_EQUALS = 0.5;

/** Where a parcel comes into a route, before which of its visits, and what that adds. */
export type Insertion = Cost & { readonly parcel: number; readonly pickUpAt: number; readonly dropOffAt: number };

export type Inserter = {
  /** The cheapest place for a parcel in a route, where there is one that costs less than the limit; the first of equals. */
  best(route: Route, parcel: number, limit?: Cost): Insertion | undefined;
  /** How many visits were looked past so far: the measure of work done. */
  steps(): number;
};

/**
 * Every pair of positions at a bounded price each: the way is a sum of two detours, the visits between are walked once
 * for all later positions of the drop-off, and those after it have their slack. What costs more than the best so far is
 * left as soon as that shows; there the shorter of two ways is taken for the sooner one too.
 */
export function createInserter(day: Day): Inserter {
  const { places, seconds, meters, placeOf, earliest, handling } = day;
  const longest = 2 * day.parcels.length + 1;
  /** The way by the drop-off before visit k instead of straight on, and the least of these from k on. */
  const detours = new Float64Array(longest);
  const leastDetours = new Float64Array(longest + 1);
  /** By how much a drop-off before visit k or later puts off what comes after it, at least. */
  const leastDelays = new Float64Array(longest);
  let steps = 0;

  const secondsFrom = (from: number, to: number) => seconds[from * places + to] as number;
  const metersFrom = (from: number, to: number) => meters[from * places + to] as number;

  /** Before visit `at`, over a way in and a way out in place of the leg that is there. */
  function detour({ legs, places: route }: Route, at: number, inMeters: number, out: number): number {
    if (at === legs.length) return costOfMeters(inMeters);
    return costOfMeters(inMeters + metersFrom(out, route[at + 1] as number) - (legs[at] as number));
  }

  function measureDetours(route: Route, place: number): void {
    const { length } = route.visits;
    leastDetours[length + 1] = Number.POSITIVE_INFINITY;
    for (let at = length; at >= 0; at--) {
      detours[at] = detour(route, at, metersFrom(route.places[at] as number, place), place);
      leastDetours[at] = Math.min(detours[at] as number, leastDetours[at + 1] as number);
    }
  }

  function measureDelays({ visits, places: route, leaves, arrivals }: Route, place: number, handOver: number): void {
    const { length } = visits;
    leastDelays[length] = secondsFrom(route[length] as number, place) + handOver;
    for (let at = length - 1; at >= 0; at--) {
      const leg = (arrivals[at] as number) - (leaves[at] as number);
      const detour = secondsFrom(route[at] as number, place) + secondsFrom(place, route[at + 1] as number) - leg;
      leastDelays[at] = Math.min(detour + handOver, leastDelays[at + 1] as number);
    }
  }

  /** Whether a driver who comes so much later to visit `at`, and drops off after it, must overrun the hours or make somebody too late. */
  function isHopeless({ visits, slack, waitAhead }: Route, at: number, delay: number, mostLate: number): boolean {
    const more = leastDelays[at + 1] as number;
    if (delay + more - (waitAhead[at] as number) > (slack[visits.length] as number)) return true;
    return mostLate <= 0 && more >= 0 && delay > (slack[at] as number);
  }

  /** What lateness costs more where a drop-off is done before visit `at`; infinite where that is more than the limit. */
  function latenessBy(route: Route, at: number, dropOff: number, leave: number, limit: number): number {
    const own = latenessOf(day, dropOff, leave);
    if (at === route.visits.length)
      return leave > (day.drivers[route.driver]?.until as number) ? Number.POSITIVE_INFINITY : own;
    const arrival = leave + secondsFrom(placeOf[dropOff] as number, route.places[at + 1] as number);
    return own + costOfDelay(route, at, arrival - (route.arrivals[at] as number), limit - own);
  }

  function costOfDelay(route: Route, from: number, delay: number, limit: number): number {
    const { visits, arrivals, leaves, slack, waitAhead, lateAhead } = route;
    if (delay > 0) {
      if (delay <= (slack[from] as number)) return 0;
      const isTooLong = delay - (waitAhead[from] as number) > (slack[visits.length] as number);
      if (limit <= 0 || isTooLong) return Number.POSITIVE_INFINITY;
    } else if (lateAhead[from] === 0) return 0;
    let cost = 0;
    for (let index = from, shift = delay; index < visits.length && shift !== 0; index++) {
      steps++;
      const visit = visits[index] as number;
      const begin = Math.max((arrivals[index] as number) + shift, earliest[visit] as number);
      const leave = begin + (handling[visit] as number);
      cost += latenessOf(day, visit, leave) - latenessOf(day, visit, leaves[index + 1] as number);
      if (cost > limit) return Number.POSITIVE_INFINITY;
      shift = leave - (leaves[index + 1] as number);
    }
    return cost;
  }

  function bestDropOff(route: Route, parcel: number, limit: Cost): Insertion | undefined {
    const dropOff = dropOffOf(parcel);
    const place = placeOf[dropOff] as number;
    const opening = route.visits.length === 0 ? FURTHER_DRIVER : 0;
    let { late: bestLate, way: bestWay } = limit;
    let bestAt: number | undefined;
    measureDetours(route, place);
    for (let at = 0; at <= route.visits.length; at++) {
      const leave =
        (route.leaves[at] as number) + secondsFrom(route.places[at] as number, place) + (handling[dropOff] as number);
      const late = latenessBy(route, at, dropOff, leave, bestLate);
      const way = (detours[at] as number) + opening;
      if (late > bestLate || (late === bestLate && way >= bestWay) || late === Number.POSITIVE_INFINITY) continue;
      [bestLate, bestWay, bestAt] = [late, way, at];
    }
    if (bestAt === undefined) return undefined;
    return { parcel, pickUpAt: bestAt, dropOffAt: bestAt, late: bestLate, way: bestWay };
  }

  function bestPair(route: Route, parcel: number, limit: Cost): Insertion | undefined {
    const { visits, arrivals, leaves, loads } = route;
    const { length } = visits;
    const { until, room } = day.drivers[route.driver] as Day['drivers'][number];
    const [pickUp, dropOff] = [pickUpOf(parcel), dropOffOf(parcel)];
    const [from, to] = [placeOf[pickUp] as number, placeOf[dropOff] as number];
    const handOver = handling[dropOff] as number;
    const opening = length === 0 ? FURTHER_DRIVER : 0;
    let { late: bestLate, way: bestWay } = limit;
    let [bestPickUpAt, bestDropOffAt] = [-1, -1];
    const consider = (pickUpAt: number, dropOffAt: number, late: number, way: number) => {
      if (late > bestLate || (late === bestLate && way >= bestWay) || late === Number.POSITIVE_INFINITY) return;
      [bestLate, bestWay, bestPickUpAt, bestDropOffAt] = [late, way, pickUpAt, dropOffAt];
    };
    const takenBefore = (at: number) => {
      const arrival = (leaves[at] as number) + secondsFrom(route.places[at] as number, from);
      return Math.max(arrival, earliest[pickUp] as number) + (handling[pickUp] as number);
    };
    // What comes last puts off nobody: known first, it lets the others be left as soon as they cost more.
    const lastBrought = takenBefore(length) + secondsFrom(from, to) + handOver;
    if ((loads[length] as number) < room && lastBrought <= until) {
      const way = metersFrom(route.places[length] as number, from) + metersFrom(from, to);
      consider(length, length, latenessOf(day, dropOff, lastBrought), costOfMeters(way) + opening + AFTER_EQUALS);
    }
    measureDetours(route, to);
    measureDelays(route, to, handOver);
    for (let at = 0; at <= length; at++) {
      if ((loads[at] as number) >= room) continue;
      const place = route.places[at] as number;
      const taken = takenBefore(at);
      const brought = taken + secondsFrom(from, to) + handOver;
      if (brought > until || latenessOf(day, dropOff, brought) > bestLate) break;
      const inMeters = metersFrom(place, from);
      const bothDetours = detour(route, at, inMeters + metersFrom(from, to), to) + opening;
      if (bestLate > 0 || bothDetours < bestWay)
        consider(at, at, latenessBy(route, at, dropOff, brought, bestLate), bothDetours);
      const pickUpDetour = detour(route, at, inMeters, from);
      // From here on the parcel is on board, and the visits before its drop-off come later than they did.
      let lateBetween = 0;
      let leave = taken;
      let last = from;
      for (let next = at + 1; next <= length; next++) {
        if (lateBetween >= bestLate && pickUpDetour + (leastDetours[next] as number) >= bestWay) break;
        const visit = visits[next - 1] as number;
        const here = placeOf[visit] as number;
        const arrival = leave + secondsFrom(last, here);
        if (isHopeless(route, next - 1, arrival - (arrivals[next - 1] as number), bestLate - lateBetween)) break;
        steps++;
        if (isPickUp(visit) && (loads[next] as number) >= room) break;
        leave = Math.max(arrival, earliest[visit] as number) + (handling[visit] as number);
        last = here;
        lateBetween += latenessOf(day, visit, leave) - latenessOf(day, visit, leaves[next] as number);
        if (leave > until || lateBetween > bestLate) break;
        const way = pickUpDetour + (detours[next] as number);
        if (lateBetween >= bestLate && way >= bestWay) continue;
        const handedOver = leave + secondsFrom(here, to) + handOver;
        consider(at, next, lateBetween + latenessBy(route, next, dropOff, handedOver, bestLate - lateBetween), way);
      }
    }
    if (bestPickUpAt === -1) return undefined;
    return { parcel, pickUpAt: bestPickUpAt, dropOffAt: bestDropOffAt, late: bestLate, way: Math.floor(bestWay) };
  }

  return {
    best(route, parcel, limit = UNBOUNDED) {
      steps += route.visits.length + 1;
      if (!mayBring(day, route.driver, parcel)) return undefined;
      return day.onBoard[parcel] === 1 ? bestDropOff(route, parcel, limit) : bestPair(route, parcel, limit);
    },
    steps: () => steps,
  };
}

export function insertInto(day: Day, route: Route, { parcel, pickUpAt, dropOffAt }: Insertion): Route {
  const visits = [
    ...route.visits.slice(0, pickUpAt),
    ...(day.onBoard[parcel] === 1 ? [] : [pickUpOf(parcel)]),
    ...route.visits.slice(pickUpAt, dropOffAt),
    dropOffOf(parcel),
    ...route.visits.slice(dropOffAt),
  ];
  return assertPresent(timeRoute(day, route.driver, visits), 'what was found to fit can be driven');
}
