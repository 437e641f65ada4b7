import type { Instant } from '../foundation/time.ts';

export type Clock = { now(): Instant };

/** The only reader of the system time. */
export const systemClock: Clock = { now: () => Date.now() };
