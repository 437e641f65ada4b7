import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a moment goes into a field and comes back the same, to the minute; none stays none', () => {
  for (const at of ['2026-11-16T04:00:00.000Z', '2026-03-29T00:59:00.000Z', '2026-12-31T23:59:00.000Z'])
    expect(fromLocalTime(toLocalTime(at))).toBe(at);
  expect(toLocalTime(new Date(2026, 10, 16, 9, 5, 59).toISOString())).toBe('2026-11-16T09:05');
  expect(toLocalTime(null)).toBe('');
  for (const nothing of ['', 'yesterday']) expect(fromLocalTime(nothing)).toBeNull();
});

test('a moment that nobody has touched keeps its seconds; another one, or none, takes its place', () => {
  const before = '2026-11-16T04:00:45.000Z';
  expect(fromLocalTime(toLocalTime(before), before)).toBe(before);
  const later = '2026-11-16T04:01:00.000Z';
  expect(fromLocalTime(toLocalTime(later), before)).toBe(later);
  expect(fromLocalTime('', before)).toBeNull();
});
