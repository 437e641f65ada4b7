import type { MinorUnits } from '../../foundation/money.ts';
import { HOUR_MS } from '../../foundation/time.ts';

export const EARNINGS_LOOKED_AT_MS = 4 * HOUR_MS;
/** Less time online says little about what a driver earns. */
const LEAST_ONLINE_MS = HOUR_MS / 2;

/** In minor units; undefined for a driver who was online too short to tell. */
export function earnedPerHour(earnedMinor: MinorUnits, onlineMs: number): number | undefined {
  return onlineMs < LEAST_ONLINE_MS ? undefined : (Number(earnedMinor) * HOUR_MS) / onlineMs;
}

/** The value that a share of all do not exceed; undefined where there is none. */
export function valueAt(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** How unevenly drivers earn: the standard deviation as a share of the mean; 0 where all earn alike, or nobody has earned. */
export function spreadOf(perHour: readonly number[]): number {
  const mean = perHour.reduce((sum, value) => sum + value, 0) / Math.max(1, perHour.length);
  if (mean === 0) return 0;
  const variance = perHour.reduce((sum, value) => sum + (value - mean) ** 2, 0) / perHour.length;
  return Math.sqrt(variance) / mean;
}
