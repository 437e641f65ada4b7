import { expect, test } from 'vitest';
import { countdown } from './countdown.ts';

test.each([
  [25_000, 0, { seconds: 25, share: 1, isOver: false }],
  [25_000, 12_500, { seconds: 13, share: 0.5, isOver: false }],
  [25_000, 24_999, { seconds: 1, share: 0.00004, isOver: false }],
  [25_000, 25_000, { seconds: 0, share: 0, isOver: true }],
  [25_000, 40_000, { seconds: 0, share: 0, isOver: true }],
  [25_000, -5_000, { seconds: 30, share: 1, isOver: false }],
])('an offer until %i is at %i left with %j', (expiresAt, now, left) => {
  expect(countdown(expiresAt, now, 25_000)).toEqual(left);
});

test('an offer that was over when it was first seen is over', () => {
  expect(countdown(1_000, 1_000, 0)).toEqual({ seconds: 0, share: 0, isOver: true });
});
