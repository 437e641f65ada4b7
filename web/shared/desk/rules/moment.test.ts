import { expect, test } from 'vitest';
import { dayOf, distanceOf, exactMomentOf, foreignZone, lengthOf, momentOf, whoseClock } from './moment.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const HONG_KONG = 'Asia/Hong_Kong';

test.each([
  ['2026-11-15T09:05:00Z', '09:05'],
  ['2026-11-15T00:00:00Z', '00:00'],
  ['2026-11-14T23:59:59Z', '14 Nov, 23:59'],
  ['2026-01-01T00:00:00Z', '1 Jan, 00:00'],
  ['2025-12-31T23:59:00Z', '31 Dec 2025, 23:59'],
])('%s is written as %s', (at, text) => {
  expect(momentOf(at, NOW, 'UTC')).toBe(text);
});

test('what is held against a log has its seconds, and its day also on that day where it is asked for', () => {
  const seconds = { seconds: true };
  expect(momentOf('2026-11-15T09:05:07Z', NOW, 'UTC', seconds)).toBe('09:05:07');
  expect(momentOf('2026-11-14T09:05:07Z', NOW, 'UTC', seconds)).toBe('14 Nov, 09:05:07');
  expect(momentOf('2026-11-15T09:05:07Z', NOW, 'UTC', { ...seconds, day: true })).toBe('15 Nov, 09:05:07');
  expect(momentOf('2025-12-31T09:05:07Z', NOW, 'UTC', { ...seconds, day: true })).toBe('31 Dec 2025, 09:05:07');
});

test('a day ends with the day of the zone', () => {
  expect(momentOf('2026-11-14T16:00:00Z', NOW, HONG_KONG)).toBe('00:00');
  expect(momentOf('2026-11-14T15:59:00Z', NOW, HONG_KONG)).toBe('14 Nov, 23:59');
});

test.each([
  ['Asia/Hong_Kong', 'Europe/London', 'GMT+8'],
  ['Europe/London', 'Asia/Hong_Kong', 'BST'],
  // Another place, and the same on the clock.
  ['Asia/Hong_Kong', 'Asia/Singapore', undefined],
  ['Europe/London', 'Africa/Lagos', undefined],
])('in July the zone of %s is said to somebody in %s: %s', (zone, own, said) => {
  expect(foreignZone('2026-07-01T10:00:00Z', zone, own)).toBe(said);
});

test('a zone is said while its clock shows something else than that of whoever looks', () => {
  expect(foreignZone('2026-01-01T10:00:00Z', 'Europe/London', 'Africa/Lagos')).toBe('GMT');
});

test.each([
  ['Europe/London', 'Times are by the clock of Hong Kong, GMT+8.'],
  ['Asia/Singapore', 'Times are by the clock of Hong Kong.'],
])('a page says to somebody in %s: %s', (own, said) => {
  expect(whoseClock('2026-07-01T10:00:00Z', 'Hong Kong', HONG_KONG, own)).toBe(said);
});

test('the exact moment has its seconds and its zone', () => {
  expect(exactMomentOf('2026-11-15T09:05:07Z', HONG_KONG)).toBe('Sun, 15 Nov 2026, 17:05:07 GMT+8');
});

test.each([
  [59, 'now'],
  [-59, 'now'],
  [-60, '1 min ago'],
  [60, 'in 1 min'],
  [-3_599, '59 min ago'],
  [-3_600, '1 hr ago'],
  [-86_399, '23 hr ago'],
  [-86_400, '1 day ago'],
])('%i seconds from now is %s', (seconds, text) => {
  expect(distanceOf(new Date(NOW + seconds * 1_000).toISOString(), NOW)).toBe(text);
});

test.each([
  [-1, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [61, '1 min 1 s'],
  [599, '9 min 59 s'],
  [601, '10 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [3_660, '1 h 1 min'],
  [172_799, '47 h 59 min'],
  [172_800, '2 days'],
])('%i seconds last %s', (seconds, text) => {
  expect(lengthOf(seconds)).toBe(text);
});

test('a day is written with its weekday, whatever the zone of whoever looks', () => {
  expect(['2026-11-15', '2026-11-01'].map(dayOf)).toEqual(['Sun 15 Nov', 'Sun 1 Nov']);
});
