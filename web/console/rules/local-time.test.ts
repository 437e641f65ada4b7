import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a moment goes into a field and comes back the same, to the minute; none stays none', () => {
  for (const at of ['2026-11-16T04:00:00.000Z', '2026-03-29T00:59:00.000Z', '2026-12-31T23:59:00.000Z'])
    expect(fromLocalTime(toLocalTime(at))).toBe(at);
  expect(toLocalTime(null)).toBe('');
  expect(fromLocalTime('')).toBeNull();
});
