import { expect, test } from 'vitest';
import { mostAtOnce } from './shed-load.ts';

test('a burst of 256 is taken by a process that got done with what came, and more by one that answers more', () => {
  expect(mostAtOnce({ answered: 0, leastUnderWay: 0 })).toBe(256);
  expect(mostAtOnce({ answered: 256, leastUnderWay: 31 })).toBe(256);
  expect(mostAtOnce({ answered: 257, leastUnderWay: 31 })).toBe(257);
});

test('where 32 or more have waited for a second, only as many are under way as were answered in it', () => {
  expect(mostAtOnce({ answered: 60, leastUnderWay: 32 })).toBe(60);
  expect(mostAtOnce({ answered: 2_000, leastUnderWay: 2_000 })).toBe(2_000);
});

test('32 at once are always taken, also where nothing was answered', () => {
  expect(mostAtOnce({ answered: 0, leastUnderWay: 256 })).toBe(32);
  expect(mostAtOnce({ answered: 33, leastUnderWay: 256 })).toBe(33);
});
