import { expect, test } from 'vitest';
import { HOUR_MS } from '../../foundation/time.ts';
import { dateIn, isPlanningTime, planningDay } from './planning-day.ts';

const HOURS = { opens: 7 * 60, closes: 22 * 60 };
const day = planningDay('2026-11-17', 'Asia/Hong_Kong', HOURS);

test('a day is what the clock on the wall says', () => {
  expect(day).toEqual({
    date: '2026-11-17',
    begin: Date.UTC(2026, 10, 16, 16),
    from: Date.UTC(2026, 10, 16, 23),
    until: Date.UTC(2026, 10, 17, 14),
    end: Date.UTC(2026, 10, 17, 16),
  });
  expect(planningDay('2026-12-31', 'UTC', { opens: 0, closes: 24 * 60 })).toEqual({
    date: '2026-12-31',
    begin: Date.UTC(2026, 11, 31),
    from: Date.UTC(2026, 11, 31),
    until: Date.UTC(2027, 0, 1),
    end: Date.UTC(2027, 0, 1),
  });
});

test('the last day that can be written has an end too', () => {
  expect(planningDay('9999-12-31', 'Asia/Hong_Kong', HOURS).end).toBe(Date.UTC(9999, 11, 31, 16));
  expect(planningDay('9999-12-31', 'America/Sao_Paulo', HOURS).end).toBe(Date.UTC(10_000, 0, 1, 3));
});

test('it is planned from an hour before drivers begin until they stop', () => {
  expect(isPlanningTime(day, day.from - HOUR_MS - 1)).toBe(false);
  expect(isPlanningTime(day, day.from - HOUR_MS)).toBe(true);
  expect(isPlanningTime(day, day.until - 1)).toBe(true);
  expect(isPlanningTime(day, day.until)).toBe(false);
});

test('which day it is depends on where', () => {
  const instant = Date.UTC(2026, 10, 16, 15, 59);
  expect([dateIn('Asia/Hong_Kong', instant), dateIn('Asia/Hong_Kong', instant + 60_000)]).toEqual([
    '2026-11-16',
    '2026-11-17',
  ]);
});
