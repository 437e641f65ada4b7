import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { isNear } from './near.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

test('within 500 metres, and not one more', () => {
  expect(isNear(500, NOON + HOUR_MS, NOON)).toBe(true);
  expect(isNear(501, NOON + HOUR_MS, NOON)).toBe(false);
});

test('within five minutes, and not a moment more', () => {
  expect(isNear(5_000, NOON + 5 * MINUTE_MS, NOON)).toBe(true);
  expect(isNear(5_000, NOON + 5 * MINUTE_MS + 1, NOON)).toBe(false);
});
