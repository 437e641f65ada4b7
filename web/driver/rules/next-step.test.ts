import { expect, test } from 'vitest';
import type { DriverOrder } from '../api/types.ts';
import { nextStep } from './next-step.ts';

type Done = { readonly arrived?: boolean; readonly pickedUp?: boolean; readonly closed?: readonly string[] };

function orderWith({ arrived = false, pickedUp = false, closed = [] }: Done): DriverOrder {
  const stops = ['1', '2', '3'].map((stopId) => ({
    stopId,
    coordinates: { lat: '22.3', lng: '114.1' },
    address: `Road ${stopId}`,
    ...(closed.includes(stopId) ? { closed: { outcome: 'DELIVERED', at: '2026-11-16T04:00:00.00Z' } } : {}),
  }));
  const steps = [
    { kind: 'GO_TO_PICK_UP', done: arrived, stopId: '1' },
    { kind: 'QUEUE', done: pickedUp, stopId: '1', allowedMinutes: 15 },
    { kind: 'PICK_UP', done: pickedUp, stopId: '1' },
  ];
  return { stops, steps } as unknown as DriverOrder;
}

test.each([
  [{}, { kind: 'arrive', stopId: '1' }],
  [{ arrived: true }, { kind: 'pickUp', stopId: '1' }],
  [
    { arrived: true, pickedUp: true },
    { kind: 'dropOff', stopId: '2' },
  ],
  [
    { arrived: true, pickedUp: true, closed: ['2'] },
    { kind: 'dropOff', stopId: '3' },
  ],
  [{ arrived: true, pickedUp: true, closed: ['3', '2'] }, undefined],
])('after %j', (done, expected) => {
  expect(nextStep(orderWith(done))).toEqual(expected);
});

test('the chosen drop-off comes first, but not before the pick-up and not a second time', () => {
  expect(nextStep(orderWith({ arrived: true }), '3')).toEqual({ kind: 'pickUp', stopId: '1' });
  expect(nextStep(orderWith({ pickedUp: true }), '3')).toEqual({ kind: 'dropOff', stopId: '3' });
  expect(nextStep(orderWith({ pickedUp: true, closed: ['3'] }), '3')).toEqual({ kind: 'dropOff', stopId: '2' });
});
