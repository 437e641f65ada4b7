import { describe, expect, test } from 'vitest';
import type { DriverOrder } from '../api/types.ts';
import type { Action, Queued } from '../day/action.ts';
import { endSaid, isBroughtBack, ownEnd } from './order-end.ts';

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
  ['ASSIGNING_DRIVER', 'takenAway'],
  ['REJECTED', 'takenAway'],
  ['CANCELED', 'canceled'],
  ['EXPIRED', 'canceled'],
  ['COMPLETED', 'delivered'],
  ['ON_GOING', undefined],
  ['PICKED_UP', undefined],
] as const)('an order that the server calls %s', (status, end) => {
  expect(endSaid({ ok: true, data: { status } })).toBe(end);
});

const no = (status: number, code: string) => endSaid({ ok: false, status, code, pointer: undefined });

test('an order that is not the driver’s any more was taken away', () => {
  expect(no(404, 'ERR_ORDER_NOT_FOUND')).toBe('takenAway');
});

test('who gets no answer asks again, and says nothing meanwhile', () => {
  expect(endSaid(undefined)).toBe('ASK_AGAIN');
  expect(no(503, 'ERR_UNAVAILABLE')).toBe('ASK_AGAIN');
  expect(no(429, 'ERR_RATE_LIMIT_EXCEEDED')).toBe('ASK_AGAIN');
  expect(no(408, 'ERR_REQUEST_TIMEOUT')).toBe('ASK_AGAIN');
  // Not the server's words.
  expect(no(404, '')).toBe('ASK_AGAIN');
});

test('whoever is signed out, or is told no for another reason, knows nothing of it', () => {
  expect(no(401, 'ERR_UNAUTHORIZED')).toBeUndefined();
  expect(no(403, 'ERR_FORBIDDEN')).toBeUndefined();
});

describe('what is still on the vehicle when an order ends', () => {
  const ended = (further: object) => ({ status: 'COMPLETED', stops: [{}, {}], steps: [], ...further }) as never;
  const closed = (outcome: string) => ({ closed: { outcome, at: '' } });

  test('goes back to the pick-up: what could not be delivered, what is to return, what was called off on the way', () => {
    expect(isBroughtBack(ended({ stops: [{}, closed('DELIVERED'), closed('FAILED')] }), 'delivered')).toBe(true);
    expect(isBroughtBack(ended({ steps: [{ kind: 'RETURN' }] }), 'delivered')).toBe(true);
    expect(isBroughtBack(ended({ status: 'PICKED_UP' }), 'canceled')).toBe(true);
    expect(isBroughtBack(ended({ status: 'PICKED_UP' }), 'takenAway')).toBe(true);
  });

  test('is nothing after the last hand-over or before the pick-up, and waits for another driver when it was given back', () => {
    expect(isBroughtBack(ended({ stops: [{}, closed('DELIVERED'), closed('SIGNED')] }), 'delivered')).toBe(false);
    expect(isBroughtBack(ended({ status: 'ON_GOING' }), 'canceled')).toBe(false);
    expect(isBroughtBack(ended({ status: 'PICKED_UP' }), 'givenBack')).toBe(false);
  });
});
