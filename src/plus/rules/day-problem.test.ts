import { expect, test } from 'vitest';
import { parcelIn } from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { orThrow } from '../../foundation/decision.ts';
import { HOUR_MS } from '../../foundation/time.ts';
import { dayProblem, travelOver } from './day-problem.ts';
import type { ParcelId } from './parcel.ts';
import { decideDropOut } from './parcel-moves.ts';
import { planningDay } from './planning-day.ts';

const day = planningDay('2026-11-17', 'Asia/Hong_Kong', { opens: 7 * 60, closes: 22 * 60 });
const [WAREHOUSE, SHOP, HOME] = [
  { lat: 22.28, lng: 114.15 },
  { lat: 22.31, lng: 114.17 },
  { lat: 22.39, lng: 113.97 },
];
const one = (number: number, changes: Parameters<typeof parcelIn>[1] = {}) =>
  parcelIn('AWAIT_DRIVER', { id: `100000000000000000${number}` as ParcelId, ...changes });

test('each place stands there once, however many parcels begin or end at it', () => {
  const { points, parcels } = dayProblem(
    [
      { parcel: one(1), points: [WAREHOUSE, SHOP] },
      { parcel: one(2), points: [WAREHOUSE, HOME] },
      { parcel: one(3), points: [SHOP, { ...WAREHOUSE }] },
    ],
    [],
    day,
    day.from,
    40,
  );
  expect(points).toEqual([WAREHOUSE, SHOP, HOME]);
  expect(parcels.map(({ orderId, pickUp, dropOff }) => [orderId, pickUp, dropOff])).toEqual([
    [one(1).id, 0, 1],
    [one(2).id, 0, 2],
    [one(3).id, 1, 0],
  ]);
});

test('a driver begins where they were last, or where most parcels are picked up', () => {
  const parcels = [
    { parcel: one(1), points: [SHOP, HOME] as const },
    { parcel: one(2), points: [WAREHOUSE, HOME] as const },
    { parcel: one(3), points: [WAREHOUSE, SHOP] as const },
  ];
  const drivers = [
    { id: '71', point: undefined },
    { id: '72', point: { lat: 22.3, lng: 114.1 } },
  ];
  const { points, drivers: planned } = dayProblem(parcels, drivers, day, day.from, 40);
  expect(planned.map(({ driverId, start }) => [driverId, points[start]])).toEqual([
    ['71', WAREHOUSE],
    ['72', { lat: 22.3, lng: 114.1 }],
  ]);
});

test('hours that have passed are gone, and after the last one there are none left', () => {
  const hoursAt = (now: number) =>
    dayProblem([{ parcel: one(1), points: [SHOP, HOME] }], [{ id: '71', point: SHOP }], day, now, 3).drivers[0];
  expect(hoursAt(day.from - 1)).toMatchObject({ from: day.from, until: day.until, room: 3 });
  expect(hoursAt(day.from + HOUR_MS)).toMatchObject({ from: day.from + HOUR_MS, until: day.until });
  expect(hoursAt(day.until + 1)).toMatchObject({ from: day.until + 1, until: day.until + 1 });
});

test('what a driver has stays with them, on board or not, and times are those of our clock', () => {
  const at = (status: 'AWAIT_PICKUP' | 'DELIVERING') => {
    const parcel = parcelIn(status, { scheduleAt: day.from, deliverBy: day.until, clockAheadMs: HOUR_MS });
    return dayProblem([{ parcel, points: [SHOP, HOME] }], [], day, day.from, 40).parcels[0];
  };
  expect(at('AWAIT_PICKUP')).toMatchObject({ heldBy: '70', isOnBoard: false });
  expect(at('DELIVERING')).toMatchObject({ heldBy: '70', isOnBoard: true });
  expect(at('DELIVERING')).toMatchObject({ readyAt: day.from - HOUR_MS, deliverBy: day.until - HOUR_MS });
});

test('a kilometre takes as long as in a city', () => {
  const travel = travelOver(
    [
      [0, 1_000],
      [2_000, 0],
    ],
    22 / 3.6,
  );
  expect(travel.places).toBe(2);
  expect([...travel.meters]).toEqual([0, 1_000, 2_000, 0]);
  expect([...travel.seconds]).toEqual([0, 164, 328, 0]);
});

test('those who gave a parcel back are named', () => {
  const given = parcelIn('AWAIT_PICKUP');
  const parcel = orThrow(decideDropOut(given, { at: NOON, by: 'driver' }));
  const [planned] = dayProblem([{ parcel, points: [SHOP, HOME] }], [], day, day.from, 40).parcels;
  expect([planned?.notBy, planned?.heldBy]).toEqual([['70'], undefined]);
});
