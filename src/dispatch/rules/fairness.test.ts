import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { earnedPerHour, spreadOf, valueAt } from './fairness.ts';

test('what a driver earns per hour is known after half an hour online, and not a moment before', () => {
  expect(earnedPerHour(60n, 30 * MINUTE_MS - 1)).toBeUndefined();
  expect(earnedPerHour(60n, 30 * MINUTE_MS)).toBe(120);
  expect(earnedPerHour(0n, HOUR_MS)).toBe(0);
  expect(earnedPerHour(300n, 4 * HOUR_MS)).toBe(75);
});

test.each([
  [[], 0],
  [[50], 0],
  [[0, 0, 0], 0],
  [[40, 40, 40], 0],
  [[0, 100], 1],
  [[50, 150], 0.5],
  [[90, 100, 110], Math.sqrt(200 / 3) / 100],
])('earnings per hour of %j spread by %d', (perHour, spread) => {
  expect(spreadOf(perHour)).toBeCloseTo(spread, 12);
});

const earnings = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 50 });

test('it is the same in every currency, and in whichever order drivers come', () => {
  fc.assert(
    fc.property(earnings, fc.integer({ min: 1, max: 1_000 }), (perHour, rate) => {
      expect(spreadOf(perHour.map((value) => value * rate))).toBeCloseTo(spreadOf(perHour), 6);
      expect(spreadOf(perHour.toReversed())).toBeCloseTo(spreadOf(perHour), 6);
    }),
  );
});

test('what the richest give to the poorest never makes it larger', () => {
  fc.assert(
    fc.property(earnings, (perHour) => {
      const sorted = perHour.toSorted((a, b) => a - b);
      const [poorest, richest] = [sorted[0] as number, sorted.at(-1) as number];
      const middle = (poorest + richest) / 2;
      const shared = sorted.length < 2 ? sorted : [middle, ...sorted.slice(1, -1), middle];
      expect(spreadOf(shared)).toBeLessThanOrEqual(spreadOf(perHour) + 1e-9);
    }),
  );
});

test('the value that a share of all do not exceed', () => {
  const values = [40, 10, 30, 20];
  expect([0, 0.25, 0.26, 0.5, 0.9, 1].map((share) => valueAt(values, share))).toEqual([10, 10, 20, 20, 40, 40]);
  expect(valueAt([], 0.5)).toBeUndefined();
});
