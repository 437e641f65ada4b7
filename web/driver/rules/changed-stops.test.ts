import { expect, test } from 'vitest';
import type { Stop } from '../api/types.ts';
import { newsOfStops, printOf } from './changed-stops.ts';

const stop: Stop = {
  stopId: '1',
  coordinates: { lat: '22.28', lng: '114.15' },
  address: 'Queen’s Road 1',
  name: 'Ada',
  phone: '+85256847123',
  remarks: '',
};
const orderOf = (...stops: Stop[]) => ({ orderId: '7', stops });
const before = orderOf(stop, { ...stop, stopId: '2' });
const newsAfter = (...stops: Stop[]) => newsOfStops(printOf(before), orderOf(...stops));

test.each<[string, Partial<Stop>]>([
  ['stop', { stopId: '3' }],
  ['place', { coordinates: { lat: '22.28', lng: '114.16' } }],
  ['address', { address: 'Queen’s Road 2' }],
  ['name', { name: 'Bob' }],
  ['phone', { phone: '+85256847124' }],
  ['remark', { remarks: 'Ring twice' }],
])('another %s is news', (_, change) => {
  expect(newsAfter(stop, { ...stop, stopId: '2', ...change })).toBe('CHANGED');
});

test('one more, one less and another order of them are news', () => {
  const second = { ...stop, stopId: '2' };
  expect(newsAfter(stop, second, { ...stop, stopId: '3' })).toBe('CHANGED');
  expect(newsAfter(stop)).toBe('CHANGED');
  expect(newsAfter(second, stop)).toBe('CHANGED');
});

test('what the driver does and what recipients write is none', () => {
  const closed = { outcome: 'DELIVERED', at: '2026-11-18T07:00:00Z' } as const;
  const notes = [{ text: 'Door B', writtenAt: '2026-11-18T07:00:00Z' }];
  expect(newsAfter(stop, { ...stop, stopId: '2', closed, notes })).toBeUndefined();
});

test('an order that was not seen before is new, and nothing in it has changed', () => {
  expect(newsOfStops(undefined, before)).toBe('NEW_ORDER');
  expect(newsOfStops(printOf({ ...before, orderId: '77' }), before)).toBe('NEW_ORDER');
});

test('what is kept names nobody', () => {
  expect(printOf(before)).toMatch(/^7 \d+$/);
});
