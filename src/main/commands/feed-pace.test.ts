import { expect, test } from 'vitest';
import { pauseBetweenLooks, secondsUntilNextTry } from './feed-pace.ts';

test('half of the calls of a minute are left to others', () => {
  expect(pauseBetweenLooks(50)).toBe(2_400);
  expect(pauseBetweenLooks(300)).toBe(500);
});

test('nobody is asked more often than twice a second, and a limit of nothing stops nothing', () => {
  expect(pauseBetweenLooks(240)).toBe(500);
  expect(pauseBetweenLooks(239)).toBe(503);
  expect(pauseBetweenLooks(1_000_000)).toBe(500);
  expect(pauseBetweenLooks(0)).toBe(120_000);
});

test('the wait doubles, up to ten seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(secondsUntilNextTry)).toEqual([1, 2, 4, 8, 10, 10, 10]);
});
