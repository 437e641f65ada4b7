import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  aDriver,
  anyProblem,
  anyTown,
  aParcel,
  aProblem,
  EIGHT,
  street,
} from '../../../../test/support/planning-problems.ts';
import { SECOND_MS } from '../../../foundation/time.ts';
import { type Cost, isLess, less } from './cost.ts';
import { type Day, mayBring, numberDay } from './day.ts';
import { createInserter, type Insertion, insertInto } from './insertion.ts';
import { type Route, timeRoute } from './route.ts';

/** A route of every parcel that fits at its best place, in the order of ids, and the parcels that come after. */
function aRoute(day: Day, visitsAtLeast: number): { route: Route; others: readonly number[] } {
  const inserter = createInserter(day);
  let route = timeRoute(day, 0, []) as Route;
  let next = 0;
  for (; next < day.parcels.length && route.visits.length < visitsAtLeast; next++) {
    const insertion = inserter.best(route, next);
    if (insertion !== undefined) route = insertInto(day, route, insertion);
  }
  return { route, others: day.parcels.map((_, parcel) => parcel).slice(next) };
}

/** Every pair of positions, driven. */
function tryAll(day: Day, route: Route, parcel: number): readonly Cost[] {
  const isWaiting = day.onBoard[parcel] === 0;
  const { length } = route.visits;
  const pairs = Array.from({ length: length + 1 }, (_, pickUpAt) =>
    Array.from({ length: length + 1 - pickUpAt }, (_, more) => [pickUpAt, pickUpAt + more] as const),
  ).flat();
  if (!mayBring(day, route.driver, parcel)) return [];
  return pairs
    .filter(([pickUpAt, dropOffAt]) => isWaiting || pickUpAt === dropOffAt)
    .flatMap(([pickUpAt, dropOffAt]) => {
      const visits = [
        ...route.visits.slice(0, pickUpAt),
        ...(isWaiting ? [2 * parcel] : []),
        ...route.visits.slice(pickUpAt, dropOffAt),
        2 * parcel + 1,
        ...route.visits.slice(dropOffAt),
      ];
      const driven = timeRoute(day, route.driver, visits);
      return driven === undefined ? [] : [costOf(less(driven, route))];
    });
}

const costOf = ({ late, way }: Cost): Cost => ({ late, way });
const leastOf = (costs: readonly Cost[]) =>
  costs.reduce<Cost | undefined>((a, b) => (a && !isLess(b, a) ? a : b), undefined);

test('in a town the place found is as good as the best of all, driven one by one', () => {
  fc.assert(
    fc.property(anyProblem(9, 1, anyTown), fc.nat({ max: 12 }), (problem, visits) => {
      fc.pre(problem.drivers.length > 0);
      const day = numberDay(problem);
      const { route, others } = aRoute(day, visits);
      for (const parcel of others) {
        const found = createInserter(day).best(route, parcel);
        expect(found && costOf(found)).toEqual(leastOf(tryAll(day, route, parcel)));
      }
    }),
    { numRuns: 300 },
  );
});

test('wherever it is, what it is said to cost is what it costs', () => {
  fc.assert(
    fc.property(anyProblem(9, 1), fc.nat({ max: 12 }), (problem, visits) => {
      fc.pre(problem.drivers.length > 0);
      const day = numberDay(problem);
      const { route, others } = aRoute(day, visits);
      for (const parcel of others) {
        const found = createInserter(day).best(route, parcel);
        if (found !== undefined) expect(costOf(less(insertInto(day, route, found), route))).toEqual(costOf(found));
      }
    }),
    { numRuns: 300 },
  );
});

test('a limit leaves out what costs as much or more, and nothing else', () => {
  fc.assert(
    fc.property(anyProblem(9, 1, anyTown), fc.nat({ max: 12 }), (problem, visits) => {
      fc.pre(problem.drivers.length > 0);
      const day = numberDay(problem);
      const inserter = createInserter(day);
      const { route, others } = aRoute(day, visits);
      for (const parcel of others) {
        const found = inserter.best(route, parcel) as Insertion | undefined;
        if (found === undefined) continue;
        expect(inserter.best(route, parcel, found)).toBeUndefined();
        expect(inserter.best(route, parcel, { ...found, way: found.way + 1 })).toEqual(found);
      }
    }),
  );
});

test('between the visits of a driver who has no time left nobody looks for a place', () => {
  const collected = Array.from({ length: 20 }, (_, number) => aParcel(`${100 + number}`, 0, 1 + number));
  const problem = aProblem(street(...Array.from({ length: 21 }, (_, kilometer) => kilometer)), collected, [
    aDriver('1', 0),
  ]);
  const parcels = [...collected, aParcel('200', 1, 20, { deliverBy: EIGHT })];
  const visits = [...collected.map((_, parcel) => 2 * parcel), ...collected.map((_, parcel) => 2 * parcel + 1)];
  const done = (timeRoute(numberDay(problem), 0, visits) as Route).leaves.at(-1) as number;
  const day = numberDay({ ...problem, parcels, drivers: [aDriver('1', 0, { until: done * SECOND_MS, room: 30 })] });
  const inserter = createInserter(day);
  expect(inserter.best(timeRoute(day, 0, visits) as Route, collected.length)).toBeUndefined();
  expect(inserter.steps()).toBe(visits.length + 1);
});
