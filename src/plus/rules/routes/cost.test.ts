import { expect, test } from 'vitest';
import { costOfLateness, costOfMeters, FREE, FURTHER_DRIVER, isLess, less, sum } from './cost.ts';

const late = (...seconds: readonly number[]) => sum(...seconds.map((each) => ({ late: costOfLateness(each), way: 0 })));
const way = (meters: number, drivers: number) => ({ late: 0, way: costOfMeters(meters) + drivers * FURTHER_DRIVER });

test('in time costs nothing, to the second', () => {
  expect(late(-1)).toEqual(FREE);
  expect(late(0)).toEqual(FREE);
  expect(isLess(FREE, late(1))).toBe(true);
});

test('one deadline broken by a week is better than two broken by a second', () => {
  expect(isLess(late(7 * 86_400), late(1, 1))).toBe(true);
});

test('among as many broken deadlines the seconds decide, then the metres, then the drivers', () => {
  expect(isLess(sum(late(1, 2), way(9000, 9)), sum(late(2, 2), way(0, 0)))).toBe(true);
  expect(isLess(way(999, 1000), way(1000, 1))).toBe(true);
  expect(isLess(way(1000, 1), way(1000, 2))).toBe(true);
  expect(isLess(way(1000, 1), way(1000, 1))).toBe(false);
});

test('sums are exact where a day is as large as can be', () => {
  const most = sum(...Array.from({ length: 10_000 }, () => late(30 * 86_400)));
  const oneLess = sum(...Array.from({ length: 9_999 }, () => late(30 * 86_400)), late(30 * 86_400 - 1));
  expect(less(most, oneLess)).toEqual({ late: 1, way: 0 });
});

test('metres and drivers add up, and are taken away again', () => {
  expect(sum(way(1_000, 0), way(2_000, 1))).toEqual(way(3_000, 1));
  expect(less(way(3_000, 1), way(1_000, 0))).toEqual(way(2_000, 1));
});
