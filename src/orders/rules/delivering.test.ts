import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDelivery, after, dropOff, MATCHED_AT, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { orThrow } from '../../foundation/decision.ts';
import { MINUTE_MS } from '../../foundation/time.ts';
import { type DropOffResult, decideArrival, decideDropOff, decidePickUp } from './delivering.ts';
import { dropOffsOf, type Order } from './order.ts';
import { ORDER_STATUSES } from './order-transitions.ts';

const LATER = NOON + 40 * MINUTE_MS;
const DELIVERED: DropOffResult = { outcome: 'DELIVERED' };
const withDropOffs = (count: number, proofRequired = false) =>
  aDelivery({ stops: [PICK_UP, ...Array.from({ length: count }, (_, index) => dropOff(index + 1))], proofRequired });
const driven = (count: number) => orderIn('PICKED_UP', { delivery: withDropOffs(count) });
const asksForProof = orderIn('PICKED_UP', { delivery: withDropOffs(1, true) });
const outcomesOf = (order: Order) => dropOffsOf(order).map(({ closing }) => closing?.outcome);

test('a driver arrives once', () => {
  const order = after(decideArrival(orderIn('ON_GOING'), LATER));
  expect(order).toMatchObject({
    status: 'ON_GOING',
    driver: { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: LATER },
  });
  expect(order.history.at(-1)).toEqual({ at: LATER, event: 'driverArrived', status: 'ON_GOING' });
  expect(decideArrival(order, LATER + 1)).toEqual({
    refused: 'ERR_INVALID_ORDER_STATUS',
    sentence: 'The driver has arrived already.',
  });
});

test.each(ORDER_STATUSES.filter((status) => status !== 'ON_GOING'))(
  'nobody arrives for or picks up an order that is %s',
  (status) => {
    const no = {
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status}; for this it must be ON_GOING.`,
    };
    expect(decideArrival(orderIn(status), LATER)).toEqual(no);
    expect(decidePickUp(orderIn(status), LATER)).toEqual(no);
  },
);

test('a driver who picks up has arrived, then or before', () => {
  const arrivedAt = LATER - 5 * MINUTE_MS;
  expect(after(decidePickUp(orderIn('ON_GOING'), LATER))).toMatchObject({
    status: 'PICKED_UP',
    pickedUpAt: LATER,
    driver: { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: LATER },
  });
  const waiting = orderIn('ON_GOING', { driver: { driverId: '70', matchedAt: MATCHED_AT, arrivedAt } });
  expect(after(decidePickUp(waiting, LATER))).toMatchObject({ pickedUpAt: LATER, driver: { arrivedAt } });
});

test('the next driver has the goods: where the last one left them is forgotten', () => {
  const delivery = aDelivery({ handOver: { lat: 22.3, lng: 114.1 } });
  expect(after(decidePickUp(orderIn('ON_GOING', { delivery }), LATER)).delivery).toEqual(aDelivery());
});

test('a pick-up starts the count of give-backs in a row anew, and not the count of all', () => {
  const order = orderIn('ON_GOING', { giveBacks: 3, giveBacksInARow: 1, formerDriverIds: ['67', '68', '69'] });
  expect(after(decidePickUp(order, LATER))).toMatchObject({
    giveBacks: 3,
    giveBacksInARow: 0,
    formerDriverIds: ['67', '68', '69'],
  });
});

test.each(ORDER_STATUSES.filter((status) => status !== 'PICKED_UP'))(
  'no drop-off of an order that is %s can be closed',
  (status) => {
    expect(decideDropOff(orderIn(status), undefined, DELIVERED, LATER)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status}; for this it must be PICKED_UP.`,
    });
  },
);

test('an order with one drop-off is complete when that is closed', () => {
  const before = driven(1);
  const [taken, ...more] = orThrow(decideDropOff(before, undefined, DELIVERED, LATER));
  expect(more).toEqual([]);
  expect(taken.event).toBe('lastDropOffClosed');
  expect(taken.order).toMatchObject({
    status: 'COMPLETED',
    driver: before.driver,
    pickedUpAt: before.pickedUpAt,
    endedAt: LATER,
  });
  expect(dropOffsOf(taken.order)[0]?.closing).toEqual({ outcome: 'DELIVERED', at: LATER });
});

test('of two drop-offs the first closed leaves the order under way, the second completes it', () => {
  const first = orThrow(decideDropOff(driven(2), undefined, DELIVERED, LATER))[0];
  expect([first.event, first.order.status]).toEqual(['dropOffClosed', 'PICKED_UP']);
  const second = orThrow(decideDropOff(first.order, undefined, DELIVERED, LATER + 1))[0];
  expect([second.event, second.order.status]).toEqual(['lastDropOffClosed', 'COMPLETED']);
  expect(dropOffsOf(second.order).map(({ closing }) => closing?.at)).toEqual([LATER, LATER + 1]);
});

