import { expect, test } from 'vitest';
import { happen, PICK_UP_AT, parcelIn } from '../../test/support/a-parcel.ts';
import { NOON } from '../../test/support/an-order.ts';
import { orThrow } from '../foundation/decision.ts';
import { HOUR_MS, MINUTE_MS } from '../foundation/time.ts';
import { PARCEL_STATUSES, type ParcelEvent } from '../plus/rules/parcel-transitions.ts';
import { deliveryOfParcel } from './parcel-delivery.ts';

/** A parcel after these events, a minute apart. */
function after(...events: readonly ParcelEvent[]) {
  const start = parcelIn('AWAIT_DRIVER');
  return events.reduce((parcel, event, index) => orThrow(happen(parcel, event, NOON + index * MINUTE_MS)), start);
}
const kindsAfter = (...events: readonly ParcelEvent[]) =>
  deliveryOfParcel(after(...events)).steps.map(({ kind }) => kind);

test('every status is a stage', () => {
  const stages = Object.fromEntries(
    PARCEL_STATUSES.map((status) => [status, deliveryOfParcel(parcelIn(status)).stage]),
  );
  expect(stages).toEqual({
    AWAIT_DRIVER: 'searching',
    AWAIT_PICKUP: 'collecting',
    DELIVERING: 'delivering',
    FAILED_PICKUP: 'pickUpFailed',
    FAILED: 'notDelivered',
    RETURNED: 'returned',
    DELIVERED: 'delivered',
    CANCELED: 'cancelled',
    CLOSED: 'closed',
  });
});

test('every thing that happened is a step, but for who dropped out again', () => {
  expect(kindsAfter('driverAssigned', 'driverDroppedOut')).toEqual(['placed']);
  expect(kindsAfter('driverAssigned', 'driverDroppedOut', 'driverAssigned', 'pickedUp', 'delivered')).toEqual([
    'placed',
    'driverFound',
    'pickedUp',
    'handedOver',
  ]);
  expect(
    kindsAfter('driverAssigned', 'pickedUp', 'deliveryFailed', 'deliveryRetried', 'deliveryFailed', 'returned'),
  ).toEqual(['placed', 'driverFound', 'pickedUp', 'notDelivered', 'triedAgain', 'notDelivered', 'returned']);
  expect(kindsAfter('driverAssigned', 'pickUpFailed', 'closed').slice(2)).toEqual(['pickUpFailed', 'closed']);
  expect(kindsAfter('cancelled')).toEqual(['placed', 'cancelled']);
  expect(kindsAfter('driverAssigned', 'pickUpFailed', 'cancelled').at(-1)).toBe('closed');
});

test('the result of a try is told until the next one', () => {
  const closingOf = (...events: readonly ParcelEvent[]) => deliveryOfParcel(after(...events)).dropOffs[0]?.closing;
  const failed: readonly ParcelEvent[] = ['driverAssigned', 'pickedUp', 'deliveryFailed'];
  expect(closingOf(...failed)).toMatchObject({ outcome: 'FAILED', reason: 'Nobody there' });
  expect(closingOf(...failed, 'deliveryRetried')).toBeUndefined();
  expect(closingOf(...failed, 'returned')).toMatchObject({ outcome: 'FAILED' });
});

test('the driver is seen from an hour before the pick-up time, or from the pick-up on', () => {
  expect(deliveryOfParcel(after('driverAssigned')).driverSeenFrom).toBe(PICK_UP_AT - HOUR_MS);
  expect(deliveryOfParcel(after('driverAssigned', 'pickedUp')).driverSeenFrom).toBe(NOON + MINUTE_MS);
  expect(deliveryOfParcel(after('driverAssigned', 'pickedUp', 'delivered'))).toMatchObject({
    driverSeenFrom: undefined,
    driverId: undefined,
  });
});

test('after a failure something can still happen, after a return nothing', () => {
  const isOpen = (status: (typeof PARCEL_STATUSES)[number]) => deliveryOfParcel(parcelIn(status)).dropOffs[0]?.isOpen;
  expect(PARCEL_STATUSES.filter((status) => isOpen(status))).toEqual([
    'AWAIT_DRIVER',
    'AWAIT_PICKUP',
    'DELIVERING',
    'FAILED_PICKUP',
    'FAILED',
  ]);
});
