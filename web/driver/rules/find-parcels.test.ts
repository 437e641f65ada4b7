import { expect, test } from 'vitest';
import type { Parcel } from '../api/types.ts';
import { parcelsLabelled, parcelsLike, shortCode } from './find-parcels.ts';

const stop = (name: string, address: string) => ({
  stopId: '1',
  coordinates: { lat: '22.3', lng: '114.1' },
  address,
  name,
});
const parcel = (orderId: string, clientRef: string, name: string): Parcel => ({
  orderId,
  clientRef,
  status: 'AWAIT_PICKUP',
  deliveryStage: 'LAST_MILE',
  scheduleAt: '2026-11-16T04:00:00.00Z',
  deliveryBy: '2026-11-16T08:00:00.00Z',
  pickUp: stop('Depot', '1 Dock Road'),
  dropOff: stop(name, `${name} Street`),
});
const parcels = [parcel('7000000000000000001', 'AB-1', 'Ann'), parcel('7000000000000000002', 'AB-12', 'Bo')];
const ids = (found: readonly Parcel[]) => found.map(({ clientRef }) => clientRef);

test.each([
  ['AB-1', ['AB-1']],
  [' ab-1\n', ['AB-1']],
  ['ＡＢ-12', ['AB-12']],
  ['7000000000000000002', ['AB-12']],
  ['AB', []],
  ['700000000000000000', []],
  ['', []],
])('the label %j means %j', (code, found) => {
  expect(ids(parcelsLabelled(parcels, code))).toEqual(found);
});

test('two senders may count alike', () => {
  expect(parcelsLabelled([...parcels, parcel('7000000000000000003', 'ab-1', 'Cy')], 'AB-1')).toHaveLength(2);
});

test.each([
  ['', ['AB-1', 'AB-12']],
  ['b-1', ['AB-1', 'AB-12']],
  ['002', ['AB-12']],
  ['ann st', ['AB-1']],
  ['dock', ['AB-1', 'AB-12']],
  ['nowhere', []],
])('typing %j can mean %j', (typed, found) => {
  expect(ids(parcelsLike(parcels, typed))).toEqual(found);
});

test('a parcel whose people are not shown any more is found by its label', () => {
  const { name: _, ...nameless } = stop('Ann', 'Ann Street');
  expect(parcelsLike([{ ...(parcels[0] as Parcel), dropOff: nameless }], 'ab-1')).toHaveLength(1);
});

test('a code is shown up to 60 characters', () => {
  expect(shortCode(' AB-1 ')).toBe('AB-1');
  expect(shortCode('x'.repeat(60))).toBe('x'.repeat(60));
  expect(shortCode('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
});
