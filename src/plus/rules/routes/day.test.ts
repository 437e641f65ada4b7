import { expect, test } from 'vitest';
import { aDriver, aParcel, aProblem, street } from '../../../../test/support/planning-problems.ts';
import { numberDay } from './day.ts';
import type { RouteProblem } from './route-plan.ts';

const problem = aProblem(street(0, 1), [aParcel('a', 0, 1)], [aDriver('x', 0)]);

test('a usable problem is numbered by ids, with times in whole seconds that promise no more than was given', () => {
  const parcels = [aParcel('b', 0, 1, { readyAt: 1001, deliverBy: 2999 }), aParcel('a', 1, 0)];
  const day = numberDay({ ...problem, parcels });
  expect(day.parcels.map(({ orderId }) => orderId)).toEqual(['a', 'b']);
  expect([day.earliest[2], day.deadline[3]]).toEqual([2, 2]);
});

test.each<[fault: string, change: Partial<RouteProblem>]>([
  ['a parcel twice', { parcels: [aParcel('a', 0, 1), aParcel('a', 1, 0)] }],
  ['a driver twice', { drivers: [aDriver('x', 0), aDriver('x', 1)] }],
  ['a place that is none', { parcels: [aParcel('a', 0, 2)] }],
  ['a start that is none', { drivers: [aDriver('x', -1)] }],
  ['no time', { parcels: [aParcel('a', 0, 1, { readyAt: Number.NaN })] }],
  ['half a parcel of room', { drivers: [aDriver('x', 0, { room: 0.5 })] }],
  ['half a second of handling', { handling: { pickUpSeconds: 0.5, dropOffSeconds: 1 } }],
  ['a matrix that is not square', { travel: { ...problem.travel, meters: new Uint32Array(3) } }],
  ['a way from a place to itself', { travel: { ...problem.travel, seconds: Uint32Array.of(0, 1, 1, 1) } }],
  ['on board of nobody', { parcels: [aParcel('a', 0, 1, { isOnBoard: true })] }],
  ['too many parcels', { parcels: Array.from({ length: 10_001 }, (_, number) => aParcel(`${number}`, 0, 1)) }],
])('%s is a fault of the program', (_, change) => {
  expect(() => numberDay({ ...problem, ...change })).toThrow('broken assumption');
});
