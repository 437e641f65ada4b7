import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import { retryDelayMs } from './worker.ts';

test('a job that failed for the first time comes again after a second', () => {
  expect(retryDelayMs(0)).toBe(SECOND_MS);
});

test.each([
  [1, 2],
  [2, 4],
  [3, 8],
  [9, 512],
])('after %i failures before, the next attempt waits %i seconds', (attempts, seconds) => {
  expect(retryDelayMs(attempts)).toBe(seconds * SECOND_MS);
});

test('no job waits longer than ten minutes, however often it failed', () => {
  expect(retryDelayMs(10)).toBe(10 * MINUTE_MS);
  expect(retryDelayMs(5_000)).toBe(10 * MINUTE_MS);
});

test('one more failure never makes the wait shorter, and at most doubles it', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000 }), (attempts) => {
      const [before, after] = [retryDelayMs(attempts), retryDelayMs(attempts + 1)];
      expect(after).toBeGreaterThanOrEqual(before);
      expect(after).toBeLessThanOrEqual(2 * before);
    }),
  );
});
