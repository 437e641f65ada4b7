import { describe, expect, test } from 'vitest';
import { parcelIn } from '../../test/support/a-parcel.ts';
import { aDelivery, dropOff, MATCHED_AT, orderIn, PICK_UP } from '../../test/support/an-order.ts';
import type { Order } from '../orders/index.ts';
import type { Parcel } from '../plus/index.ts';
import { actionsOfOrder, actionsOfParcel, impossibleAction, ORDER_ACTIONS, PARCEL_ACTIONS } from './actions.ts';

const names = (actions: readonly { readonly action: string }[]) => actions.map(({ action }) => action);

const ALL = [
  ...(['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP'] as const).map((status) => actionsOfOrder(orderIn(status))),
  ...(['AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED', 'RETURNED'] as const).map((status) =>
    actionsOfParcel(parcelIn(status)),
  ),
].flat();

test('every action says what it does', () => {
  expect(Object.fromEntries(ALL.map(({ action, description }) => [action, description]))).toEqual({
    DRIVER_ACCEPT: 'A driver takes the order',
    DRIVER_REJECT: 'The driver gives the order back',
    DRIVER_ARRIVE: 'The driver is at the pick-up',
    DRIVER_DROP_OFF: 'The driver closes a drop-off',
    SUPPORT_CANCEL: 'Customer support cancels the order',
    SUPPORT_REPLACE: 'Customer support puts another order in its place',
    DRIVER_ASSIGN: 'A driver is assigned',
    DRIVER_DROP_OUT: 'The driver drops out',
    DRIVER_PICK_UP: 'The driver hands in the pick-up form',
    DRIVER_FAIL_PICKUP: 'The pick-up fails',
    DRIVER_DELIVER: 'The driver hands the parcel over',
    DRIVER_FAIL_DELIVERY: 'The delivery fails',
    DRIVER_RETRY: 'The driver tries again what failed',
    DRIVER_RETURN: 'The parcel is back at the pick-up',
    SUPPORT_CLOSE: 'Customer support closes the order',
  });
  const [pickUp] = actionsOfOrder(orderIn('ON_GOING')).filter(({ action }) => action === 'DRIVER_PICK_UP');
  expect(pickUp?.description).toBe('The driver has the goods');
});

