import { expect, test } from 'vitest';
import { NOON, orderIn } from '../../../test/support/an-order.ts';
import { MINUTE_MS } from '../../foundation/time.ts';
import { noteReceipt, stateOf, step } from './order-change.ts';
import { ORDER_EVENTS, ORDER_STATUSES, type OrderStatus, statusAfter } from './order-transitions.ts';

const LATER = NOON + 40 * MINUTE_MS;
const STATE_FIELDS = ['matchBy', 'driver', 'pickedUpAt', 'endedAt'];
const LOST = ['driver', 'endedAt'];
const FIELDS_OF: Readonly<Record<OrderStatus, readonly string[]>> = {
  ASSIGNING_DRIVER: ['matchBy'],
  ON_GOING: ['driver'],
  PICKED_UP: ['driver', 'pickedUpAt'],
  COMPLETED: ['driver', 'pickedUpAt', 'endedAt'],
  CANCELED: LOST,
  REJECTED: LOST,
  EXPIRED: LOST,
};
const fieldsIn = (value: object) => STATE_FIELDS.filter((field) => field in value);

const moves = ORDER_STATUSES.flatMap((from) =>
  ORDER_EVENTS.flatMap((event) => ORDER_STATUSES.map((to) => ({ from, event, to }))),
);
const isAllowed = ({ from, event, to }: (typeof moves)[number]) => statusAfter(from, event) === to;

test('a state that the table does not name is a bug, for every status, event and state', () => {
  const wrong = moves.filter((move) => !isAllowed(move));
  expect(wrong.length).toBeGreaterThan(600);
  for (const { from, event, to } of wrong) {
    expect(() => step(orderIn(from), event, LATER, stateOf(orderIn(to)))).toThrow(
      `${event} does not lead from ${from} to ${to}`,
    );
  }
});

test.each(moves.filter(isAllowed))(
  'after $event in $from an order has what belongs to $to, and nothing of what it was',
  ({ from, event, to }) => {
    const { order } = step(orderIn(from), event, LATER, stateOf(orderIn(to)));
    expect(order.status).toBe(to);
    expect(fieldsIn(order)).toEqual(FIELDS_OF[to]);
    expect(order).toMatchObject(stateOf(orderIn(to)));
  },
);

test('a step says what happened, when, and what the order is then', () => {
  const taken = step(orderIn('ON_GOING'), 'driverArrived', LATER, stateOf(orderIn('ON_GOING')));
  expect(taken).toMatchObject({ event: 'driverArrived', at: LATER, order: { status: 'ON_GOING' } });
});

test('the history grows by one entry, and what stood in it stays', () => {
  const before = orderIn('ON_GOING');
  const note = { by: 'partner', driverId: '70', reason: 'DRIVER_LATE' } as const;
  const { order } = step(before, 'driverChanged', LATER, stateOf(orderIn('ASSIGNING_DRIVER')), { note });
  expect(order.history).toEqual([
    ...before.history,
    {
      at: LATER,
      event: 'driverChanged',
      status: 'ASSIGNING_DRIVER',
      by: 'partner',
      driverId: '70',
      reason: 'DRIVER_LATE',
    },
  ]);
  expect(before.history).toHaveLength(1);
});

test('an entry without a note has no empty fields', () => {
  const { order } = step(orderIn('ON_GOING'), 'driverArrived', LATER, stateOf(orderIn('ON_GOING')));
  expect(Object.keys(order.history.at(-1) ?? {})).toEqual(['at', 'event', 'status']);
});

test('facts that the event changes are changed, all others stay', () => {
  const before = orderIn('ASSIGNING_DRIVER', { formerDriverIds: ['5'], editsUsed: 1 });
  const facts = { priorityFeeMinor: 20n };
  const { order } = step(before, 'priorityFeeAdded', LATER, stateOf(before), { facts });
  expect(order).toEqual({ ...before, priorityFeeMinor: 20n, history: order.history });
  expect(before.priorityFeeMinor).toBe(0n);
});

test.each(ORDER_STATUSES)('the state of an order that is %s is its status and what belongs to it', (status) => {
  const order = orderIn(status);
  const state = stateOf(order);
  expect(Object.keys(state).sort()).toEqual(['status', ...FIELDS_OF[status]].sort());
  expect(order).toMatchObject(state);
});

test('what a device reported late keeps both times; what came at once keeps one', () => {
  const order = orderIn('ON_GOING');
  const change = [step(order, 'driverArrived', LATER, stateOf(order))] as const;
  const noted = noteReceipt(change, LATER + MINUTE_MS);
  expect(noted[0].order.history.at(-1)).toMatchObject({ at: LATER, receivedAt: LATER + MINUTE_MS });
  expect(noted).toEqual([{ ...change[0], order: { ...change[0].order, history: noted[0].order.history } }]);
  expect(noted[0].order.history.slice(0, -1)).toEqual(order.history);
  expect(noteReceipt(change, LATER)).toEqual(change);
  expect(noteReceipt(change, undefined)).toBe(change);
});
