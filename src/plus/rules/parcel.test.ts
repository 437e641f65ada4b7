import { expect, test } from 'vitest';
import { NOON } from '../../../test/support/an-order.ts';
import { type Entry, formerDriversOf, hasFailedBefore, isInProgress, onItsClock } from './parcel.ts';
import { PARCEL_STATUSES, type ParcelStatus } from './parcel-transitions.ts';

const entry = (event: Entry['event'], driverId?: string): Entry => ({
  at: NOON,
  event,
  status: 'AWAIT_PICKUP',
  by: 'driver',
  ...(driverId === undefined ? {} : { driverId }),
});

test('both times of what a driver reported are told by the clock of the partner', () => {
  expect(onItsClock({ clockAheadMs: 500 }, { at: NOON, receivedAt: NOON + 7 })).toEqual({
    at: NOON + 500,
    receivedAt: NOON + 507,
  });
  expect(Object.keys(onItsClock({ clockAheadMs: 0 }, { at: NOON }))).toEqual(['at']);
});

test('whoever dropped out had it before; whoever has it, or failed to deliver it, did not', () => {
  const history = [
    entry('placed'),
    entry('driverDroppedOut'),
    entry('driverDroppedOut', '7'),
    entry('deliveryFailed', '8'),
    entry('driverDroppedOut', '9'),
  ];
  expect(formerDriversOf({ history })).toEqual(['7', '9']);
});

test('a parcel is in progress until it has come to an end', () => {
  const isUnderWay = (status: ParcelStatus) => isInProgress({ status });
  expect(PARCEL_STATUSES.filter(isUnderWay)).toEqual([
    'AWAIT_DRIVER',
    'AWAIT_PICKUP',
    'DELIVERING',
    'FAILED_PICKUP',
    'FAILED',
    'RETURNED',
  ]);
});

test('a parcel has failed before where its pick-up or its delivery did', () => {
  const hasFailed = (...events: Entry['event'][]) => hasFailedBefore({ history: events.map((event) => entry(event)) });
  expect([hasFailed('placed', 'pickUpFailed'), hasFailed('deliveryFailed', 'driverDroppedOut')]).toEqual([true, true]);
  expect([hasFailed(), hasFailed('placed', 'driverDroppedOut')]).toEqual([false, false]);
});