test('drop-offs are closed in any order, each once, and only the last one completes the order', () => {
  const anyTour = fc
    .integer({ min: 1, max: 9 })
    .chain((count) => fc.shuffledSubarray([...dropOffsOf(driven(count))], { minLength: count, maxLength: count }));
  const anyResult = fc.constantFrom<DropOffResult>(
    DELIVERED,
    { outcome: 'SIGNED', image: 'https://pictures.example/1' },
    { outcome: 'FAILED', reason: 'Nobody there' },
  );
  fc.assert(
    fc.property(anyTour, fc.array(anyResult, { minLength: 9, maxLength: 9 }), (tour, results) => {
      let order: Order = driven(tour.length);
      for (const [index, { stopId }] of tour.entries()) {
        expect(order.status).toBe('PICKED_UP');
        order = after(decideDropOff(order, stopId, results[index] as DropOffResult, LATER + index));
        const closed = dropOffsOf(order).find((stop) => stop.stopId === stopId)?.closing;
        expect(closed).toEqual({ ...results[index], at: LATER + index });
        expect(outcomesOf(order).filter((outcome) => outcome !== undefined)).toHaveLength(index + 1);
      }
      expect(order.status).toBe('COMPLETED');
    }),
  );
});

test('without a stop it is the next open one', () => {
  const second = after(decideDropOff(driven(3), dropOff(1).stopId, DELIVERED, LATER));
  const order = after(decideDropOff(second, undefined, { outcome: 'SIGNED' }, LATER));
  expect(outcomesOf(order)).toEqual(['DELIVERED', 'SIGNED', undefined]);
});

test('what is closed stays closed', () => {
  const order = after(decideDropOff(driven(2), dropOff(2).stopId, DELIVERED, LATER));
  expect(decideDropOff(order, dropOff(2).stopId, { outcome: 'FAILED', reason: 'No' }, LATER)).toEqual({
    refused: 'ERR_INVALID_ORDER_STATUS',
    sentence: `Drop-off ${dropOff(2).stopId} is closed already.`,
  });
});

test.each([
  ['the pick-up', PICK_UP.stopId],
  ['a stop of another order', dropOff(9).stopId],
  ['nothing at all', ''],
])('%s is not a drop-off of the order', (_, stopId) => {
  expect(decideDropOff(driven(2), stopId, DELIVERED, LATER)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: `This order has no drop-off "${stopId}".`,
    pointer: '/data/stopId',
  });
});

test('an endless stop id is shortened in the answer', () => {
  const decision = decideDropOff(driven(2), '9'.repeat(9_999), DELIVERED, LATER);
  expect('sentence' in decision && decision.sentence?.length).toBeLessThan(100);
});

test('where proof is asked for, a photo or a signature is needed', () => {
  expect(decideDropOff(asksForProof, undefined, DELIVERED, LATER)).toEqual({
    refused: 'ERR_MISSING_FIELD',
    sentence: 'This order asks for proof: a photo is needed.',
    pointer: '/data/proof',
  });
  expect(decideDropOff(asksForProof, undefined, { outcome: 'SIGNED' }, LATER)).toMatchObject({
    refused: 'ERR_MISSING_FIELD',
    sentence: 'This order asks for proof: a signature is needed.',
  });
  for (const outcome of ['DELIVERED', 'SIGNED'] as const) {
    const result = { outcome, image: 'https://pictures.example/1' };
    expect(dropOffsOf(after(decideDropOff(asksForProof, undefined, result, LATER)))[0]?.closing).toEqual({
      ...result,
      at: LATER,
    });
  }
});

test.each([
  ['asked for', asksForProof],
  ['not asked for', driven(1)],
])('a failed drop-off needs a reason and no picture, where proof is %s', (_, order) => {
  for (const reason of [undefined, '']) {
    const result: DropOffResult = { outcome: 'FAILED', ...(reason === undefined ? {} : { reason }) };
    expect(decideDropOff(order, undefined, result, LATER)).toEqual({
      refused: 'ERR_MISSING_FIELD',
      sentence: 'A failed drop-off needs a reason.',
      pointer: '/data/proof',
    });
  }
  const failed = after(decideDropOff(order, undefined, { outcome: 'FAILED', reason: 'Nobody there' }, LATER));
  expect(failed.status).toBe('COMPLETED');
  expect(dropOffsOf(failed)[0]?.closing).toEqual({ outcome: 'FAILED', reason: 'Nobody there', at: LATER });
});
