import { expect, test } from 'vitest';
import { after, MATCHED_AT, NOON, orderIn } from '../../../test/support/an-order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { cancellableUntil, decideCancellation, decideSupportCancellation } from './cancellation.ts';

const SCHEDULES = [undefined, NOON - DAY_MS, MATCHED_AT + 5 * MINUTE_MS, NOON + 20 * DAY_MS];

test.each(SCHEDULES)(
  '5 minutes after the match less 1 ms an order can be cancelled, scheduled for %s',
  (scheduleAt) => {
    const now = MATCHED_AT + 5 * MINUTE_MS - 1;
    expect(after(decideCancellation(orderIn('ON_GOING', { scheduleAt }), now)).status).toBe('CANCELED');
  },
);

test.each(SCHEDULES)('exactly 5 minutes after the match it cannot, scheduled for %s', (scheduleAt) => {
  const decision = decideCancellation(orderIn('ON_GOING', { scheduleAt }), MATCHED_AT + 5 * MINUTE_MS);
  expect(decision).toEqual({
    refused: 'ERR_CANCELLATION_FORBIDDEN',
    sentence: 'A driver was matched 5 minutes ago or more; the order cannot be cancelled.',
  });
});

test('the 5 minutes run from the match, not from the placement or the arrival', () => {
  const matchedAt = NOON + HOUR_MS;
  const driver = { driverId: '70', matchedAt, arrivedAt: matchedAt + MINUTE_MS };
  const order = orderIn('ON_GOING', { driver });
  expect(cancellableUntil(order)).toBe(matchedAt + 5 * MINUTE_MS);
  expect(decideCancellation(order, matchedAt + 5 * MINUTE_MS - 1)).toHaveProperty('accepted');
  expect(decideCancellation(order, matchedAt + 5 * MINUTE_MS)).toHaveProperty('refused');
});

test('an order that looks for a driver can be cancelled until its time is up, and not then', () => {
  const order = orderIn('ASSIGNING_DRIVER');
  expect(after(decideCancellation(order, NOON))).toMatchObject({ status: 'CANCELED', endedAt: NOON });
  expect(decideCancellation(order, order.matchBy - 1)).toHaveProperty('accepted');
  expect(decideCancellation(order, order.matchBy)).toMatchObject({ refused: 'ERR_CANCELLATION_FORBIDDEN' });
});

test('an order that came back from a driver can be cancelled as ever', () => {
  const order = orderIn('ASSIGNING_DRIVER', { giveBacks: 1, giveBacksInARow: 1, formerDriverIds: ['70'] });
  expect(decideCancellation(order, NOON + HOUR_MS)).toHaveProperty('accepted');
});

test.each(['PICKED_UP', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const)(
  'a partner cannot cancel an order that is %s, whatever the time',
  (status) => {
    expect(cancellableUntil(orderIn(status))).toBeUndefined();
    expect(decideCancellation(orderIn(status), NOON)).toEqual({
      refused: 'ERR_CANCELLATION_FORBIDDEN',
      sentence: `The order is ${status}; it cannot be cancelled.`,
    });
  },
);

test('a cancelled order keeps who had it and says who cancelled it', () => {
  const onGoing = orderIn('ON_GOING');
  const cancelled = after(decideCancellation(onGoing, MATCHED_AT + 1));
  expect(cancelled).toMatchObject({ status: 'CANCELED', endedAt: MATCHED_AT + 1, driver: onGoing.driver });
  expect(cancelled.history.at(-1)).toEqual({
    at: MATCHED_AT + 1,
    event: 'partnerCancelled',
    status: 'CANCELED',
    by: 'partner',
  });
  expect(after(decideCancellation(orderIn('ASSIGNING_DRIVER'), NOON))).toMatchObject({ driver: undefined });
});

test.each(['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP'] as const)(
  'support cancels an order that is %s, however long ago its driver was matched',
  (status) => {
    const at = NOON + DAY_MS;
    const cancelled = after(decideSupportCancellation(orderIn(status), at, 'Sender asked by phone'));
    expect(cancelled).toMatchObject({ status: 'CANCELED', endedAt: at });
    expect(cancelled.history.at(-1)).toEqual({
      at,
      event: 'supportCancelled',
      status: 'CANCELED',
      by: 'support',
      reason: 'Sender asked by phone',
    });
  },
);

test('support need not give a reason', () => {
  const cancelled = after(decideSupportCancellation(orderIn('PICKED_UP'), NOON, undefined));
  expect(cancelled.history.at(-1)).not.toHaveProperty('reason');
});

test.each(['COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const)(
  'support cannot cancel an order that is %s',
  (status) => {
    expect(decideSupportCancellation(orderIn(status), NOON, undefined)).toEqual({
      refused: 'ERR_INVALID_ORDER_STATUS',
      sentence: `The order is ${status} already.`,
    });
  },
);
