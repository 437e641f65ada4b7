import { expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { driverOf, dropOffsOf, hasPictures, onItsClock, onOurs, totalOf } from './order.ts';

test('a partner’s clock may be ahead of ours, and both tell of the same moment', () => {
  const order = { clockAheadMs: 90_000 };
  expect([onItsClock(order, NOON), onOurs(order, NOON)]).toEqual([NOON + 90_000, NOON - 90_000]);
});

test('an order has pictures where one of its stops was closed with one', () => {
  const closed = (number: number, image?: string) =>
    dropOff(number, { closing: { outcome: 'DELIVERED', at: NOON, ...(image === undefined ? {} : { image }) } });
  const has = (...stops: ReturnType<typeof dropOff>[]) => hasPictures({ delivery: aDelivery({ stops }) });
  expect(has(PICK_UP, closed(1), closed(2, 'proofs/a.jpg'))).toBe(true);
  expect(has(PICK_UP, closed(1), dropOff(2))).toBe(false);
});

test('whoever has an order, or had it at its end, is its driver', () => {
  expect(driverOf(orderIn('ASSIGNING_DRIVER'))).toBeUndefined();
  for (const status of ['ON_GOING', 'PICKED_UP', 'COMPLETED'] as const)
    expect(driverOf(orderIn(status))).toMatchObject({ driverId: expect.any(String) });
});

test('what is paid is the fare and the priority fee, and all stops but the first are drop-offs', () => {
  expect(totalOf({ fareMinor: 84n, priorityFeeMinor: 20n })).toBe(104n);
  const stops = [PICK_UP, dropOff(1), dropOff(2)];
  expect(dropOffsOf({ delivery: aDelivery({ stops }) })).toEqual([dropOff(1), dropOff(2)]);
});
