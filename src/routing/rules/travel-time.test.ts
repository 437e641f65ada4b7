import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { metersPerSecond, travelMs, type VehicleKind } from './travel-time.ts';

test.each<[VehicleKind, number]>([
  ['foot', 5_000],
  ['bicycle', 14_000],
  ['motorcycle', 25_000],
  ['car', 22_000],
  ['truck', 18_000],
])('in an hour a %s comes %i metres far', (vehicle, meters) => {
  expect(travelMs(meters, vehicle)).toBe(HOUR_MS);
  expect(metersPerSecond(vehicle) * 3_600).toBeCloseTo(meters);
});

test('a travel time is in whole milliseconds, and no way takes none', () => {
  expect(travelMs(0, 'car')).toBe(0);
  expect(travelMs(1, 'car')).toBe(164);
  expect(travelMs(300, 'truck')).toBe(MINUTE_MS);
});
