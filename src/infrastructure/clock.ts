import { performance } from 'node:perf_hooks';
import type { Instant } from '../foundation/time.ts';

export type Clock = { now(): Instant };

/** The only reader of the system time. */
export const systemClock: Clock = { now: () => Date.now() };

/** For how long something takes; no time of day. */
export function stopwatchMs(): number {
  return performance.now();
}
