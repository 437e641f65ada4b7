import { expect, test } from 'vitest';
import type { FeedEvent } from './event-feed.ts';
import { colourOf, concerns, headOf, orderAfter, orderLine, summaryOf } from './event-line.ts';

const ORDER = '3578264215409393701';
const event = (eventType: string, data: FeedEvent['data']): FeedEvent => ({
  cursor: '7',
  eventId: 'E',
  eventType,
  createdAt: '2026-11-16T04:00:00.00Z',
  data,
});
const status = (order: object) =>
  event('ORDER_STATUS_CHANGED', { order: { orderId: ORDER, market: 'HK_HKG', ...order }, updatedAt: 'later' });
const TAKEN = status({ previousStatus: 'ASSIGNING_DRIVER', status: 'ON_GOING', driverId: '70' });

test.each([
  [status({ previousStatus: '', status: 'ASSIGNING_DRIVER', driverId: '' }), 'ASSIGNING_DRIVER'],
  [TAKEN, 'ASSIGNING_DRIVER → ON_GOING, driver 70'],
  [event('ORDER_CREATED', { order: { orderId: ORDER, status: 'ASSIGNING_DRIVER' } }), 'ASSIGNING_DRIVER'],
  [event('DRIVER_ASSIGNED', { driver: { driverId: '70', name: 'Mei' }, order: { orderId: ORDER } }), 'Mei, driver 70'],
  [event('ORDER_AMOUNT_CHANGED', { order: { price: { totalPrice: '74', currency: 'HKD' } } }), '74 HKD'],
  [event('ORDER_REPLACED', { order: { orderId: ORDER }, prevOrderId: '9' }), 'instead of 9'],
  [event('ORDER_EDITED', { order: { orderId: ORDER }, editParty: 'USER' }), 'by USER'],
  [event('POD_STATUS_CHANGED', { order: {}, stop: { stopId: '3', status: 'SIGNED' } }), 'SIGNED at stop 3'],
  [event('WALLET_BALANCE_CHANGED', { balance: { amount: '5', currency: 'HKD' } }), '5 HKD'],
  [event('OF_A_LATER_VERSION', {}), ''],
])('%j is told as "%s"', (told, summary) => {
  expect(summaryOf(told)).toBe(summary);
});

test('all lines begin with the same columns, whatever the event', () => {
  const heads = [TAKEN, event('WALLET_BALANCE_CHANGED', { balance: {} })].map(headOf);
  expect(heads).toEqual([
    `2026-11-16 04:00:00Z  ORDER_STATUS_CHANGED    ${ORDER}`,
    `2026-11-16 04:00:00Z  WALLET_BALANCE_CHANGED  ${' '.repeat(ORDER.length)}`,
  ]);
});

test('an order is shown as a change of its status leaves it, and by nothing else', () => {
  expect(orderLine(TAKEN)).toBe(`2026-11-16 04:00:00Z  ${ORDER}  HK_HKG  ON_GOING, driver 70`);
  expect(orderAfter(TAKEN)).toMatchObject({ orderId: ORDER, status: 'ON_GOING', updatedAt: 'later' });
  expect(orderAfter(event('ORDER_EDITED', { order: { orderId: ORDER } }))).toBeUndefined();
});

test('an order is concerned by its own events and by its replacement', () => {
  const replaced = event('ORDER_REPLACED', { order: { orderId: '9' }, prevOrderId: ORDER });
  expect([TAKEN, replaced].map((told) => concerns(told, ORDER))).toEqual([true, true]);
  expect([TAKEN, event('WALLET_BALANCE_CHANGED', {})].map((told) => concerns(told, '9'))).toEqual([false, false]);
});

test('good ends are green, bad ones red, money is grey and the rest plain', () => {
  const colours = ['COMPLETED', 'EXPIRED', 'PICKED_UP'].map((end) => colourOf(status({ status: end })));
  expect([...colours, colourOf(event('WALLET_BALANCE_CHANGED', {}))]).toEqual(['green', 'red', undefined, 'grey']);
});
