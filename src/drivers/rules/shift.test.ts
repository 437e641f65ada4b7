import { expect, test } from 'vitest';
import { HOUR_MS } from '../../foundation/time.ts';
import { onlineMsByDriver, type Shift } from './shift.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const shift = (fromHours: number, toHours: number | undefined, driverId = '100001'): Shift => ({
  driverId,
  onlineAt: NOON + fromHours * HOUR_MS,
  offlineAt: toHours === undefined ? undefined : NOON + toHours * HOUR_MS,
});
const hours = (...shifts: Shift[]) =>
  [...onlineMsByDriver(shifts, NOON - 4 * HOUR_MS, NOON)].map(([driverId, ms]) => [driverId, ms / HOUR_MS]);

test('the hours of a driver add up', () => {
  expect(hours(shift(-4, -3), shift(-2, -1.5))).toEqual([['100001', 1.5]]);
});

test('what was before does not count, and what is still going on counts until now', () => {
  expect(hours(shift(-9, -3))).toEqual([['100001', 1]]);
  expect(hours(shift(-0.5, undefined))).toEqual([['100001', 0.5]]);
  expect(hours(shift(-9, undefined))).toEqual([['100001', 4]]);
});

test('a shift that ended before, or begins only now, counts for nothing', () => {
  expect(hours(shift(-9, -4))).toEqual([['100001', 0]]);
  expect(hours(shift(0, undefined))).toEqual([['100001', 0]]);
  expect(hours(shift(1, 2))).toEqual([['100001', 0]]);
});

test('each driver has a sum', () => {
  expect(hours(shift(-1, undefined), shift(-2, -1, '100002'), shift(-3, -2))).toEqual([
    ['100001', 2],
    ['100002', 1],
  ]);
});
