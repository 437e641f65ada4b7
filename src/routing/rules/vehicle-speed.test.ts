import { expect, test } from 'vitest';
import { metersPerSecond, type VehicleKind } from './vehicle-speed.ts';

test.each<[VehicleKind, number]>([
  ['foot', 5_000],
  ['bicycle', 14_000],
  ['motorcycle', 25_000],
  ['car', 22_000],
  ['truck', 18_000],
])('in an hour a %s comes %i metres far', (vehicle, meters) => {
  expect(metersPerSecond(vehicle) * 3_600).toBeCloseTo(meters);
});
