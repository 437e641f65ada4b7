import { describe, expect, test } from 'vitest';
import { type OrderClaim, scoreOf, WEIGHTS } from './score.ts';

const CLAIM: OrderClaim = {
  metersPerSecond: 25 / 3.6,
  roadFactor: 1.4,
  waitedMs: 0,
  fareMinor: 1_000n,
  priorityFeeMinor: 0n,
  usualPerHour: 200,
};
const near = { meters: 2_500, earnedPerHour: 200 };
const score = (claim: Partial<OrderClaim>, driver: Partial<typeof near> = {}) =>
  scoreOf({ ...CLAIM, ...claim }, { ...near, ...driver });

describe('the way to the pick-up', () => {
  test('is the straight line, longer by the road factor, at the speed of the vehicle', () => {
    expect(score({})).toEqual({ pickUpSeconds: 504, ageBonus: 0, feeBonus: 0, fairnessBonus: 0, cost: 504 });
    expect(score({ roadFactor: 1 }).pickUpSeconds).toBe(360);
    expect(score({}, { meters: 0 }).pickUpSeconds).toBe(0);
  });

  test('takes longer the slower the vehicle is', () => {
    expect(score({ metersPerSecond: 5 }).pickUpSeconds).toBe(700);
    expect(score({ metersPerSecond: 7 }).pickUpSeconds).toBe(500);
  });

  test('is told in whole seconds, the nearest ones', () => {
    const seconds = [14, 15, 25, 26].map((meters) => score({ roadFactor: 1, metersPerSecond: 10 }, { meters }));
    expect(seconds.map(({ pickUpSeconds }) => pickUpSeconds)).toEqual([1, 2, 3, 3]);
  });
});

test('every second waited counts the same', () => {
  expect(score({ waitedMs: 60_000 }).ageBonus).toBe(60 * WEIGHTS.secondsPerSecondWaited);
  expect(score({ waitedMs: 7_200_000 }).ageBonus).toBe(7_200 * WEIGHTS.secondsPerSecondWaited);
  expect([1_249, 1_250, 2_500].map((waitedMs) => score({ waitedMs }).ageBonus)).toEqual([0, 1, 1]);
});

describe('a priority fee', () => {
  test('as large as the fare is worth half of the most, and none is worth nothing', () => {
    expect(score({ priorityFeeMinor: 1_000n }).feeBonus).toBe(WEIGHTS.mostForFee / 2);
    expect(score({ priorityFeeMinor: 0n }).feeBonus).toBe(0);
    expect(score({ priorityFeeMinor: 0n, fareMinor: 0n }).feeBonus).toBe(0);
    expect([1_000n, 2_000n].map((fareMinor) => score({ priorityFeeMinor: 1n, fareMinor }).feeBonus)).toEqual([1, 0]);
  });

  test('is worth more the larger it is, and never more than the most', () => {
    const fees = [1n, 10n, 100n, 500n, 5_000n, 10n ** 15n].map((fee) => score({ priorityFeeMinor: fee }).feeBonus);
    expect(fees).toEqual(fees.toSorted((a, b) => a - b));
    expect(fees.at(-1)).toBe(WEIGHTS.mostForFee);
    expect(score({ priorityFeeMinor: 5n, fareMinor: 0n }).feeBonus).toBe(WEIGHTS.mostForFee);
  });
});

describe('fairness', () => {
  test.each([
    [0, WEIGHTS.mostForFairness],
    [100, WEIGHTS.mostForFairness / 2],
    [199, 1],
    [199.5, 0],
    [200, 0],
    [900, 0],
  ])('a driver who earned %d an hour where 200 is usual is %d seconds ahead', (earnedPerHour, seconds) => {
    expect(score({}, { earnedPerHour }).fairnessBonus).toBe(seconds);
  });

  test('who has just come online is neither ahead nor behind', () => {
    expect(scoreOf(CLAIM, { meters: 1, earnedPerHour: undefined }).fairnessBonus).toBe(0);
  });

  test('where nobody has earned anything nobody is ahead', () => {
    expect(score({ usualPerHour: 0 }, { earnedPerHour: 0 }).fairnessBonus).toBe(0);
    expect(score({ usualPerHour: undefined }, { earnedPerHour: 0 }).fairnessBonus).toBe(0);
  });
});

test('all bonuses are taken off the way', () => {
  const all = score({ waitedMs: 60_000, priorityFeeMinor: 1_000n }, { earnedPerHour: 0 });
  expect(all.cost).toBe(all.pickUpSeconds - all.ageBonus - all.feeBonus - all.fairnessBonus);
  expect(all.cost).toBe(504 - 24 - 450 - 180);
});
