import { expect, test } from 'vitest';
import { findOutOfOrder } from './judge-order.ts';

const arrivals = (...numbers: readonly number[]) => numbers.map((number) => ({ streamId: '1', number }));

test('in order, also with repeats, is in order', () => {
  expect(findOutOfOrder(arrivals(1, 2, 3))).toEqual([]);
  expect(findOutOfOrder(arrivals(1, 1, 2, 1, 2, 3))).toEqual([]);
});

test('an event before the one that precedes it is out of order', () => {
  expect(findOutOfOrder(arrivals(1, 3, 2))).toEqual(['event 3 of stream 1 came right after 1']);
  expect(findOutOfOrder(arrivals(2, 1))).toEqual(['event 2 of stream 1 came right after 0']);
});

test('each stream is looked at alone', () => {
  const both = [
    { streamId: '1', number: 1 },
    { streamId: '2', number: 1 },
    { streamId: '1', number: 2 },
  ];
  expect(findOutOfOrder(both)).toEqual([]);
});
