import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_EVENTS, ORDER_STATUSES, type OrderEvent, type OrderStatus, statusAfter } from './order-transitions.ts';

/** The contract's transitions and those of decision 4, by what happens; whatever is not here cannot happen. */
const HAPPENS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  driverAccepted: { ASSIGNING_DRIVER: 'ON_GOING' },
  driverGaveBack: { ON_GOING: 'ASSIGNING_DRIVER', PICKED_UP: 'ASSIGNING_DRIVER' },
  driverChanged: { ON_GOING: 'ASSIGNING_DRIVER', PICKED_UP: 'ASSIGNING_DRIVER' },
  driverArrived: { ON_GOING: 'ON_GOING' },
  goodsPickedUp: { ON_GOING: 'PICKED_UP' },
  dropOffClosed: { PICKED_UP: 'PICKED_UP' },
  lastDropOffClosed: { PICKED_UP: 'COMPLETED' },
  matchingTimeEnded: { ASSIGNING_DRIVER: 'EXPIRED' },
  rejectionLimitReached: { ASSIGNING_DRIVER: 'REJECTED' },
  partnerCancelled: { ASSIGNING_DRIVER: 'CANCELED', ON_GOING: 'CANCELED' },
  supportCancelled: { ASSIGNING_DRIVER: 'CANCELED', ON_GOING: 'CANCELED', PICKED_UP: 'CANCELED' },
  supportReplaced: { ASSIGNING_DRIVER: 'CANCELED', ON_GOING: 'CANCELED' },
  priorityFeeAdded: { ASSIGNING_DRIVER: 'ASSIGNING_DRIVER' },
  dropOffsEdited: { ON_GOING: 'ON_GOING' },
};
const STATUSES = ['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'];
const ENDS: readonly OrderStatus[] = ['COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'];

const anyStatus = fc.constantFrom(...ORDER_STATUSES);
const anyEvents = fc.array(fc.constantFrom(...ORDER_EVENTS), { maxLength: 40 });
const follow = (status: OrderStatus, events: readonly OrderEvent[]) =>
  events.reduce((current, event) => statusAfter(current, event) ?? current, status);

test('there are the seven statuses of the contract and fourteen events', () => {
  expect([...ORDER_STATUSES]).toEqual(STATUSES);
  expect([...ORDER_EVENTS].sort()).toEqual(Object.keys(HAPPENS).sort());
  expect(ORDER_EVENTS).toHaveLength(14);
});

const cells = ORDER_STATUSES.flatMap((status) =>
  ORDER_EVENTS.map((event) => ({ status, event, next: HAPPENS[event]?.[status] })),
);

test.each(cells.filter(({ next }) => next !== undefined))('$event leads from $status to $next', (cell) => {
  expect(statusAfter(cell.status, cell.event)).toBe(cell.next);
});

test.each(cells.filter(({ next }) => next === undefined))('$event cannot happen in $status', ({ status, event }) => {
  expect(statusAfter(status, event)).toBeUndefined();
});

test.each(ENDS)('%s is an end: it answers nothing', (end) => {
  expect(ORDER_EVENTS.filter((event) => statusAfter(end, event) !== undefined)).toEqual([]);
});

test('whatever happens to an order, from an end it never goes on', () => {
  fc.assert(
    fc.property(anyStatus, anyEvents, anyEvents, (status, events, further) => {
      const reached = follow(status, events);
      if (ENDS.includes(reached)) expect(follow(reached, further)).toBe(reached);
    }),
  );
});

test('every end can be reached from every status that is none', () => {
  for (const start of ORDER_STATUSES.filter((status) => !ENDS.includes(status))) {
    const reached = new Set<OrderStatus>([start]);
    for (const status of reached) {
      for (const event of ORDER_EVENTS) reached.add(statusAfter(status, event) ?? status);
    }
    expect([...reached].sort()).toEqual([...STATUSES].sort());
  }
});
