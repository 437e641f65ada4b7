import { expect, test } from 'vitest';
import { readPieces } from './pieces.ts';

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['１２', 12],
  ['007', 7],
  ['10000', 10_000],
])('%j are %i pieces', (typed, count) => {
  expect(readPieces(typed)).toBe(count);
});

test.each(['', '0', '00', '10001', '-1', '1.5', '1e3', 'two'])('%j is no count', (typed) => {
  expect(readPieces(typed)).toBeUndefined();
});
