import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEnd, PARCEL_EVENTS, PARCEL_STATUSES, type ParcelStatus, statusAfter } from './parcel-transitions.ts';

/** The moves of decisions 5.1 and 5.3, by what happens; whatever is not here cannot happen. */
const HAPPENS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  driverAssigned: { AWAIT_DRIVER: 'AWAIT_PICKUP' },
  driverDroppedOut: { AWAIT_PICKUP: 'AWAIT_DRIVER' },
  pickedUp: { AWAIT_PICKUP: 'DELIVERING' },
  pickUpFailed: { AWAIT_PICKUP: 'FAILED_PICKUP' },
  pickUpRetried: { FAILED_PICKUP: 'AWAIT_PICKUP' },
  delivered: { DELIVERING: 'DELIVERED' },
  deliveryFailed: { DELIVERING: 'FAILED' },
  deliveryRetried: { FAILED: 'DELIVERING' },
  returned: { FAILED: 'RETURNED' },
  closed: { FAILED_PICKUP: 'CLOSED', RETURNED: 'CLOSED' },
  cancelled: {
    AWAIT_DRIVER: 'CANCELED',
    AWAIT_PICKUP: 'CANCELED',
    DELIVERING: 'CANCELED',
    FAILED_PICKUP: 'CLOSED',
    FAILED: 'CLOSED',
    RETURNED: 'CLOSED',
  },
  edited: {
    AWAIT_DRIVER: 'AWAIT_DRIVER',
    AWAIT_PICKUP: 'AWAIT_PICKUP',
    DELIVERING: 'DELIVERING',
    FAILED_PICKUP: 'FAILED_PICKUP',
    FAILED: 'FAILED',
    RETURNED: 'RETURNED',
  },
};
const SUB_STATUSES = ['AWAIT_DRIVER', 'AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED'];
const ENDS = ['DELIVERED', 'CANCELED', 'CLOSED'];

test('there are the six sub-statuses and three ends of the contract, and twelve events', () => {
  expect([...PARCEL_STATUSES]).toEqual([...SUB_STATUSES, ...ENDS]);
  expect([...PARCEL_EVENTS].sort()).toEqual(Object.keys(HAPPENS).sort());
  expect(PARCEL_EVENTS).toHaveLength(12);
});

const cells = PARCEL_STATUSES.flatMap((status) =>
  PARCEL_EVENTS.map((event) => ({ status, event, next: HAPPENS[event]?.[status] })),
);

test.each(cells.filter(({ next }) => next !== undefined))('$event leads from $status to $next', (cell) => {
  expect(statusAfter(cell.status, cell.event)).toBe(cell.next);
});

test.each(cells.filter(({ next }) => next === undefined))('$event cannot happen in $status', ({ status, event }) => {
  expect(statusAfter(status, event)).toBeUndefined();
});

test('the three ends are ends, and nothing else is', () => {
  expect(PARCEL_STATUSES.filter(isEnd)).toEqual(ENDS);
});

test('whatever happens, from an end it never goes on', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PARCEL_STATUSES), fc.array(fc.constantFrom(...PARCEL_EVENTS)), (start, events) => {
      let status: ParcelStatus = start;
      for (const event of events) {
        const next = statusAfter(status, event);
        if (isEnd(status)) expect(next).toBeUndefined();
        status = next ?? status;
      }
    }),
  );
});

test('from every status that is no end, CLOSED or CANCELED can be reached, and DELIVERED unless it is back already', () => {
  for (const start of PARCEL_STATUSES.filter((status) => !isEnd(status))) {
    const reached = new Set<ParcelStatus>([start]);
    for (const status of reached) for (const event of PARCEL_EVENTS) reached.add(statusAfter(status, event) ?? status);
    expect([...reached].filter(isEnd).sort()).toEqual(
      start === 'RETURNED' ? ['CLOSED'] : ['CANCELED', 'CLOSED', 'DELIVERED'],
    );
  }
});
