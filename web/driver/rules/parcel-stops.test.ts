import { expect, test } from 'vitest';
import type { Parcel } from '../api/types.ts';
import { parcelsWithoutVisit, placeOf, stopsOf, type VisitKind } from './parcel-stops.ts';

const at = (address: string, lat = '22.3') => ({
  stopId: `of ${address}`,
  coordinates: { lat, lng: '114.1' },
  address,
});
const parcel = (orderId: string, pickUp = at('Depot'), dropOff = at(`Door ${orderId}`)): Parcel => ({
  orderId,
  clientRef: `R-${orderId}`,
  status: 'AWAIT_PICKUP',
  deliveryStage: 'LAST_MILE',
  scheduleAt: '2026-11-16T04:00:00.00Z',
  deliveryBy: '2026-11-16T08:00:00.00Z',
  pickUp,
  dropOff,
});
const visit = (orderId: string, kind: VisitKind, plannedAt: string | null = null) => ({
  orderId,
  visit: kind,
  plannedAt,
});
const told = (parcels: Parcel[], visits: ReturnType<typeof visit>[]) =>
  stopsOf({ parcels, visits }).map(
    ({ kind, address, parcels: here }) => `${kind} ${address}: ${here.map(({ orderId }) => orderId).join(' ')}`,
  );

test('visits keep their order, and what follows at the same place is one stop', () => {
  expect(
    told(
      [parcel('1'), parcel('2')],
      [visit('1', 'PICK_UP'), visit('2', 'PICK_UP'), visit('2', 'DROP_OFF'), visit('1', 'DROP_OFF')],
    ),
  ).toEqual(['PICK_UP Depot: 1 2', 'DROP_OFF Door 2: 2', 'DROP_OFF Door 1: 1']);
});

test('coming back to a place later is a stop of its own', () => {
  expect(
    told([parcel('1'), parcel('2')], [visit('1', 'PICK_UP'), visit('1', 'DROP_OFF'), visit('2', 'PICK_UP')]),
  ).toEqual(['PICK_UP Depot: 1', 'DROP_OFF Door 1: 1', 'PICK_UP Depot: 2']);
});

test('the same words for two places, and two errands at one place, are two stops', () => {
  const elsewhere = parcel('2', at('Depot', '22.4'));
  expect(told([parcel('1'), elsewhere], [visit('1', 'PICK_UP'), visit('2', 'PICK_UP')])).toHaveLength(2);
  expect(told([parcel('1'), parcel('2')], [visit('1', 'RETURN'), visit('2', 'PICK_UP')])).toEqual([
    'RETURN Depot: 1',
    'PICK_UP Depot: 2',
  ]);
});

test('a stop is planned for the time of its first visit, or not at all', () => {
  const noon = '2026-11-16T04:00:00.00Z';
  const visits = [
    visit('1', 'PICK_UP', noon),
    visit('2', 'PICK_UP', '2026-11-16T04:05:00.00Z'),
    visit('1', 'DROP_OFF'),
  ];
  expect(stopsOf({ parcels: [parcel('1'), parcel('2')], visits }).map(({ plannedAt }) => plannedAt)).toEqual([
    noon,
    undefined,
  ]);
});

test('a visit of a parcel that is gone is left out, a parcel without a visit is named', () => {
  const work = { parcels: [parcel('1'), parcel('2')], visits: [visit('9', 'PICK_UP'), visit('1', 'DROP_OFF')] };
  expect(stopsOf(work)).toHaveLength(1);
  expect(parcelsWithoutVisit(work).map(({ orderId }) => orderId)).toEqual(['2']);
});

test('what is brought back goes to where it came from', () => {
  const one = parcel('1');
  expect(placeOf(one, 'PICK_UP')).toBe(one.pickUp);
  expect(placeOf(one, 'RETURN')).toBe(one.pickUp);
  expect(placeOf(one, 'DROP_OFF')).toBe(one.dropOff);
});

test.each([
  ['FAILED_PICKUP', 1],
  ['RETURNED', 1],
  ['DELIVERED', 0],
  ['CANCELED', 0],
  ['CLOSED', 0],
] as const)('without a visit, a parcel that is %s is shown: %i', (status, shown) => {
  expect(parcelsWithoutVisit({ parcels: [{ ...parcel('1'), status }], visits: [] })).toHaveLength(shown);
});
