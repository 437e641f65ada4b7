import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfTick, grainOf, type SlidingWindow, takeFromWindow, tickOf } from './sliding-window.ts';

/** Asks for one call at each time; the times at which it was granted. */
function grantedTimes(times: readonly number[], allowed: number, windowMs: number): number[] {
  const grain = grainOf(allowed, windowMs);
  let window: SlidingWindow | undefined;
  return times.filter((now) => {
    const taken = takeFromWindow(window, tickOf(now, grain), grain.lifeTicks, 1, allowed);
    window = taken.window;
    return taken.granted === 1;
  });
}

const sortedTimes = (longest: number) =>
  fc.array(fc.integer({ min: 0, max: longest }), { maxLength: 200 }).map((times) => times.sort((a, b) => a - b));

test('no stretch of the window’s length, wherever it starts, ever holds more than allowed', () => {
  fc.assert(
    fc.property(sortedTimes(5_000), fc.integer({ min: 1, max: 20 }), (times, allowed) => {
      const granted = grantedTimes(times, allowed, 1_000);
      for (const start of granted) {
        expect(granted.filter((time) => time >= start && time < start + 1_000).length).toBeLessThanOrEqual(allowed);
      }
    }),
  );
});

test('a call is refused only where the last window is full', () => {
  fc.assert(
    fc.property(sortedTimes(5_000), fc.integer({ min: 1, max: 20 }), (times, allowed) => {
      const granted = grantedTimes(times, allowed, 1_000);
      const refused = new Set(times.filter((time) => !granted.includes(time)));
      for (const now of refused) {
        expect(granted.filter((time) => time > now - 1_000 && time <= now).length).toBe(allowed);
      }
    }),
  );
});

test('a client that keeps exactly to the limit is never refused', () => {
  const times = Array.from({ length: 600 }, (_, index) => index * 2_000);
  expect(grantedTimes(times, 30, 60_000)).toHaveLength(600);
});

test('a large limit is counted in slices: never too many, and a call is free again at most a slice late', () => {
  const grain = grainOf(30_000, 60_000);
  expect(grain).toEqual({ tickMs: 1_000, lifeTicks: 61 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (now) => {
      const end = endOfTick(tickOf(now, grain), grain);
      expect(end).toBeGreaterThanOrEqual(now + 60_000);
      expect(end).toBeLessThanOrEqual(now + 61_000);
    }),
  );
});

test('a limit of 600 is the last to be counted to the millisecond', () => {
  expect(grainOf(600, 60_000)).toEqual({ tickMs: 1, lifeTicks: 60_000 });
  expect(grainOf(601, 60_000).tickMs).toBe(1_000);
  expect(grainOf(2_000, 1_000)).toEqual({ tickMs: 17, lifeTicks: 60 });
});

test('whoever waits until the oldest call has left is let in, and not a moment sooner', () => {
  const grain = grainOf(2, 1_000);
  const { window } = takeFromWindow(undefined, tickOf(5_000, grain), grain.lifeTicks, 2, 2);
  const full = takeFromWindow(window, tickOf(5_400, grain), grain.lifeTicks, 1, 2);
  expect(full.granted).toBe(0);
  const resetAt = endOfTick(full.oldestTick as number, grain);
  expect(resetAt).toBe(6_000);
  expect(takeFromWindow(window, tickOf(resetAt - 1, grain), grain.lifeTicks, 1, 2).granted).toBe(0);
  expect(takeFromWindow(window, tickOf(resetAt, grain), grain.lifeTicks, 1, 2).granted).toBe(1);
});

test('as many as there is room for are granted, and looking takes nothing', () => {
  const first = takeFromWindow(undefined, 10, 60, 3, 5);
  expect(first).toMatchObject({ granted: 3, used: 3, oldestTick: 10 });
  expect(takeFromWindow(first.window, 11, 60, 0, 5)).toMatchObject({ granted: 0, used: 3, window: first.window });
  expect(takeFromWindow(first.window, 11, 60, 9, 5)).toMatchObject({ granted: 2, used: 5, oldestTick: 10 });
  expect(takeFromWindow(first.window, 70, 60, 0, 5)).toMatchObject({
    used: 0,
    oldestTick: undefined,
    window: first.window,
  });
});

test('a clock that steps back neither loses nor gains calls', () => {
  const { window } = takeFromWindow(undefined, 100, 60, 5, 5);
  expect(takeFromWindow(window, 90, 60, 1, 5)).toMatchObject({ granted: 0, used: 5, window });
});

test('a call by a clock that is behind counts as long as those by the clock ahead of it', () => {
  const { window } = takeFromWindow(undefined, 100, 60, 2, 5);
  const behind = takeFromWindow(window, 90, 60, 1, 5);
  expect(behind).toMatchObject({ granted: 1, window: { ticks: [100], counts: [3] } });
  expect(takeFromWindow(behind.window, 159, 60, 0, 5)).toMatchObject({ used: 3 });
  expect(takeFromWindow(behind.window, 160, 60, 0, 5)).toMatchObject({ used: 0 });
});

test('what a clock ahead of ours has looked at is not lost: only a call that is taken lets the old ones go', () => {
  const { window } = takeFromWindow(undefined, 100, 60, 1, 1);
  const look = takeFromWindow(window, 160, 60, 0, 1);
  expect(look).toMatchObject({ used: 0, window });
  expect(takeFromWindow(look.window, 159, 60, 1, 1)).toMatchObject({ granted: 0, used: 1, oldestTick: 100 });
  expect(takeFromWindow(look.window, 160, 60, 1, 1).window).toEqual({ ticks: [160], counts: [1] });
});

test('a limit that was lowered grants nothing until enough calls have left', () => {
  const { window } = takeFromWindow(undefined, 100, 60, 10, 10);
  expect(takeFromWindow(window, 101, 60, 1, 5)).toMatchObject({ granted: 0, used: 10 });
});
