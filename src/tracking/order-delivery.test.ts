import { expect, test } from 'vitest';
import { aDelivery, dropOff, MATCHED_AT, NOON, orderIn, PICK_UP } from '../../test/support/an-order.ts';
import { HOUR_MS, MINUTE_MS } from '../foundation/time.ts';
import { ORDER_STATUSES } from '../orders/rules/order-transitions.ts';
import { deliveryOfOrder } from './order-delivery.ts';

const delivered = { outcome: 'DELIVERED', at: NOON + HOUR_MS } as const;
const failed = { outcome: 'FAILED', at: NOON + 50 * MINUTE_MS, reason: 'Nobody there' } as const;
const withStops = (...closings: (typeof delivered | typeof failed | undefined)[]) =>
  aDelivery({
    stops: [PICK_UP, ...closings.map((closing, index) => dropOff(index + 1, closing === undefined ? {} : { closing }))],
  });

test('every status is a stage', () => {
  const stages = Object.fromEntries(ORDER_STATUSES.map((status) => [status, deliveryOfOrder(orderIn(status)).stage]));
  expect(stages).toEqual({
    ASSIGNING_DRIVER: 'searching',
    ON_GOING: 'collecting',
    PICKED_UP: 'delivering',
    COMPLETED: 'delivered',
    CANCELED: 'cancelled',
    REJECTED: 'unserved',
    EXPIRED: 'unserved',
  });
});

test('a driver who has arrived is at the pick-up', () => {
  const driver = { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: MATCHED_AT + 1 };
  expect(deliveryOfOrder(orderIn('ON_GOING', { driver })).stage).toBe('atPickUp');
});

test('what was not delivered everywhere is told by how many', () => {
  const stageWith = (...closings: Parameters<typeof withStops>) =>
    deliveryOfOrder(orderIn('COMPLETED', { delivery: withStops(...closings) })).stage;
  expect(stageWith(delivered, delivered)).toBe('delivered');
  expect(stageWith(delivered, failed)).toBe('partlyDelivered');
  expect(stageWith(failed, failed)).toBe('notDelivered');
});

test('steps stand in the order of time, the drop-offs with their stops', () => {
  const { steps, dropOffs } = deliveryOfOrder(
    orderIn('PICKED_UP', { delivery: withStops(delivered, failed, undefined) }),
  );
  expect(steps.map(({ kind, stopId }) => [kind, stopId])).toEqual([
    ['placed', undefined],
    ['driverFound', undefined],
    ['arrivedAtPickUp', undefined],
    ['pickedUp', undefined],
    ['notDelivered', dropOff(2).stopId],
    ['handedOver', dropOff(1).stopId],
  ]);
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted((one, other) => one - other));
  expect(dropOffs.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
});

test('what a driver delivered before giving the order back stands before the next driver', () => {
  const driver = { driverId: '70', matchedAt: NOON + 55 * MINUTE_MS, arrivedAt: NOON + HOUR_MS };
  const { steps } = deliveryOfOrder(
    orderIn('PICKED_UP', { driver, pickedUpAt: NOON + HOUR_MS, delivery: withStops(failed, undefined) }),
  );
  expect(steps.map(({ kind }) => kind)).toEqual([
    ...['placed', 'notDelivered', 'driverFound', 'arrivedAtPickUp', 'pickedUp'],
  ]);
});

test('a driver is named while the order is under way only, and the goods may lie elsewhere', () => {
  expect(deliveryOfOrder(orderIn('ON_GOING'))).toMatchObject({ driverId: '70', driverSeenFrom: MATCHED_AT });
  expect(deliveryOfOrder(orderIn('COMPLETED'))).toMatchObject({ driverId: undefined, driverSeenFrom: undefined });
  expect(deliveryOfOrder(orderIn('ASSIGNING_DRIVER')).driverId).toBeUndefined();
  const handOver = { lat: 22.3, lng: 114.2 };
  expect(deliveryOfOrder(orderIn('ON_GOING', { delivery: aDelivery({ handOver }) })).goodsAt).toEqual(handOver);
});

test('one that ended without a driver has nothing open any more', () => {
  const { steps, dropOffs } = deliveryOfOrder(orderIn('EXPIRED'));
  expect(steps.map(({ kind }) => kind)).toEqual(['placed', 'unserved']);
  expect(dropOffs.map(({ isOpen }) => isOpen)).toEqual([false]);
  expect(deliveryOfOrder(orderIn('CANCELED')).steps.map(({ kind }) => kind)).toEqual(['placed', 'cancelled']);
});
