import { describe, expect, test } from 'vitest';
import { aDelivery, dropOff, NOON, orderIn, PICK_UP } from '../../../test/support/an-order.ts';
import { effectsOf } from '../../markets/index.ts';
import type { Order } from '../../orders/index.ts';
import { stepsOf } from './driver-steps.ts';

const [first, second] = [dropOff(1), dropOff(2)];
const stepsWith = (order: Order, ...specialRequests: string[]) => stepsOf(order, effectsOf(specialRequests));
const kindsWith = (order: Order, ...specialRequests: string[]) =>
  stepsWith(order, ...specialRequests).map(({ kind, done }) => `${kind}${done ? ' done' : ''}`);
const driver = { driverId: '70', matchedAt: NOON, arrivedAt: undefined };

describe('the way alone', () => {
  test('go, pick up, drop off at every stop', () => {
    const order = orderIn('ON_GOING', { driver, delivery: aDelivery({ stops: [PICK_UP, first, second] }) });
    expect(stepsWith(order)).toEqual([
      { kind: 'GO_TO_PICK_UP', done: false, stopId: PICK_UP.stopId },
      { kind: 'PICK_UP', done: false, stopId: PICK_UP.stopId },
      { kind: 'DROP_OFF', done: false, stopId: first.stopId },
      { kind: 'DROP_OFF', done: false, stopId: second.stopId },
    ]);
  });

  test.each([
    ['ASSIGNING_DRIVER', ['GO_TO_PICK_UP', 'PICK_UP', 'DROP_OFF']],
    ['ON_GOING', ['GO_TO_PICK_UP', 'PICK_UP', 'DROP_OFF']],
    ['PICKED_UP', ['GO_TO_PICK_UP done', 'PICK_UP done', 'DROP_OFF']],
    ['CANCELED', ['GO_TO_PICK_UP', 'PICK_UP', 'DROP_OFF']],
  ] as const)('of an order that is %s', (status, kinds) => {
    expect(kindsWith(orderIn(status))).toEqual(kinds);
  });

  test('who has arrived does not go there any more', () => {
    const arrived = orderIn('ON_GOING', { driver: { ...driver, arrivedAt: NOON } });
    expect(kindsWith(arrived)).toEqual(['GO_TO_PICK_UP done', 'PICK_UP', 'DROP_OFF']);
  });

  test('each drop-off is done when it was closed, in whatever order', () => {
    const closed = dropOff(2, { closing: { outcome: 'DELIVERED', at: NOON } });
    const order = orderIn('PICKED_UP', { delivery: aDelivery({ stops: [PICK_UP, first, closed] }) });
    expect(kindsWith(order)).toEqual(['GO_TO_PICK_UP done', 'PICK_UP done', 'DROP_OFF', 'DROP_OFF done']);
  });
});

describe('what special requests add', () => {
  test('buying, queueing and waiting before the pick-up, with the minutes that are paid for', () => {
    const requests = ['PURCHASE_SERVICE_1', 'QUEUEING_SERVICE_030MIN', 'WAITING_TIME_060MIN'];
    expect(stepsWith(orderIn('ON_GOING'), ...requests).slice(1, 5)).toEqual([
      { kind: 'BUY_AND_ENTER_RECEIPT', done: false, stopId: PICK_UP.stopId },
      { kind: 'QUEUE', done: false, stopId: PICK_UP.stopId, allowedMinutes: 30 },
      { kind: 'WAIT', done: false, stopId: PICK_UP.stopId, allowedMinutes: 60 },
      { kind: 'PICK_UP', done: false, stopId: PICK_UP.stopId },
    ]);
    expect(kindsWith(orderIn('PICKED_UP'), ...requests).slice(1, 4)).toEqual([
      'BUY_AND_ENTER_RECEIPT done',
      'QUEUE done',
      'WAIT done',
    ]);
  });

  test('a toll on the way and the way back, done with the order', () => {
    const requests = ['ROUND_TRIP', 'TOLL_FEE_1'];
    const steps = stepsWith(orderIn('PICKED_UP'), ...requests);
    expect(steps.slice(2)).toEqual([
      { kind: 'PAY_TOLL', done: false, request: 'TOLL_FEE_1' },
      { kind: 'DROP_OFF', done: false, stopId: first.stopId },
      { kind: 'RETURN', done: false, stopId: PICK_UP.stopId },
    ]);
    const over = kindsWith(orderIn('COMPLETED'), ...requests);
    expect(over.slice(0, 3)).toEqual(['GO_TO_PICK_UP done', 'PICK_UP done', 'PAY_TOLL done']);
    expect(over.at(-1)).toBe('RETURN done');
  });

  test('cash is collected before each drop-off is closed', () => {
    const order = orderIn('PICKED_UP', { delivery: aDelivery({ stops: [PICK_UP, first, second] }) });
    expect(stepsWith(order, 'CASH_ON_DELIVERY').slice(2)).toEqual([
      { kind: 'COLLECT_CASH', done: false, stopId: first.stopId },
      { kind: 'DROP_OFF', done: false, stopId: first.stopId },
      { kind: 'COLLECT_CASH', done: false, stopId: second.stopId },
      { kind: 'DROP_OFF', done: false, stopId: second.stopId },
    ]);
  });

  test.each([
    [{ cashOnDelivery: '120.50' }, '120.50'],
    [{ codAmount: 80 }, '80'],
    [{ cod: { amount: 5 } }, undefined],
    [{ cashOnDelivery: '', cod: '75' }, '75'],
    [{ reference: 'A-1' }, undefined],
  ])('the amount is what the metadata %j says', (metadata, amount) => {
    const order = orderIn('PICKED_UP', { delivery: aDelivery({ metadata }) });
    expect(stepsWith(order, 'CASH_ON_DELIVERY')[2]?.amount).toBe(amount);
  });
});