test('whoever gives something back, fails, cancels or replaces may say why, and nobody has to', () => {
  const reason = { field: 'reason', required: false };
  const takesReason = ALL.filter(({ needs }) => needs.some(({ field }) => field === 'reason'));
  expect(new Set(names(takesReason))).toEqual(
    new Set([
      ...['DRIVER_REJECT', 'DRIVER_DROP_OFF', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE'],
      ...['DRIVER_DROP_OUT', 'DRIVER_FAIL_PICKUP', 'DRIVER_FAIL_DELIVERY'],
    ]),
  );
  for (const { needs } of takesReason) expect(needs.at(-1)).toEqual(reason);
  for (const action of ['DRIVER_ACCEPT', 'DRIVER_ARRIVE', 'DRIVER_ASSIGN', 'DRIVER_PICK_UP', 'DRIVER_RETRY'])
    expect(ALL.find((one) => one.action === action)?.needs).toEqual([]);
});

describe('an order', () => {
  const POSSIBLE: Readonly<Record<Order['status'], readonly string[]>> = {
    ASSIGNING_DRIVER: ['DRIVER_ACCEPT', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE'],
    ON_GOING: ['DRIVER_REJECT', 'DRIVER_ARRIVE', 'DRIVER_PICK_UP', 'SUPPORT_CANCEL', 'SUPPORT_REPLACE'],
    PICKED_UP: ['DRIVER_REJECT', 'DRIVER_DROP_OFF', 'SUPPORT_CANCEL'],
    COMPLETED: [],
    CANCELED: [],
    REJECTED: [],
    EXPIRED: [],
  };
  test.each(Object.entries(POSSIBLE))('that is %s: %j', (status, actions) => {
    expect(names(actionsOfOrder(orderIn(status as Order['status'])))).toEqual(actions);
  });

  test('whose driver is there already: nobody arrives twice', () => {
    const driver = { driverId: '70', matchedAt: MATCHED_AT, arrivedAt: MATCHED_AT };
    expect(names(actionsOfOrder(orderIn('ON_GOING', { driver })))).not.toContain('DRIVER_ARRIVE');
  });

  test('with goods on board: the drop-offs that are open can be closed', () => {
    const closing = { at: MATCHED_AT, outcome: 'DELIVERED' } as const;
    const stops = [PICK_UP, dropOff(1, { closing }), dropOff(2), dropOff(3)];
    const [close] = actionsOfOrder(orderIn('PICKED_UP', { delivery: aDelivery({ stops }) })).filter(
      ({ action }) => action === 'DRIVER_DROP_OFF',
    );
    expect(close?.needs).toEqual([
      { field: 'stopId', required: false, values: [dropOff(2).stopId, dropOff(3).stopId] },
      { field: 'proof', required: false, values: ['PHOTO', 'SIGNATURE', 'FAILED'] },
      { field: 'reason', required: false },
    ]);
  });
});

describe('a parcel', () => {
  const POSSIBLE: Readonly<Record<Parcel['status'], readonly string[]>> = {
    AWAIT_DRIVER: ['DRIVER_ASSIGN'],
    AWAIT_PICKUP: ['DRIVER_DROP_OUT', 'DRIVER_PICK_UP', 'DRIVER_FAIL_PICKUP'],
    DELIVERING: ['DRIVER_DELIVER', 'DRIVER_FAIL_DELIVERY'],
    FAILED_PICKUP: ['DRIVER_RETRY', 'SUPPORT_CLOSE'],
    FAILED: ['DRIVER_RETRY', 'DRIVER_RETURN'],
    RETURNED: ['SUPPORT_CLOSE'],
    DELIVERED: [],
    CANCELED: [],
    CLOSED: [],
  };
  test.each(Object.entries(POSSIBLE))('that is %s: %j', (status, actions) => {
    expect(names(actionsOfParcel(parcelIn(status as Parcel['status'])))).toEqual(actions);
  });

  test('is handed over with a photo or a signature', () => {
    const [deliver] = actionsOfParcel(parcelIn('DELIVERING'));
    expect(deliver?.needs).toEqual([{ field: 'proof', required: false, values: ['PHOTO', 'SIGNATURE'] }]);
  });
});

test('what is not possible is told with the status, and what is no action at all with those that there are', () => {
  const [completed, waiting] = [orderIn('COMPLETED'), orderIn('ASSIGNING_DRIVER')];
  const refusal = (wanted: string, order: Order) =>
    impossibleAction(wanted, order.status, ORDER_ACTIONS, actionsOfOrder(order)).faults[0];
  expect(refusal('DRIVER_ACCEPT', completed)).toEqual({
    code: 'ERR_INVALID_ORDER_STATUS',
    sentence: 'DRIVER_ACCEPT is not possible: the order is COMPLETED. Possible now: nothing.',
    pointer: '/data/action',
  });
  expect(refusal('FLY', completed).sentence).toBe(
    `There is no action "FLY". It must be one of ${ORDER_ACTIONS.join(', ')}. Possible now: nothing.`,
  );
  expect(refusal('DRIVER_ASSIGN', waiting).sentence).toBe(
    'DRIVER_ASSIGN is not possible: the order is ASSIGNING_DRIVER. Possible now: DRIVER_ACCEPT, SUPPORT_CANCEL, SUPPORT_REPLACE.',
  );
  expect(impossibleAction('x'.repeat(99), 'DELIVERED', PARCEL_ACTIONS, []).message).toBe(
    `There is no action "${'x'.repeat(40)}". It must be one of ${PARCEL_ACTIONS.join(', ')}. Possible now: nothing.`,
  );
});
