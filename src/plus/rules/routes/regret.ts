import { type Cost, isLess, less, NO_LATER, UNBOUNDED } from './cost.ts';
import type { Day } from './day.ts';
import { type Inserter, type Insertion, insertInto } from './insertion.ts';
import type { Route } from './route.ts';

/** One route for each driver, some of them empty, and the parcels that fit into none. */
export type Draft = { readonly routes: readonly Route[]; readonly left: readonly number[] };

export type AmongEquals = 'HARDEST' | 'EASIEST';

/** The best place of a parcel, and what it would cost more to put it into another route. */
type Choice = { readonly insertion: Insertion; readonly number: number; readonly regret: Cost };

/**
 * Puts in, one after the other, the parcel that would lose most by waiting: the one whose second best route is worst
 * compared to its best. Among equals the hardest or the easiest to place, then the first by id: the former makes for short
 * ways, the latter for many parcels where hours are scarce.
 */
export function insertByRegret(
  day: Day,
  inserter: Inserter,
  routes: readonly Route[],
  parcels: readonly number[],
  amongEquals: AmongEquals,
): Draft {
  const filled = [...routes];
  const waiting = new Map(
    parcels.toSorted((a, b) => a - b).map((parcel) => [parcel, createChooser(inserter, parcel, filled)]),
  );
  while (waiting.size > 0) {
    let next: Choice | undefined;
    for (const chooser of waiting.values()) {
      const choice = chooser.choose();
      if (choice !== undefined && (next === undefined || isMoreUrgent(choice, next, amongEquals))) next = choice;
    }
    if (next === undefined) break;
    const { insertion, number } = next;
    waiting.delete(insertion.parcel);
    filled[number] = insertInto(day, filled[number] as Route, insertion);
    for (const chooser of waiting.values()) chooser.lookAgain(number);
  }
  return { routes: filled, left: [...waiting.keys()] };
}

type Chooser = { choose(): Choice | undefined; lookAgain(number: number): void };

/** Looks for places that make nobody later; only where there are none left, for any. */
function createChooser(inserter: Inserter, parcel: number, routes: readonly Route[]): Chooser {
  let limit = NO_LATER;
  let insertions: (Insertion | undefined)[] = [];
  let choice: Choice | undefined;
  const look = () => {
    insertions = routes.map((route) => inserter.best(route, parcel, limit));
    choice = chooseRoute(insertions);
  };
  look();
  return {
    choose() {
      if (choice !== undefined || limit === UNBOUNDED) return choice;
      limit = UNBOUNDED;
      look();
      return choice;
    },
    lookAgain(number) {
      const before = insertions[number];
      insertions[number] = inserter.best(routes[number] as Route, parcel, limit);
      if (before !== undefined || insertions[number] !== undefined) choice = chooseRoute(insertions);
    },
  };
}

function chooseRoute(insertions: readonly (Insertion | undefined)[]): Choice | undefined {
  let best: Insertion | undefined;
  let number = 0;
  let second: Cost = UNBOUNDED;
  for (let route = 0; route < insertions.length; route++) {
    const insertion = insertions[route];
    if (insertion === undefined) continue;
    if (best === undefined || isLess(insertion, best)) {
      second = best ?? UNBOUNDED;
      best = insertion;
      number = route;
    } else if (isLess(insertion, second)) second = insertion;
  }
  return best && { insertion: best, number, regret: less(second, best) };
}

function isMoreUrgent(one: Choice, other: Choice, amongEquals: AmongEquals): boolean {
  if (isLess(other.regret, one.regret)) return true;
  if (isLess(one.regret, other.regret)) return false;
  return amongEquals === 'EASIEST' ? isLess(one.insertion, other.insertion) : isLess(other.insertion, one.insertion);
}
