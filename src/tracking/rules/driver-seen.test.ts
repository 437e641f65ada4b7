import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../foundation/time.ts';
import { firstNameOf, isDriverSeen, isFresh } from './driver-seen.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

test('a driver is seen from the beginning of the window on, and never without one', () => {
  expect(isDriverSeen({ driverSeenFrom: NOON }, NOON - 1)).toBe(false);
  expect(isDriverSeen({ driverSeenFrom: NOON }, NOON)).toBe(true);
  expect(isDriverSeen({ driverSeenFrom: undefined }, NOON)).toBe(false);
});

test('a position is fresh for ten minutes', () => {
  expect(isFresh(NOON, NOON + 10 * MINUTE_MS)).toBe(true);
  expect(isFresh(NOON, NOON + 10 * MINUTE_MS + 1)).toBe(false);
});

test.each([
  ['Ada Lovelace', 'Ada'],
  ['  Ada\u3000Lovelace ', 'Ada'],
  ['陳大文', '陳'],
  ['陳 大文', '陳'],
  ['山田', '山'],
  ['Ken陳', 'Ken陳'],
  ['陳Ken', '陳Ken'],
  ['สมชาย ใจดี', 'สมชาย'],
  ['Nguyễn Văn An', 'Nguyễn'],
  ['<b>Eve</b>', '<b>Eve</b>'],
  ['', ''],
])('%j is called %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
