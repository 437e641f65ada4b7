import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../foundation/time.ts';
import { planStretches } from './partitions.ts';

const WEEK_MS = 7 * DAY_MS;
const MONDAY = Date.UTC(2026, 10, 16);
const KEPT_MS = 30 * DAY_MS;
const WEEKS = { stretchDays: 7, keptMs: KEPT_MS } as const;

test('weeks are made for the next two weeks and no more', () => {
  const made = (now: number) => planStretches([MONDAY], now, WEEKS).make;
  expect(made(MONDAY - 2 * WEEK_MS)).toEqual([]);
  expect(made(MONDAY - 2 * WEEK_MS + 1)).toEqual([{ from: MONDAY, until: MONDAY + WEEK_MS }]);
  expect(made(MONDAY - WEEK_MS)).toHaveLength(1);
  expect(made(MONDAY - WEEK_MS + 1).at(-1)).toEqual({ from: MONDAY + WEEK_MS, until: MONDAY + 2 * WEEK_MS });
});

test('days are made for the next two days, and dropped one by one', () => {
  const plan = (now: number) => planStretches([MONDAY, MONDAY + DAY_MS], now, { stretchDays: 1, keptMs: 7 * DAY_MS });
  expect(plan(MONDAY - DAY_MS)).toEqual({ make: [], drop: [] });
  expect(plan(MONDAY - DAY_MS + 1).make).toEqual([{ from: MONDAY + DAY_MS, until: MONDAY + 2 * DAY_MS }]);
  expect(plan(MONDAY + 7 * DAY_MS - 1).drop).toEqual([]);
  expect(plan(MONDAY + 7 * DAY_MS).drop).toEqual([MONDAY]);
});

test('a week is dropped when its last row is as old as rows may be', () => {
  const dropped = (now: number) => planStretches([MONDAY, MONDAY + WEEK_MS], now, WEEKS).drop;
  expect(dropped(MONDAY + KEPT_MS - 1)).toEqual([]);
  expect(dropped(MONDAY + KEPT_MS)).toEqual([MONDAY]);
  expect(dropped(MONDAY + KEPT_MS + WEEK_MS)).toEqual([MONDAY, MONDAY + WEEK_MS]);
});

test('a week that has begun without one is not made, and the next ones are', () => {
  const made = (now: number) => planStretches([MONDAY], now, WEEKS).make.map(({ from }) => from);
  expect(made(MONDAY)).toEqual([MONDAY, MONDAY + WEEK_MS]);
  expect(made(MONDAY + 1)).toEqual([MONDAY + WEEK_MS, MONDAY + 2 * WEEK_MS]);
  expect(made(MONDAY + 520 * WEEK_MS - 1)).toEqual([MONDAY + 520 * WEEK_MS, MONDAY + 521 * WEEK_MS]);
});

test('whatever the pause, there is a week for each time from the next Monday on, none is made twice or too late, and they follow one another', () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 * DAY_MS }), fc.nat({ max: WEEK_MS - 1 }), (pause, later) => {
      const now = MONDAY - DAY_MS + pause;
      const { make, drop } = planStretches([MONDAY], now, WEEKS);
      const weeks = [{ from: -Infinity, until: MONDAY }, ...make];
      const then = now + WEEK_MS + later;
      expect(weeks.filter(({ from, until }) => from <= then && then < until)).toHaveLength(1);
      expect(make.every(({ from, until }) => from >= now && !drop.includes(until))).toBe(true);
      expect(make.every(({ from }) => (from - MONDAY) % WEEK_MS === 0)).toBe(true);
      expect(make.slice(1).every(({ from }, index) => from === make[index]?.until)).toBe(true);
    }),
  );
});
