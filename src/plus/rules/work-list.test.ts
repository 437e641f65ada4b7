import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parcelIn } from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { HOUR_MS } from '../../foundation/time.ts';
import type { Parcel, ParcelId } from './parcel.ts';
import { PARCEL_STATUSES, type ParcelStatus } from './parcel-transitions.ts';
import { type PlannedStop, type VisitKind, workList } from './work-list.ts';

const box = (name: string, status: ParcelStatus, hours = 0): Parcel =>
  parcelIn(status, { id: name as ParcelId, scheduleAt: NOON + hours * HOUR_MS });
const stop = (orderId: string, kind: VisitKind, hours = 0): PlannedStop => ({
  orderId,
  kind,
  beginAt: NOON + hours * HOUR_MS,
});
const listed = (parcels: readonly Parcel[], plan: readonly PlannedStop[] = []) =>
  workList(parcels, plan).map(({ parcel, kind }) => `${parcel.id} ${kind}`);

const TO_DO: Partial<Record<ParcelStatus, readonly string[]>> = {
  AWAIT_PICKUP: ['A PICK_UP', 'A DROP_OFF'],
  DELIVERING: ['A DROP_OFF'],
  FAILED: ['A RETURN'],
};
test.each(PARCEL_STATUSES)('what is to be done in %s', (status) => {
  expect(listed([box('A', status)])).toEqual(TO_DO[status] ?? []);
});

test('without a plan it goes by the pick-up time, and by the order of placing where that is the same', () => {
  const parcels = [box('C', 'AWAIT_PICKUP', 2), box('B', 'DELIVERING', 1), box('A', 'DELIVERING', 1)];
  expect(listed(parcels)).toEqual(['A DROP_OFF', 'B DROP_OFF', 'C PICK_UP', 'C DROP_OFF']);
  expect(workList(parcels, []).map(({ plannedAt }) => plannedAt)).toEqual(Array(4).fill(undefined));
});

test('it goes by our clock: a parcel whose partner is two hours ahead is fetched two hours sooner than it says', () => {
  const ahead = { ...box('B', 'DELIVERING', 2), clockAheadMs: 2 * HOUR_MS };
  expect(listed([box('A', 'DELIVERING', 1), ahead])).toEqual(['B DROP_OFF', 'A DROP_OFF']);
});

test('a plan says the order and the times; what it does not know comes after it', () => {
  const parcels = [box('A', 'AWAIT_PICKUP', 1), box('B', 'AWAIT_PICKUP', 2), box('C', 'DELIVERING', -1)];
  const plan = [stop('B', 'PICK_UP', 2), stop('A', 'PICK_UP', 3), stop('A', 'DROP_OFF', 4), stop('B', 'DROP_OFF', 5)];
  expect(listed(parcels, plan)).toEqual(['B PICK_UP', 'A PICK_UP', 'A DROP_OFF', 'B DROP_OFF', 'C DROP_OFF']);
  expect(workList(parcels, plan).map(({ plannedAt }) => plannedAt)).toEqual([
    ...[2, 3, 4, 5].map((hours) => NOON + hours * HOUR_MS),
    undefined,
  ]);
});

test('what was planned and is done, or is not on hand any more, is not shown', () => {
  const plan = [stop('A', 'PICK_UP'), stop('X', 'PICK_UP'), stop('A', 'DROP_OFF')];
  expect(listed([box('A', 'DELIVERING')], plan)).toEqual(['A DROP_OFF']);
});

test('every visit is listed once, whatever the plan, and planned ones keep its order', () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  const statuses = fc.tuple(...names.map(() => fc.constantFrom(...PARCEL_STATUSES)));
  const stops = fc.record({
    orderId: fc.constantFrom(...names, 'X'),
    kind: fc.constantFrom<VisitKind>('PICK_UP', 'DROP_OFF', 'RETURN'),
    beginAt: fc.constant(NOON),
  });
  const plans = fc.uniqueArray(stops, { selector: ({ orderId, kind }) => `${orderId} ${kind}` });
  fc.assert(
    fc.property(statuses, plans, (given, plan) => {
      const parcels = names.map((name, index) => box(name, given[index] ?? 'CLOSED', index));
      const visits = listed(parcels, plan);
      expect(visits.toSorted()).toEqual(parcels.flatMap((parcel) => listed([parcel])).sort());
      const planned = plan.map(({ orderId, kind }) => `${orderId} ${kind}`).filter((name) => visits.includes(name));
      expect(visits.slice(0, planned.length)).toEqual(planned);
    }),
  );
});
