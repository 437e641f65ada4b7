import type { Instant } from '../../foundation/time.ts';

/** A window is counted in sixtieths. The tick that has just begun and 60 whole ones cover every stretch of its length. */
const TICKS_A_WINDOW = 60;
const COUNTED_TICKS = TICKS_A_WINDOW + 1;

export type SlidingWindow = { readonly newestTick: number; readonly counts: readonly number[] };
export type Taken = { readonly granted: number; readonly used: number; readonly oldestTick: number | undefined };

export function tickOf(now: Instant, windowMs: number): number {
  return Math.floor((now * TICKS_A_WINDOW) / windowMs);
}

/** When the calls of a tick have left every window. */
export function endOfTick(tick: number, windowMs: number): Instant {
  return Math.ceil(((tick + COUNTED_TICKS) * windowMs) / TICKS_A_WINDOW);
}

/**
 * Takes up to `wanted` calls. The database function `take_from_window` does the same for keys, across processes; this one
 * counts addresses within a process and is what that function is tested against.
 */
export function takeFromWindow(
  window: SlidingWindow | undefined,
  tick: number,
  wanted: number,
  allowed: number,
): Taken & { window: SlidingWindow } {
  const known = window ?? { newestTick: tick, counts: new Array<number>(COUNTED_TICKS).fill(0) };
  const newestTick = Math.max(tick, known.newestTick);
  const shift = Math.min(newestTick - known.newestTick, COUNTED_TICKS);
  const counts = [...known.counts.slice(shift), ...new Array<number>(shift).fill(0)];
  const before = counts.reduce((sum, count) => sum + count, 0);
  const granted = Math.max(Math.min(wanted, allowed - before), 0);
  counts[COUNTED_TICKS - 1] = (counts[COUNTED_TICKS - 1] ?? 0) + granted;
  const oldest = counts.findIndex((count) => count > 0);
  return {
    granted,
    used: before + granted,
    oldestTick: oldest === -1 ? undefined : newestTick - TICKS_A_WINDOW + oldest,
    window: { newestTick, counts },
  };
}
