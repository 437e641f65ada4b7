import { expect, test } from 'vitest';
import { ORDER_EVENTS } from '../../../../src/orders/rules/order-transitions.ts';
import { storyOf } from './order-story.ts';

const entry = { at: '2026-11-16T04:00:00.00Z', status: 'ON_GOING' };

test.each([...ORDER_EVENTS, 'placed', 'tookPlaceOf'])('%s is told in words', (event) => {
  expect(storyOf({ ...entry, event }).title).not.toBe(event);
});

test.each([
  ['placed', 'info', 'Order placed'],
  ['tookPlaceOf', 'info', 'Takes the place of another order'],
  ['driverAccepted', 'info', 'A driver took the order'],
  ['driverGaveBack', 'note', 'The driver gave it back'],
  ['driverChanged', 'note', 'Another driver was asked for'],
  ['driverArrived', 'info', 'The driver is at the pick-up'],
  ['goodsPickedUp', 'info', 'Picked up'],
  ['dropOffClosed', 'info', 'A drop-off was closed'],
  ['lastDropOffClosed', 'good', 'The last drop-off was closed'],
  ['matchingTimeEnded', 'bad', 'No driver was found in time'],
  ['rejectionLimitReached', 'bad', 'Too many drivers gave it back'],
  ['partnerCancelled', 'bad', 'Cancelled by you'],
  ['supportCancelled', 'bad', 'Cancelled by support'],
  ['supportReplaced', 'note', 'Replaced by another order'],
  ['priorityFeeAdded', 'note', 'A priority fee was added'],
  ['dropOffsEdited', 'note', 'The drop-offs were edited'],
])('%s is %s: %s', (event, tone, title) => {
  expect(storyOf({ ...entry, event })).toEqual({ title, tone, detail: undefined });
});

test('driver, who did it and why stand with it', () => {
  expect(storyOf({ ...entry, event: 'driverGaveBack', driverId: '7', reason: 'Flat tyre' })).toMatchObject({
    title: 'The driver gave it back',
    detail: 'Driver 7 · Flat tyre',
  });
  expect(storyOf({ ...entry, event: 'dropOffsEdited', by: 'support' }).detail).toBe('By support');
  expect(storyOf({ ...entry, event: 'supportCancelled', by: 'support' }).detail).toBeUndefined();
});

test('what nobody knows yet is shown by its name', () => {
  expect(storyOf({ ...entry, event: 'driverFlew' })).toEqual({ title: 'driverFlew', tone: 'plain', detail: undefined });
});
