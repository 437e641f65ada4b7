import { expect, test } from 'vitest';
import { assert, assertPresent } from './assert.ts';

test('what holds is passed over, what does not is told as a fault of the program', () => {
  expect(() => assert(1 < 2, 'one is less')).not.toThrow();
  expect(() => assert(2 < 1, 'two is less')).toThrow('broken assumption: two is less');
});

test('what is there is given back, also where it is nothing much', () => {
  for (const value of [0, '', false, Number.NaN]) expect(assertPresent(value, 'it is there')).toBe(value);
  for (const value of [null, undefined])
    expect(() => assertPresent(value, 'it is there')).toThrow('broken assumption: it is there');
});
