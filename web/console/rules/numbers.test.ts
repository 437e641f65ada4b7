import { expect, test } from 'vitest';
import { against, shareOf } from './numbers.ts';

test('a share of nothing is none', () => {
  expect(shareOf(0, 0)).toBeUndefined();
  expect(shareOf(1, 4)).toBe(0.25);
});

test('a day is told against another, unless that says nothing', () => {
  expect(against(12, 10)).toBe('+20 %');
  expect(against(5, 10)).toBe('−50 %');
  expect(against(10, 10)).toBe('The same');
  expect(against(10, 0)).toBeUndefined();
  expect(against(undefined, 10)).toBeUndefined();
});
