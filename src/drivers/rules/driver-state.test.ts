import { expect, test } from 'vitest';
import { driverState } from './driver-state.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

test.each([
  [false, NOON - 60_000, 'FREE'],
  [true, NOON - 60_000, 'BUSY'],
  [false, NOON - 60_001, 'SILENT'],
  [true, NOON - 60_001, 'SILENT'],
] as const)('with an order: %s, heard of at %d: %s', (hasOrder, heardAt, state) => {
  expect(driverState(hasOrder, heardAt, NOON, 60_000)).toBe(state);
});
