import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { usageOf, usageSince } from './usage.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const NOW = NOON + 34 * MINUTE_MS + 21_000;
const count = (minute: number, calls: number, refused = 0, api = 'PostOrder') => ({ api, minute, calls, refused });
const used = (...counts: ReturnType<typeof count>[]) =>
  usageOf({ api: 'PostOrder', allowed: 30, allowedASecond: 2 }, counts, NOW);

test('the last 60 minutes end with the one that is not over yet, and quiet ones are there too', () => {
  const { minutes } = used(
    count(NOON + 34 * MINUTE_MS, 7),
    count(NOON - 26 * MINUTE_MS, 9),
    count(NOON - 25 * MINUTE_MS, 5),
  );
  expect(minutes).toHaveLength(60);
  expect(minutes.at(-1)).toEqual({ minute: NOON + 34 * MINUTE_MS, calls: 7, refused: 0 });
  expect(minutes.at(-2)).toEqual({ minute: NOON + 33 * MINUTE_MS, calls: 0, refused: 0 });
  expect(minutes[0]).toEqual({ minute: NOON - 25 * MINUTE_MS, calls: 5, refused: 0 });
});

test('an hour has the sum of its minutes and the fullest of them, from its first minute to its last', () => {
  const { hours } = used(count(NOON - 1 * MINUTE_MS, 3), count(NOON, 10, 1), count(NOON + 20 * MINUTE_MS, 30, 4));
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toEqual({ hour: NOON, calls: 40, busiest: 30, refused: 5 });
  expect(hours.at(-2)).toEqual({ hour: NOON - HOUR_MS, calls: 3, busiest: 3, refused: 0 });
  expect(hours[0]).toEqual({ hour: NOON - 23 * HOUR_MS, calls: 0, busiest: 0, refused: 0 });
});

test('the busiest minute is the first of the fullest, within a day', () => {
  expect(used().busiest).toBeUndefined();
  expect(used(count(NOON, 5), count(NOON + MINUTE_MS, 5), count(NOON - MINUTE_MS, 4)).busiest).toEqual({
    minute: NOON,
    calls: 5,
    refused: 0,
  });
  expect(used(count(NOON, 5), count(NOON + MINUTE_MS, 6), count(NOON + 2 * MINUTE_MS, 4)).busiest?.calls).toBe(6);
  const earliest = usageSince(NOW);
  expect(earliest).toBe(NOON - 23 * HOUR_MS);
  expect(used(count(earliest, 9)).busiest?.calls).toBe(9);
  expect(used(count(earliest - MINUTE_MS, 9)).busiest).toBeUndefined();
});

test('what was used stands beside what is allowed', () => {
  expect(used()).toMatchObject({ api: 'PostOrder', allowed: 30, allowedASecond: 2 });
});

test('other kinds of calls count for themselves', () => {
  const { busiest, refused } = used(count(NOON, 50, 9, 'GetOrder'), count(NOON, 2, 1));
  expect(busiest?.calls).toBe(2);
  expect(refused).toBe(1);
});
