import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { createEarnedLately } from './earned-per-hour.ts';

const NOON = Date.UTC(2026, 10, 16, 12);

/** One driver, online since ten unless it says otherwise, of whom it says how much was earned. */
function aCity(onlineAt = NOON - 2 * HOUR_MS) {
  const city = { earned: '600', looks: 0 };
  const sql = {
    async query<Row>(text: string) {
      if (!text.includes('driver_shifts')) return [{ driver_id: '7', amount_minor: city.earned }] as Row[];
      city.looks += 1;
      return [{ driver_id: '7', online_at: new Date(onlineAt), offline_at: null }] as Row[];
    },
  } as Queryable;
  return { city, sql, earnedLately: createEarnedLately() };
}

test('what drivers earn is looked up again after exactly a minute, and not a millisecond before', async () => {
  const { city, sql, earnedLately } = aCity();
  expect(await earnedLately(sql, 'HK HKG', NOON)).toEqual(new Map([['7', 300]]));
  city.earned = '1200';
  expect(await earnedLately(sql, 'HK HKG', NOON + MINUTE_MS - 1)).toEqual(new Map([['7', 300]]));
  expect((await earnedLately(sql, 'HK HKG', NOON + MINUTE_MS)).get('7')).toBeCloseTo(1_200 / (2 + 1 / 60));
});

test('each city has drivers of its own, and a clock that was set back is no reason to wait', async () => {
  const { city, sql, earnedLately } = aCity();
  await earnedLately(sql, 'HK HKG', NOON);
  await earnedLately(sql, 'SG SIN', NOON);
  expect(city.looks).toBe(2);
  await earnedLately(sql, 'HK HKG', NOON - 1);
  expect(city.looks).toBe(3);
});

test('only the last four hours count, and who came later is measured from then on', async () => {
  for (const [hours, perHour] of [
    [3, 200],
    [4, 150],
    [5, 150],
  ] as const) {
    const { sql, earnedLately } = aCity(NOON - hours * HOUR_MS);
    expect(await earnedLately(sql, 'HK HKG', NOON)).toEqual(new Map([['7', perHour]]));
  }
});
