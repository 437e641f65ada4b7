import { type Cost, FREE, isLess, less, sum } from './cost.ts';
import { type Day, isPickUp, parcelOf } from './day.ts';
import { type Inserter, insertInto } from './insertion.ts';
import { bestReorder } from './reorder.ts';
import { type Route, timeRoute } from './route.ts';

/** What a change of one or two routes costs, always less than nothing, and the routes as they are after it. */
export type Change = Cost & { readonly routes: readonly Route[] };

export type Moves = {
  /** A parcel elsewhere in its own route, or the visits in another order. */
  within(route: Route): Change | undefined;
  /** A parcel into the other route, two parcels exchanged, or the ends of the routes exchanged. */
  between(one: Route, other: Route): Change | undefined;
};

/** The best change of each kind, where there is one that helps. Only near parcels are exchanged. */
export function createMoves(day: Day, inserter: Inserter, near: readonly ReadonlySet<number>[]): Moves {
  const rests = new WeakMap<Route, Map<number, Route | undefined>>();

  /** The route without a parcel; undefined where a parcel that stays on board takes the room of others. */
  function restOf(route: Route, parcel: number): Route | undefined {
    const known = rests.get(route) ?? new Map<number, Route | undefined>();
    rests.set(route, known);
    if (!known.has(parcel))
      known.set(
        parcel,
        withoutParcels(day, route, (other) => other === parcel),
      );
    return known.get(parcel);
  }

  function better(best: Change | undefined, before: readonly Route[], after: readonly (Route | undefined)[]) {
    if (after.includes(undefined)) return best;
    const routes = after as readonly Route[];
    const change = less(sum(...routes), sum(...before));
    return isLess(change, best ?? FREE) ? { ...change, routes } : best;
  }

  function relocate(best: Change | undefined, from: Route, to: Route): Change | undefined {
    let found = best;
    for (const parcel of parcelsOf(from)) {
      const rest = restOf(from, parcel);
      if (rest === undefined) continue;
      const target = from === to ? rest : to;
      const insertion = inserter.best(target, parcel, sum(less(from, rest), found ?? FREE));
      if (insertion === undefined) continue;
      const filled = insertInto(day, target, insertion);
      found = from === to ? better(found, [from], [filled]) : better(found, [from, to], [rest, filled]);
    }
    return found;
  }

  function exchange(best: Change | undefined, one: Route, other: Route): Change | undefined {
    let found = best;
    for (const parcel of parcelsOf(one)) {
      for (const otherParcel of parcelsOf(other)) {
        if (!near[parcel]?.has(otherParcel) && !near[otherParcel]?.has(parcel)) continue;
        const [rest, otherRest] = [restOf(one, parcel), restOf(other, otherParcel)];
        if (rest === undefined || otherRest === undefined) continue;
        const limit = sum(less(one, rest), less(other, otherRest), found ?? FREE);
        const there = inserter.best(otherRest, parcel, limit);
        const here = there && inserter.best(rest, otherParcel, less(limit, there));
        if (there === undefined || here === undefined) continue;
        const after = [insertInto(day, rest, here), insertInto(day, otherRest, there)];
        found = better(found, [one, other], after);
      }
    }
    return found;
  }

  function exchangeEnds(best: Change | undefined, one: Route, other: Route): Change | undefined {
    let found = best;
    for (const cut of cutsOf(one)) {
      for (const otherCut of cutsOf(other)) {
        if (one.late + other.late === 0 && metersMore(one, cut, other, otherCut) >= 0) continue;
        const after = [
          timeRoute(day, one.driver, [...one.visits.slice(0, cut), ...other.visits.slice(otherCut)]),
          timeRoute(day, other.driver, [...other.visits.slice(0, otherCut), ...one.visits.slice(cut)]),
        ];
        found = better(found, [one, other], after);
      }
    }
    return found;
  }

  function metersMore(one: Route, cut: number, other: Route, otherCut: number): number {
    const link = (from: Route, fromCut: number, to: Route, toCut: number) =>
      toCut === to.visits.length
        ? 0
        : (day.meters[(from.places[fromCut] as number) * day.places + (to.places[toCut + 1] as number)] as number);
    const legs = (one.legs[cut] ?? 0) + (other.legs[otherCut] ?? 0);
    return link(one, cut, other, otherCut) + link(other, otherCut, one, cut) - legs;
  }

  return {
    within(route) {
      const found = better(undefined, [route], [bestReorder(day, route)]);
      return relocate(found, route, route);
    },
    between(one, other) {
      const found = relocate(relocate(undefined, one, other), other, one);
      return exchangeEnds(exchange(found, one, other), one, other);
    },
  };
}

export function parcelsOf({ visits }: Route): readonly number[] {
  return visits.filter((visit) => !isPickUp(visit)).map(parcelOf);
}

export function withoutParcels(
  day: Day,
  { driver, visits }: Route,
  isOut: (parcel: number) => boolean,
): Route | undefined {
  return timeRoute(
    day,
    driver,
    visits.filter((visit) => !isOut(parcelOf(visit))),
  );
}

/** Where no parcel is both before and behind. What is on board at the end is brought by nobody. */
function cutsOf({ loads }: Route): readonly number[] {
  return loads.flatMap((load, cut) => (load === loads[loads.length - 1] ? [cut] : []));
}
