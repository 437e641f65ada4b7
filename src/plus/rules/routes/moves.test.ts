import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aDriver, anyProblem, aParcel, aProblem, street } from '../../../../test/support/planning-problems.ts';
import { FREE, isLess, less, sum } from './cost.ts';
import { type Day, numberDay } from './day.ts';
import { createInserter } from './insertion.ts';
import { createMoves } from './moves.ts';
import { insertByRegret } from './regret.ts';
import { bestReorder } from './reorder.ts';
import { type Route, timeRoute } from './route.ts';

/** Every parcel is near every other, or none is. */
function movesIn(day: Day, areNear = true) {
  const near = new Set(areNear ? day.parcels.keys() : []);
  return createMoves(
    day,
    createInserter(day),
    day.parcels.map(() => near),
  );
}

const routeOf = (day: Day, driver: number, ...visits: readonly number[]) => timeRoute(day, driver, visits) as Route;

describe('each move does what it is for', () => {
  test('visits in another order: there and back becomes one way', () => {
    const parcels = [aParcel('a', 0, 1), aParcel('b', 0, 2), aParcel('c', 0, 3)];
    const day = numberDay(aProblem(street(0, 1, 2, 3), parcels, [aDriver('x', 0)]));
    const better = bestReorder(day, routeOf(day, 0, 0, 2, 4, 5, 3, 1));
    expect(better?.visits).toEqual([0, 2, 4, 1, 3, 5]);
  });

  test('no order puts a drop-off before its pick-up, however short', () => {
    const day = numberDay(aProblem(street(0, 9, 1), [aParcel('a', 1, 2)], [aDriver('x', 0)]));
    expect(bestReorder(day, routeOf(day, 0, 0, 1))).toBeUndefined();
  });

  test('a parcel goes over to a driver who is nearer, though something else stays on board', () => {
    const parcels = [aParcel('a', 0, 1), aParcel('b', 3, 4), aParcel('p', 0, 2, { heldBy: 'x', isOnBoard: true })];
    const day = numberDay(aProblem(street(0, 1, 2, 50, 51), parcels, [aDriver('x', 0), aDriver('y', 3)]));
    const change = movesIn(day).between(routeOf(day, 0, 0, 1, 2, 3, 5), routeOf(day, 1));
    expect(change?.routes.map(({ visits }) => visits)).toEqual([
      [0, 1, 5],
      [2, 3],
    ]);
  });

  test('two parcels are exchanged, though each driver has something else on board all the way', () => {
    const onBoard = [
      aParcel('p', 0, 1, { heldBy: 'x', isOnBoard: true }),
      aParcel('q', 0, 2, { heldBy: 'y', isOnBoard: true }),
    ];
    const parcels = [aParcel('a', 0, 1), aParcel('b', 3, 2), ...onBoard];
    const day = numberDay(aProblem(street(0, 1, 4, 5), parcels, [aDriver('x', 0), aDriver('y', 3)]));
    const crossed = [routeOf(day, 0, 2, 3, 5), routeOf(day, 1, 0, 1, 7)] as const;
    const { routes = [] } = movesIn(day).between(...crossed) ?? {};
    const sorted = routes.map(({ visits }) => visits.toSorted((a, b) => a - b));
    expect(sorted).toEqual([
      [0, 1, 5],
      [2, 3, 7],
    ]);
  });

  test('ends are exchanged where nothing is on board', () => {
    const parcels = ['a', 'b', 'c', 'd'].map((id, index) => aParcel(id, index, index));
    const drivers = [aDriver('x', 0), aDriver('y', 2)];
    const day = numberDay(aProblem(street(0, 1, 50, 51), parcels, drivers));
    const crossed = [routeOf(day, 0, 0, 1, 6, 7), routeOf(day, 1, 4, 5, 2, 3)] as const;
    const change = movesIn(day, false).between(...crossed);
    expect(sum(...crossed, change ?? FREE).way).toBe(sum(routeOf(day, 0, 0, 1, 2, 3), routeOf(day, 1, 4, 5, 6, 7)).way);
  });
});

test('whatever the routes, a change costs what it says, which is less than nothing, and keeps all visits', () => {
  fc.assert(
    fc.property(anyProblem(10, 2), (problem) => {
      fc.pre(problem.drivers.length === 2);
      const day = numberDay(problem);
      const idle = [routeOf(day, 0), routeOf(day, 1)];
      const all = day.parcels.map((_, parcel) => parcel);
      const { routes } = insertByRegret(day, createInserter(day), idle, all, 'HARDEST');
      const [one, other] = routes as [Route, Route];
      const moves = movesIn(day);
      for (const [change, before] of [
        [moves.within(one), [one]],
        [moves.between(one, other), [one, other]],
      ] as const) {
        if (change === undefined) continue;
        expect(isLess(change, FREE)).toBe(true);
        expect(less(sum(...change.routes), sum(...before))).toEqual({ late: change.late, way: change.way });
        const visitsIn = (routes: readonly Route[]) => routes.flatMap(({ visits }) => visits).toSorted((a, b) => a - b);
        expect(visitsIn(change.routes)).toEqual(visitsIn(before));
      }
    }),
    { numRuns: 300 },
  );
});
