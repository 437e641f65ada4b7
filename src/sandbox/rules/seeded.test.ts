import { expect, test } from 'vitest';
import { seeded, seedOf } from './seeded.ts';

test('the same seed gives the same numbers, another one others, all from 0 to 1', () => {
  const take = (seed: number) => Array.from({ length: 100 }, seeded(seed));
  expect(take(seedOf('HK HKG'))).toEqual(take(seedOf('HK HKG')));
  expect(take(seedOf('HK HKG'))).not.toEqual(take(seedOf('HK HKH')));
  expect(take(1).every((number) => number >= 0 && number < 1)).toBe(true);
});

test('the numbers of a seed do not come again soon, and lie all over', () => {
  const numbers = Array.from({ length: 1_000 }, seeded(7));
  expect(new Set(numbers).size).toBe(1_000);
  for (let tenth = 0; tenth < 10; tenth++) {
    const within = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(within).toBeGreaterThan(50);
    expect(within).toBeLessThan(150);
  }
});

test('a seed is a whole number that fits 32 bits, also from nothing', () => {
  for (const text of ['', 'a', 'ß'.repeat(1_000)]) {
    expect(seedOf(text)).toBe(seedOf(text) >>> 0);
  }
});
