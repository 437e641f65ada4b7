import { expect, test } from 'vitest';
import { HOUR_MS } from '../../foundation/time.ts';
import { earnedDays, shownSince } from './earned-days.ts';

const HONG_KONG = 'Asia/Hong_Kong';
/** 08:00 on the 16th in Hong Kong, midnight in London. */
const now = Date.UTC(2026, 10, 16, 0);
const midnight = now - 8 * HOUR_MS;

test('a day begins at midnight in the city, and the latest is told first', () => {
  const earnings = [
    { amountMinor: 7n, earnedAt: midnight - 1 },
    { amountMinor: 40n, earnedAt: now },
    { amountMinor: 20n, earnedAt: midnight },
  ];
  expect(earnedDays(earnings, now, HONG_KONG)).toEqual({
    today: { date: '2026-11-16', amountMinor: 60n, orders: 2 },
    days: [
      { date: '2026-11-16', amountMinor: 60n, orders: 2 },
      { date: '2026-11-15', amountMinor: 7n, orders: 1 },
    ],
  });
});

test('today is there although nothing was earned, other days are not', () => {
  const earnings = [{ amountMinor: 7n, earnedAt: midnight - 25 * HOUR_MS }];
  expect(earnedDays(earnings, now, HONG_KONG)).toEqual({
    today: { date: '2026-11-16', amountMinor: 0n, orders: 0 },
    days: [{ date: '2026-11-14', amountMinor: 7n, orders: 1 }],
  });
});

test.each([
  [HONG_KONG, now, '2026-10-18T00:00:00+08:00'],
  [HONG_KONG, midnight - 1, '2026-10-17T00:00:00+08:00'],
  // The clocks were put back on the 1st of November: that day had 25 hours.
  ['America/New_York', Date.UTC(2026, 10, 16, 17), '2026-10-18T00:00:00-04:00'],
])('thirty days are shown, today being the last (%s, %s)', (timeZone, at, first) => {
  expect(new Date(shownSince(at, timeZone)).toISOString()).toBe(new Date(first).toISOString());
});
