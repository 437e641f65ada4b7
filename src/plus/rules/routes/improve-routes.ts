import { type Cost, isLess, sum } from './cost.ts';
import type { Day } from './day.ts';
import type { Inserter } from './insertion.ts';
import { type Change, createMoves, parcelsOf, withoutParcels } from './moves.ts';
import { neighboursOf } from './neighbours.ts';
import { type AmongEquals, type Draft, insertByRegret } from './regret.ts';
import type { Route } from './route.ts';

const EXCHANGED_AMONG = 20;
/** So many neighbours are taken out together, and put back in this manner. */
const TURNS: readonly { readonly size: number; readonly amongEquals: AmongEquals }[] = [
  { size: 6, amongEquals: 'HARDEST' },
  { size: 12, amongEquals: 'EASIEST' },
  { size: 24, amongEquals: 'HARDEST' },
];
/** Of the parcels without a route, so many are tried with each group. */
const MOST_LEFT_TRIED = 10;

/**
 * From a plan to a better one, never to a worse one. Steepest descent by the moves of moves.ts until none helps; then
 * groups of neighbouring parcels are taken out and put back by regret, and what is better is kept. Both in turn, until
 * neither helps or the steps are spent.
 */
export function improveRoutes(day: Day, inserter: Inserter, draft: Draft, mostSteps: number): Draft {
  const neighbours = neighboursOf(day, Math.max(EXCHANGED_AMONG, ...TURNS.map(({ size }) => size)));
  const near = neighbours.map((others) => new Set(others.slice(0, EXCHANGED_AMONG)));
  const lastStep = inserter.steps() + mostSteps;
  const isSpent = () => inserter.steps() >= lastStep;
  const descend = createDescent(day, inserter, near, isSpent);

  function rebuild(best: Draft, { size, amongEquals }: (typeof TURNS)[number]): Draft {
    let found = best;
    for (const [seed, others] of neighbours.entries()) {
      if (isSpent()) break;
      const group = new Set([seed, ...others.slice(0, size - 1)]);
      const rebuilt = rebuildGroup(day, inserter, found, group, amongEquals);
      if (rebuilt !== undefined && isBetter(rebuilt, found)) found = rebuilt;
    }
    return found;
  }

  let best = { ...draft, routes: descend(draft.routes) };
  for (let turn = 0, sinceBetter = 0; sinceBetter < TURNS.length && !isSpent(); turn++) {
    const rebuilt = rebuild(best, TURNS[turn % TURNS.length] as (typeof TURNS)[number]);
    sinceBetter = rebuilt === best ? sinceBetter + 1 : 0;
    best = rebuilt === best ? best : { ...rebuilt, routes: descend(rebuilt.routes) };
  }
  return best;
}

function createDescent(
  day: Day,
  inserter: Inserter,
  near: readonly ReadonlySet<number>[],
  isSpent: () => boolean,
): (routes: readonly Route[]) => readonly Route[] {
  const moves = createMoves(day, inserter, near);
  /** A change stays the best for its routes as long as they stay. */
  const known = new WeakMap<Route, WeakMap<Route, Change | 'none'>>();

  function bestFor(one: Route, other: Route): Change | undefined {
    const ofOne = known.get(one) ?? new WeakMap<Route, Change | 'none'>();
    known.set(one, ofOne);
    const before = ofOne.get(other);
    if (before !== undefined) return before === 'none' ? undefined : before;
    const change = one === other ? moves.within(one) : moves.between(one, other);
    ofOne.set(other, change ?? 'none');
    return change;
  }

  return (routes) => {
    let improved = [...routes];
    while (!isSpent()) {
      const changes: Change[] = [];
      for (const [index, one] of improved.entries()) {
        if (isSpent()) break;
        for (const other of improved.slice(index)) {
          const change = bestFor(one, other);
          if (change !== undefined) changes.push(change);
        }
      }
      if (changes.length === 0) break;
      improved = applyBest(improved, changes);
    }
    return improved;
  };
}

/** The best first, then the best of those that touch none of its routes, and so on. */
function applyBest(routes: readonly Route[], changes: readonly Change[]): Route[] {
  const changed = [...routes];
  const touched = new Set<number>();
  for (const change of changes.toSorted((a, b) => (isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0))) {
    if (change.routes.some(({ driver }) => touched.has(driver))) continue;
    for (const route of change.routes) {
      touched.add(route.driver);
      changed[route.driver] = route;
    }
  }
  return changed;
}

function rebuildGroup(
  day: Day,
  inserter: Inserter,
  { routes, left }: Draft,
  group: ReadonlySet<number>,
  amongEquals: AmongEquals,
): Draft | undefined {
  const rests: Route[] = [];
  const taken: number[] = [];
  for (const route of routes) {
    const parcels = parcelsOf(route).filter((parcel) => group.has(parcel));
    const rest = parcels.length === 0 ? route : withoutParcels(day, route, (parcel) => group.has(parcel));
    if (rest === undefined) return undefined;
    rests.push(rest);
    taken.push(...parcels);
  }
  const tried = left.slice(0, MOST_LEFT_TRIED);
  const draft = insertByRegret(day, inserter, rests, [...taken, ...tried], amongEquals);
  return { routes: draft.routes, left: [...draft.left, ...left.slice(MOST_LEFT_TRIED)] };
}

export function isBetter(one: Draft, other: Draft): boolean {
  if (one.left.length !== other.left.length) return one.left.length < other.left.length;
  return isLess(costOf(one), costOf(other));
}

function costOf({ routes }: Draft): Cost {
  return sum(...routes);
}
