import type { Instant } from '../../foundation/time.ts';

/** A limit up to this is counted to the millisecond. */
const FINEST_COUNT = 600;
/** Into so many the window of a larger one is cut: few, because every call reads and writes the list of them. */
const SLICES = 60;

/** How time is cut for a limit: into milliseconds, or for large limits into slices. */
export type Grain = {
  readonly tickMs: number;
  /** For how many ticks a call counts. A slice counts whole, so one more than the window holds: never too few are counted. */
  readonly lifeTicks: number;
};

export function grainOf(allowed: number, windowMs: number): Grain {
  if (allowed <= FINEST_COUNT) return { tickMs: 1, lifeTicks: windowMs };
  const tickMs = Math.ceil(windowMs / SLICES);
  return { tickMs, lifeTicks: Math.ceil(windowMs / tickMs) + 1 };
}

/** Calls that still count, by the tick in which they came, oldest first. */
export type SlidingWindow = { readonly ticks: readonly number[]; readonly counts: readonly number[] };
export type Taken = { readonly granted: number; readonly used: number; readonly oldestTick: number | undefined };

export function tickOf(now: Instant, { tickMs }: Grain): number {
  return Math.floor(now / tickMs);
}

/** When the calls of a tick have left the window. */
export function endOfTick(tick: number, { tickMs, lifeTicks }: Grain): Instant {
  return (tick + lifeTicks) * tickMs;
}

const EMPTY: SlidingWindow = { ticks: [], counts: [] };

/**
 * Takes up to `wanted` calls. `takeFromWindows` does the same for keys, across processes; this one counts addresses within a
 * process and is what that one is tested against.
 */
export function takeFromWindow(
  window: SlidingWindow = EMPTY,
  tick: number,
  lifeTicks: number,
  wanted: number,
  allowed: number,
): Taken & { window: SlidingWindow } {
  // Another process' clock may be a little ahead.
  const now = Math.max(tick, window.ticks.at(-1) ?? tick);
  const firstAlive = window.ticks.findIndex((candidate) => candidate > now - lifeTicks);
  const from = firstAlive === -1 ? window.ticks.length : firstAlive;
  const ticks = window.ticks.slice(from);
  const counts = window.counts.slice(from);
  const before = counts.reduce((sum, count) => sum + count, 0);
  const granted = Math.max(Math.min(wanted, allowed - before), 0);
  if (granted === 0) return { granted, used: before, oldestTick: ticks[0], window };
  if (ticks.at(-1) === now) counts[counts.length - 1] = (counts.at(-1) ?? 0) + granted;
  else {
    ticks.push(now);
    counts.push(granted);
  }
  // A look changes nothing: a clock that is behind may ask next.
  return { granted, used: before + granted, oldestTick: ticks[0], window: granted > 0 ? { ticks, counts } : window };
}
