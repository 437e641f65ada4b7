import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../foundation/time.ts';
import { planWeeks } from './partitions.ts';

const WEEK_MS = 7 * DAY_MS;
const MONDAY = Date.UTC(2026, 10, 16);
const KEPT_MS = 30 * DAY_MS;

test('weeks are made for the next two weeks and no more', () => {
  const made = (now: number) => planWeeks([MONDAY], now, KEPT_MS).make;
  expect(made(MONDAY - 2 * WEEK_MS)).toEqual([]);
  expect(made(MONDAY - 2 * WEEK_MS + 1)).toEqual([{ from: MONDAY, until: MONDAY + WEEK_MS }]);
  expect(made(MONDAY - WEEK_MS)).toHaveLength(1);
  expect(made(MONDAY - WEEK_MS + 1).at(-1)).toEqual({ from: MONDAY + WEEK_MS, until: MONDAY + 2 * WEEK_MS });
});

test('a week is dropped when its last row is as old as rows may be', () => {
  const dropped = (now: number) => planWeeks([MONDAY, MONDAY + WEEK_MS], now, KEPT_MS).drop;
  expect(dropped(MONDAY + KEPT_MS - 1)).toEqual([]);
  expect(dropped(MONDAY + KEPT_MS)).toEqual([MONDAY]);
  expect(dropped(MONDAY + KEPT_MS + WEEK_MS)).toEqual([MONDAY, MONDAY + WEEK_MS]);
});

test('after a long pause only weeks are made of which something is kept', () => {
  const { make } = planWeeks([MONDAY], MONDAY + 520 * WEEK_MS, KEPT_MS);
  expect(make[0]?.until).toBe(MONDAY + 516 * WEEK_MS);
  expect(make.at(-1)?.until).toBe(MONDAY + 522 * WEEK_MS);
});

test('whatever the pause, there is a week for now, none is made twice or too old, and they follow one another', () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 * DAY_MS }), (pause) => {
      const now = MONDAY - DAY_MS + pause;
      const { make, drop } = planWeeks([MONDAY], now, KEPT_MS);
      const weeks = [{ from: -Infinity, until: MONDAY }, ...make];
      expect(weeks.filter(({ from, until }) => from <= now && now < until)).toHaveLength(1);
      expect(make.every(({ until }) => until > now - KEPT_MS && !drop.includes(until))).toBe(true);
      expect(make.slice(1).every(({ from }, index) => from === make[index]?.until)).toBe(true);
    }),
  );
});
