import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterEvents, CARRIER, parcelIn } from '../../test/support/a-parcel.ts';
import { NOON } from '../../test/support/an-order.ts';
import { orThrow } from '../foundation/decision.ts';
import { HOUR_MS } from '../foundation/time.ts';
import { eventsBetween } from './parcel-events.ts';
import { decideCancellation, decideDropOut } from './rules/parcel-moves.ts';
import { PARCEL_EVENTS } from './rules/parcel-transitions.ts';

const links = { share: (token: string) => `https://x.test/track/${token}` };

test('a new parcel is told with no status before it, as something that has to be chosen', () => {
  expect(eventsBetween(undefined, parcelIn('AWAIT_DRIVER'), links)).toEqual([
    {
      type: 'ORDER_STATUS_CHANGED',
      choice: 'PLUS_ORDER_STATUS_CHANGED',
      data: {
        order: {
          orderId: '1000000000000000001',
          scheduleAt: '2026-11-17T04:00:00.00Z',
          shareLink: 'https://x.test/track/dGhpcy1pcy1hLXRva2Vu_Q',
          market: 'HK_HKG',
          createdAt: '2026-11-16T04:00:00.00Z',
          driverId: '',
          previousStatus: '',
          status: 'AWAIT_DRIVER',
        },
        updatedAt: '2026-11-16T04:00:00.00Z',
      },
    },
  ]);
});

test('a change of the status is told with both statuses, the driver and the time', () => {
  const after = parcelIn('AWAIT_PICKUP', { updatedAt: NOON + HOUR_MS });
  const [event, ...more] = eventsBetween(parcelIn('AWAIT_DRIVER'), after, links);
  expect(more).toEqual([]);
  expect(event?.data).toMatchObject({
    order: { previousStatus: 'AWAIT_DRIVER', status: 'AWAIT_PICKUP', driverId: CARRIER },
    updatedAt: '2026-11-16T05:00:00.00Z',
  });
});

test.each([
  ['partner', 'USER'],
  ['support', 'CUSTOMER_SUPPORT'],
] as const)('a cancellation by %s says so', (by, cancelParty) => {
  const before = parcelIn('AWAIT_DRIVER');
  const after = orThrow(decideCancellation(before, NOON + HOUR_MS, by));
  expect(eventsBetween(before, after, links)[0]?.data).toMatchObject({ order: { status: 'CANCELED', cancelParty } });
  const failed = parcelIn('FAILED_PICKUP');
  const closed = eventsBetween(failed, orThrow(decideCancellation(failed, NOON + HOUR_MS, by)), links);
  expect(closed[0]?.data.order).not.toHaveProperty('cancelParty');
});

test('a reason of support is told with the cancellation, in ASCII, and no other reason is', () => {
  const before = parcelIn('AWAIT_DRIVER');
  const told = (reason?: string) =>
    eventsBetween(before, orThrow(decideCancellation(before, NOON + HOUR_MS, 'support', reason)), links)[0]?.data.order;
  expect(told('Client called')).toMatchObject({ cancelParty: 'CUSTOMER_SUPPORT', cancelReason: 'Client called' });
  expect(told('Fermé, 香港')).toMatchObject({ cancelReason: 'Ferme, ??' });
  expect(told()).not.toHaveProperty('cancelReason');
  const underWay = parcelIn('AWAIT_PICKUP');
  const dropped = orThrow(decideDropOut(underWay, { at: NOON + HOUR_MS, by: 'driver', reason: 'Flat tyre' }));
  expect(eventsBetween(underWay, dropped, links)[0]?.data.order).not.toHaveProperty('cancelReason');
});

test('where the status stays, nothing is told', () => {
  const before = parcelIn('AWAIT_PICKUP');
  expect(eventsBetween(before, { ...before, scheduleAt: before.scheduleAt + 1, revision: 2 }, links)).toEqual([]);
});

test('whatever happens, each thing told begins where the last one ended', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARCEL_EVENTS), { maxLength: 40 }), (events) => {
      let parcel = parcelIn('AWAIT_DRIVER');
      let told = 'AWAIT_DRIVER';
      for (const event of events) {
        const after = afterEvents(parcel, [event]);
        for (const { data } of eventsBetween(parcel, after, links)) {
          const { order } = data as { order: { previousStatus: string; status: string } };
          expect(order.previousStatus).toBe(told);
          told = order.status;
        }
        parcel = after;
        expect(told).toBe(parcel.status);
      }
    }),
  );
});
