import { expect, test } from 'vitest';
import { dayBegins, dayEnds } from './day-span.ts';

test('a day begins at midnight and ends when the next one begins', () => {
  expect(Date.parse(dayBegins('2026-11-16') ?? '')).toBe(new Date(2026, 10, 16).getTime());
  expect(Date.parse(dayEnds('2026-11-30') ?? '')).toBe(new Date(2026, 11, 1).getTime());
});

test('no day, or none that there is, is none', () => {
  for (const day of ['', '2026-13-01', 'x']) {
    expect(dayBegins(day)).toBeUndefined();
    expect(dayEnds(day)).toBeUndefined();
  }
});
