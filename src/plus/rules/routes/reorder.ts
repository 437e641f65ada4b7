import { costOfMeters, isLess } from './cost.ts';
import { type Day, isPickUp } from './day.ts';
import { type Route, timeRoute } from './route.ts';

const LONGEST_SHORT_BLOCK = 3;

/**
 * The best of a route's own visits in another order: two neighbouring blocks change places, one of them short (or-opt),
 * or a block is driven backwards (2-opt). No parcel is dropped off before it is picked up.
 */
export function bestReorder(day: Day, route: Route): Route | undefined {
  const { visits, places, legs } = route;
  const { length } = visits;
  const metersFrom = (from: number, to: number) => day.meters[from * day.places + to] as number;
  /** From the place before visit `from` to the place of visit `to`; nothing beyond the last. */
  const link = (from: number, to: number) =>
    to === length ? 0 : metersFrom(places[from] as number, places[to + 1] as number);
  const leg = (index: number) => (index === length ? 0 : (legs[index] as number));
  const pickedUpAt = pickUpPositions(visits);
  let best: Route | undefined;

  /** Where nobody is late only a shorter way helps, so that most orders need not be driven. */
  const consider = (metersMore: number, order: () => readonly number[]) => {
    if (route.late === 0 && metersMore >= 0) return;
    if (best?.late === 0 && route.way + costOfMeters(metersMore) >= best.way) return;
    const candidate = timeRoute(day, route.driver, order());
    if (candidate !== undefined && isLess(candidate, best ?? route)) best = candidate;
  };

  for (let a = 0; a < length; a++) {
    for (let b = a + 1; b < length; b++) {
      const longestSecond = b - a <= LONGEST_SHORT_BLOCK ? length : LONGEST_SHORT_BLOCK;
      for (let c = b + 1; c <= length && c - b <= longestSecond; c++) {
        if (isPickedUpIn(visits[c - 1] as number, a, b)) break;
        const more = link(a, b) + link(c, a) + link(b, c) - leg(a) - leg(b) - leg(c);
        consider(more, () => [...visits.slice(0, a), ...visits.slice(b, c), ...visits.slice(a, b), ...visits.slice(c)]);
      }
    }
    let there = 0;
    let back = 0;
    for (let b = a + 2; b <= length; b++) {
      if (isPickedUpIn(visits[b - 1] as number, a, b)) break;
      there += leg(b - 1);
      back += metersFrom(places[b] as number, places[b - 1] as number);
      const more = link(a, b - 1) + back + link(a + 1, b) - leg(a) - there - leg(b);
      consider(more, () => [...visits.slice(0, a), ...visits.slice(a, b).reverse(), ...visits.slice(b)]);
    }
  }
  return best;

  function isPickedUpIn(visit: number, begin: number, end: number): boolean {
    if (isPickUp(visit)) return false;
    const position = pickedUpAt.get(visit) ?? -1;
    return position >= begin && position < end;
  }
}

/** For each drop-off the position of its pick-up in the route, if it has one there. */
function pickUpPositions(visits: readonly number[]): Map<number, number> {
  return new Map(visits.flatMap((visit, index) => (isPickUp(visit) ? [[visit + 1, index] as const] : [])));
}
