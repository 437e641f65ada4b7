import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../foundation/time.ts';
import { endOfTick, type SlidingWindow, type Taken, takeFromWindow, tickOf } from './sliding-window.ts';

const START = Date.UTC(2026, 0, 1);

type Attempt = Taken & { readonly at: Instant; readonly wanted: number };
type Traffic = { windowMs: number; allowed: number; startMs: number; calls: { gapMs: number; wanted: number }[] };

/** Calls at random times, many of them close to one another and many about one window apart. */
const traffic: fc.Arbitrary<Traffic> = fc.constantFrom(1_000, 60_000, 7_777).chain((windowMs) =>
  fc.record({
    windowMs: fc.constant(windowMs),
    allowed: fc.integer({ min: 1, max: 6 }),
    startMs: fc.nat(windowMs),
    calls: fc.array(
      fc.record({
        gapMs: fc.oneof(
          fc.nat(Math.ceil(windowMs / 30)),
          fc.nat(windowMs),
          fc.integer({ min: windowMs - 40, max: Math.ceil((windowMs * 62) / 60) }),
        ),
        wanted: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  }),
);

function run({ windowMs, allowed, startMs, calls }: Traffic): { attempts: Attempt[]; window: SlidingWindow } {
  let window: SlidingWindow | undefined;
  let at = START + startMs;
  const attempts: Attempt[] = [];
  for (const { gapMs, wanted } of calls) {
    at += gapMs;
    const { window: next, ...taken } = takeFromWindow(window, tickOf(at, windowMs), wanted, allowed);
    window = next;
    attempts.push({ ...taken, at, wanted });
  }
  return { attempts, window: window as SlidingWindow };
}

const grantedIn = (attempts: readonly Attempt[], isCounted: (at: Instant) => boolean) =>
  attempts.reduce((sum, { at, granted }) => sum + (isCounted(at) ? granted : 0), 0);

test('no stretch of the window length, wherever it starts, holds more calls than allowed', () => {
  fc.assert(
    fc.property(traffic, (given) => {
      const { attempts } = run(given);
      // A stretch that holds the most can be moved until it starts with a call.
      for (const { at: start } of attempts) {
        const held = grantedIn(attempts, (at) => at >= start && at <= start + given.windowMs);
        expect(held).toBeLessThanOrEqual(given.allowed);
      }
    }),
    { numRuns: 500 },
  );
});

test('a call is refused only if the last window plus one tick is full', () => {
  fc.assert(
    fc.property(traffic, (given) => {
      const { attempts } = run(given);
      const reachMs = given.windowMs + given.windowMs / 60;
      attempts.forEach(({ at: now, granted, wanted }, index) => {
        if (granted === wanted) return;
        const held = grantedIn(attempts.slice(0, index + 1), (at) => at > now - reachMs);
        expect(held).toBeGreaterThanOrEqual(given.allowed);
      });
    }),
    { numRuns: 500 },
  );
});

test('whoever waits until the reset time is let in, and not a millisecond sooner', () => {
  fc.assert(
    fc.property(traffic, (given) => {
      const { windowMs, allowed } = given;
      const { attempts, window } = run(given);
      const last = attempts.at(-1) as Attempt;
      fc.pre(last.used === allowed && last.oldestTick !== undefined);
      const resetAt = endOfTick(last.oldestTick as number, windowMs);
      expect(resetAt).toBeGreaterThan(last.at);
      expect(takeFromWindow(window, tickOf(resetAt, windowMs), 1, allowed).granted).toBe(1);
      expect(takeFromWindow(window, tickOf(resetAt - 1, windowMs), 1, allowed).granted).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('the window counts as a plain list of the granted calls does', () => {
  fc.assert(
    fc.property(traffic, (given) => {
      const { attempts } = run(given);
      const ticks: number[] = [];
      for (const { at, wanted, granted, used, oldestTick } of attempts) {
        const tick = tickOf(at, given.windowMs);
        const counted = ticks.filter((earlier) => earlier >= tick - 60);
        const expected = Math.min(wanted, given.allowed - counted.length);
        ticks.push(...new Array<number>(expected).fill(tick));
        const held = ticks.filter((earlier) => earlier >= tick - 60);
        expect({ granted, used, oldestTick }).toEqual({
          granted: expected,
          used: held.length,
          oldestTick: held.length === 0 ? undefined : Math.min(...held),
        });
      }
    }),
  );
});

test('a tick is a sixtieth of the window and begins at its very millisecond', () => {
  expect(tickOf(0, 60_000)).toBe(0);
  expect(tickOf(999, 60_000)).toBe(0);
  expect(tickOf(1_000, 60_000)).toBe(1);
  expect(tickOf(16, 1_000)).toBe(0);
  expect(tickOf(17, 1_000)).toBe(1);
});

test('the calls of a tick are gone once 60 whole ticks have passed after it', () => {
  expect(endOfTick(0, 60_000)).toBe(61_000);
  expect(endOfTick(5, 60_000)).toBe(66_000);
});

test('a reset time that falls between two milliseconds is rounded up', () => {
  expect(endOfTick(0, 1_000)).toBe(1_017);
  expect(tickOf(1_017, 1_000)).toBe(61);
  expect(tickOf(1_016, 1_000)).toBe(60);
});

test('a call still counts 60 ticks later and no longer 61 ticks later', () => {
  const { window } = takeFromWindow(undefined, 100, 1, 1);
  expect(takeFromWindow(window, 160, 1, 1).granted).toBe(0);
  expect(takeFromWindow(window, 161, 1, 1).granted).toBe(1);
});

test('a batch that is larger than what is left gets what is left', () => {
  const first = takeFromWindow(undefined, 100, 3, 5);
  expect(first).toMatchObject({ granted: 3, used: 3, oldestTick: 100 });
  expect(takeFromWindow(first.window, 101, 4, 5)).toMatchObject({ granted: 2, used: 5, oldestTick: 100 });
});

test('a look takes nothing', () => {
  const { window } = takeFromWindow(undefined, 100, 1, 2);
  const look = takeFromWindow(window, 110, 0, 2);
  expect(look).toMatchObject({ granted: 0, used: 1, oldestTick: 100 });
  expect(takeFromWindow(look.window, 110, 1, 2).granted).toBe(1);
});

test('a window that holds nothing has no oldest tick', () => {
  expect(takeFromWindow(undefined, 100, 0, 2)).toMatchObject({ granted: 0, used: 0, oldestTick: undefined });
  const { window } = takeFromWindow(undefined, 100, 2, 2);
  expect(takeFromWindow(window, 1_000_000, 0, 2)).toMatchObject({ used: 0, oldestTick: undefined });
});

test('a limit that was lowered below what is used grants nothing and takes nothing back', () => {
  const { window } = takeFromWindow(undefined, 100, 5, 5);
  expect(takeFromWindow(window, 101, 1, 3)).toMatchObject({ granted: 0, used: 5 });
});

test('a clock that steps back does not open the window', () => {
  const { window } = takeFromWindow(undefined, 100, 1, 2);
  const back = takeFromWindow(window, 40, 1, 2);
  expect(back).toMatchObject({ granted: 1, used: 2, oldestTick: 100 });
  expect(back.window.newestTick).toBe(100);
  expect(takeFromWindow(back.window, 20, 1, 2).granted).toBe(0);
  expect(takeFromWindow(back.window, 160, 1, 2).granted).toBe(0);
});

test('the window that was given is left as it was', () => {
  const { window } = takeFromWindow(undefined, 100, 1, 5);
  const before = structuredClone(window);
  takeFromWindow(window, 130, 2, 5);
  expect(window).toEqual(before);
});
