import { expect, test } from 'vitest';
import { median, percentile, spread } from './statistics.ts';

test('the median is the value in the middle, or halfway between the two there', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 2])).toBe(3.5);
  expect(median([7])).toBe(7);
});

test('the 99th percentile of a hundred is the 99th, of a hundred and one the hundredth', () => {
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => last - index);
  expect(percentile(upTo(100), 0.99)).toBe(99);
  expect(percentile(upTo(101), 0.99)).toBe(100);
  expect(percentile([3], 0.99)).toBe(3);
});

test('the spread is from the smallest to the largest', () => {
  expect(spread([2, 9, 1, 5])).toEqual([1, 9]);
});
