import { expect, test } from 'vitest';
import { chunksOf, stretchFor } from './stretch.ts';

test.each([
  [0, 1_000],
  [50, 1_000],
  [51, 980],
  [1_000, 50],
  [50_000, 1],
  [1_000_000, 1],
])('for %i texts a statement looks through %i rows', (texts, rows) => {
  expect(stretchFor(texts)).toBe(rows);
});

test('all are in one chunk or another, in their order', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([1, 2], 2)).toEqual([[1, 2]]);
  expect(chunksOf([], 2)).toEqual([]);
});
