import { expect, test } from 'vitest';
import { offsetAfter, offsetFrom } from './clock-offset.ts';

test('the server’s time lies in the second it names, and in the middle of the call', () => {
  expect(offsetFrom({ serverMs: 10_000, sentAt: 3_000, receivedAt: 3_200 })).toEqual({
    aheadMs: 10_500 - 3_100,
    plusMinusMs: 600,
  });
});

test('a clock two hours fast is found out by the first answer', () => {
  const { aheadMs } = offsetFrom({ serverMs: 1_000_000, sentAt: 8_200_000, receivedAt: 8_200_100 });
  expect(aheadMs).toBeCloseTo(-7_200_000, -3);
});

const known = { aheadMs: 1_000, plusMinusMs: 600 };

test('what fits to what is known changes nothing, up to the edge', () => {
  expect(offsetAfter(known, { aheadMs: 2_200, plusMinusMs: 600 })).toBe(known);
  const moved = { aheadMs: 2_201, plusMinusMs: 600 };
  expect(offsetAfter(known, moved)).toBe(moved);
});

test('of two that fit the more exact one is kept', () => {
  const better = { aheadMs: 1_100, plusMinusMs: 520 };
  expect(offsetAfter(known, better)).toBe(better);
  expect(offsetAfter(undefined, known)).toBe(known);
});
