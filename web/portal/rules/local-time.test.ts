import { expect, test } from 'vitest';
import { localTime, sentTime } from './local-time.ts';

test('a moment goes into a field and comes out of it again, to the minute', () => {
  const minute = Date.UTC(2026, 0, 2, 3, 4);
  expect(localTime(minute)).toMatch(/^202[56]-\d\d-\d\dT\d\d:\d\d$/);
  expect(sentTime(localTime(minute))).toBe('2026-01-02T03:04:00.000Z');
  expect(sentTime(localTime(minute + 59_999))).toBe('2026-01-02T03:04:00.000Z');
});

test('an empty field holds no time', () => {
  expect(sentTime('')).toBeUndefined();
  expect(sentTime('yesterday')).toBeUndefined();
});
