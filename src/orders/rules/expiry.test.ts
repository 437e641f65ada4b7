import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOON, orderIn } from '../../../test/support/an-order.ts';
import { DAY_MS, HOUR_MS } from '../../foundation/time.ts';
import { expiryDue, matchByAfterDriverChange, matchByAfterGiveBack, matchByAfterPlacement, orderAt } from './expiry.ts';
import { ORDER_STATUSES } from './order-transitions.ts';

const TWO_HOURS = 2 * 60 * 60 * 1_000;

test('an immediate order is looked for until 2 hours after its placement', () => {
  expect(matchByAfterPlacement(NOON, undefined)).toBe(NOON + TWO_HOURS);
});

test('a scheduled order is looked for until 2 hours after its scheduled time', () => {
  expect(matchByAfterPlacement(NOON, NOON + 3 * DAY_MS)).toBe(NOON + 3 * DAY_MS + TWO_HOURS);
  expect(matchByAfterPlacement(NOON, NOON + 1)).toBe(NOON + 1 + TWO_HOURS);
});

test('after a give-back it is 2 hours from then, literally', () => {
  expect(matchByAfterGiveBack(NOON)).toBe(NOON + TWO_HOURS);
});

test('after a driver change it is 2 hours from the change or the scheduled time, whichever is later', () => {
  expect(matchByAfterDriverChange(NOON, undefined)).toBe(NOON + TWO_HOURS);
  expect(matchByAfterDriverChange(NOON, NOON - 1)).toBe(NOON + TWO_HOURS);
  expect(matchByAfterDriverChange(NOON, NOON)).toBe(NOON + TWO_HOURS);
  expect(matchByAfterDriverChange(NOON, NOON + 1)).toBe(NOON + 1 + TWO_HOURS);
});

test('at exactly its deadline an order has expired, 1 ms before it has not', () => {
  const order = orderIn('ASSIGNING_DRIVER');
  expect(expiryDue(order, order.matchBy - 1)).toBeUndefined();
  expect(expiryDue(order, order.matchBy)).toMatchObject([
    { event: 'matchingTimeEnded', at: order.matchBy, order: { status: 'EXPIRED', endedAt: order.matchBy } },
  ]);
});

test('an order expires at its deadline, however late that is noticed', () => {
  const order = orderIn('ASSIGNING_DRIVER');
  const [expired] = expiryDue(order, order.matchBy + 9 * DAY_MS) ?? [];
  expect(expired?.at).toBe(order.matchBy);
  expect(expired?.order).toMatchObject({ status: 'EXPIRED', endedAt: order.matchBy, driver: undefined });
  expect(expired?.order.history.at(-1)).toEqual({ at: order.matchBy, event: 'matchingTimeEnded', status: 'EXPIRED' });
});

test.each(ORDER_STATUSES.filter((status) => status !== 'ASSIGNING_DRIVER'))(
  'an order that is %s does not expire',
  (status) => {
    expect(expiryDue(orderIn(status), NOON + 365 * DAY_MS)).toBeUndefined();
  },
);

test('an order whose timer is late is read as expired already', () => {
  const order = orderIn('ASSIGNING_DRIVER');
  expect(orderAt(order, order.matchBy - 1)).toBe(order);
  expect(orderAt(order, order.matchBy)).toMatchObject({ status: 'EXPIRED', endedAt: order.matchBy });
});

test('to look at an order twice changes nothing more', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ORDER_STATUSES),
      fc.integer({ min: 0, max: 4 * HOUR_MS }),
      fc.integer({ min: 0, max: 4 * HOUR_MS }),
      (status, first, more) => {
        const seen = orderAt(orderIn(status), NOON + first);
        const again = orderAt(seen, NOON + first + more);
        if (seen.status !== 'ASSIGNING_DRIVER') expect(again).toBe(seen);
        expect(again).toEqual(orderAt(orderIn(status), NOON + first + more));
      },
    ),
  );
});
