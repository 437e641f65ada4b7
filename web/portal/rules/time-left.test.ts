import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test.each([
  [-1, undefined],
  [0, undefined],
  [1, '0:01 left'],
  [59_000, '0:59 left'],
  [249_000, '4:09 left'],
  [3_599_000, '59:59 left'],
  [3_600_000, '1 h 0 min left'],
  [7_800_000, '2 h 10 min left'],
  [47 * 3_600_000, '47 h 0 min left'],
  [48 * 3_600_000, '2 days left'],
])('%d ms are %j', (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});
