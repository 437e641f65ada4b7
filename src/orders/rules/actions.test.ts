import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MATCHED_AT, NOON, orderIn } from '../../../test/support/an-order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { actionsOf, driverVisibleFrom } from './actions.ts';
import { decideCancellation } from './cancellation.ts';
import { decideEditable } from './edit.ts';
import { orderAt } from './expiry.ts';
import { decideDriverChange } from './matching.ts';
import { driverOf } from './order.ts';
import { ORDER_STATUSES } from './order-transitions.ts';
import { decidePriorityFee } from './priority-fee.ts';

const NOTHING = {
  canCancelUntil: undefined,
  canChangeDriverFrom: undefined,
  canEdit: false,
  editsLeft: 1,
  canAddPriorityFee: false,
  driverVisibleFrom: undefined,
};

test('an order that looks for a driver can be cancelled until its deadline and take a fee', () => {
  expect(actionsOf(orderIn('ASSIGNING_DRIVER'), NOON)).toEqual({
    ...NOTHING,
    canCancelUntil: NOON + 2 * HOUR_MS,
    canAddPriorityFee: true,
  });
});

test('an order that is ON_GOING can be cancelled for 5 minutes, edited once, and change its driver after 15', () => {
  const actions = {
    canCancelUntil: MATCHED_AT + 5 * MINUTE_MS,
    canChangeDriverFrom: MATCHED_AT + 15 * MINUTE_MS,
    canEdit: true,
    editsLeft: 1,
    canAddPriorityFee: false,
    driverVisibleFrom: MATCHED_AT,
  };
  expect(actionsOf(orderIn('ON_GOING'), MATCHED_AT + 5 * MINUTE_MS - 1)).toEqual(actions);
  expect(actionsOf(orderIn('ON_GOING'), MATCHED_AT + 5 * MINUTE_MS)).toEqual({ ...actions, canCancelUntil: undefined });
  expect(actionsOf(orderIn('ON_GOING', { editsUsed: 1 }), MATCHED_AT)).toEqual({
    ...actions,
    canEdit: false,
    editsLeft: 0,
  });
});

test('of an order that is PICKED_UP only the driver can be seen', () => {
  expect(actionsOf(orderIn('PICKED_UP'), NOON + HOUR_MS)).toEqual({ ...NOTHING, driverVisibleFrom: MATCHED_AT });
});

test.each(['COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'] as const)('an order that is %s can do nothing', (status) => {
  expect(actionsOf(orderIn(status), NOON)).toEqual(NOTHING);
});

const scheduled = (scheduleAt: number, arrivedAt?: number) =>
  orderIn('ON_GOING', { scheduleAt, driver: { driverId: '70', matchedAt: MATCHED_AT, arrivedAt } });

test('the driver of a scheduled order is seen from 1 hour before its time on', () => {
  expect(driverVisibleFrom(scheduled(NOON + DAY_MS))).toBe(NOON + DAY_MS - HOUR_MS);
});

test('or from the arrival on, whichever is earlier', () => {
  const opens = NOON + DAY_MS - HOUR_MS;
  expect(driverVisibleFrom(scheduled(NOON + DAY_MS, opens - 1))).toBe(opens - 1);
  expect(driverVisibleFrom(scheduled(NOON + DAY_MS, opens + 1))).toBe(opens);
});

test('but not before the match', () => {
  expect(driverVisibleFrom(scheduled(MATCHED_AT + HOUR_MS + 1))).toBe(MATCHED_AT + 1);
  expect(driverVisibleFrom(scheduled(MATCHED_AT + HOUR_MS - 1))).toBe(MATCHED_AT);
  expect(driverVisibleFrom(scheduled(NOON - DAY_MS))).toBe(MATCHED_AT);
});

test('a driver is seen no more once the order has ended', () => {
  const driver = { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: undefined };
  expect(driverVisibleFrom(orderIn('CANCELED', { driver }))).toBeUndefined();
  expect(driverVisibleFrom(orderIn('COMPLETED'))).toBeUndefined();
});

test('what is said to be possible is what the rules allow, in every status at every time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ORDER_STATUSES),
      fc.integer({ min: 0, max: 3 * HOUR_MS }),
      fc.nat({ max: 2 }),
      (status, afterMs, editsUsed) => {
        const now = NOON + afterMs;
        const order = orderAt(orderIn(status, { editsUsed }), now);
        const actions = actionsOf(order, now);
        const { canChangeDriverFrom: from } = actions;
        const bounds = { minimumMinor: 1n, maximumFloorMinor: 100n };
        const change = decideDriverChange(order, driverOf(order)?.driverId ?? '', 'DRIVER_LATE', now);
        expect(actions.canCancelUntil !== undefined).toBe('accepted' in decideCancellation(order, now));
        expect(from !== undefined && now >= from).toBe('accepted' in change);
        expect(actions.canEdit).toBe('accepted' in decideEditable(order, 'partner'));
        expect(actions.canAddPriorityFee).toBe('accepted' in decidePriorityFee(order, '20', bounds, now));
      },
    ),
    { numRuns: 500 },
  );
});
