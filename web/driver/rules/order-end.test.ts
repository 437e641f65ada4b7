import { expect, test } from 'vitest';
import type { DriverOrder } from '../api/types.ts';
import type { Action, Queued } from '../day/action.ts';
import { orderEnd, ownEnd } from './order-end.ts';

const order = (status: string) => ({ orderId: '7', status }) as DriverOrder;
const waiting = (action: Action) => [{ action } as Queued];

test('the driver’s own last step ends it, with or without signal', () => {
  expect(ownEnd(order('COMPLETED'), [])).toBe('delivered');
  expect(
    ownEnd(order('PICKED_UP'), waiting({ kind: 'dropOff', orderId: '7', stopId: '2', proof: { kind: 'NONE' } })),
  ).toBe('delivered');
  expect(ownEnd(order('ON_GOING'), waiting({ kind: 'giveBack', orderId: '7', reason: 'Flat tyre' }))).toBe('givenBack');
});

test('what was done for another order, or does not end one, says nothing', () => {
  expect(ownEnd(order('PICKED_UP'), [])).toBeUndefined();
  expect(ownEnd(order('ON_GOING'), waiting({ kind: 'giveBack', orderId: '8', reason: 'Flat tyre' }))).toBeUndefined();
  expect(ownEnd(order('ON_GOING'), waiting({ kind: 'arrive', orderId: '7' }))).toBeUndefined();
  expect(ownEnd(order('ON_GOING'), waiting({ kind: 'goOffline' }))).toBeUndefined();
});

test.each([
  [undefined, 'takenAway'],
  ['ASSIGNING_DRIVER', 'takenAway'],
  ['REJECTED', 'takenAway'],
  ['CANCELED', 'canceled'],
  ['EXPIRED', 'canceled'],
  ['COMPLETED', 'delivered'],
  ['ON_GOING', undefined],
  ['PICKED_UP', undefined],
] as const)('an order that the server calls %s', (status, end) => {
  expect(orderEnd(status)).toBe(end);
});
