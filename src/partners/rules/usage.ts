import { HOUR_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';
import type { LimitedApi } from '../../infrastructure/http/partner-api.ts';

/** How many calls of a kind took from the limit in a minute, and how many found it used up. */
export type MinuteCount = {
  readonly api: string;
  readonly minute: Instant;
  readonly calls: number;
  readonly refused: number;
};
type Minute = Omit<MinuteCount, 'api'>;
type Hour = { readonly hour: Instant; readonly calls: number; readonly busiest: number; readonly refused: number };
export type Usage = {
  readonly api: LimitedApi;
  readonly allowed: number;
  /** Undefined where only those of a minute are counted. */
  readonly allowedASecond: number | undefined;
  /** The fullest minute of all that is known; undefined where there was no call. */
  readonly busiest: Minute | undefined;
  readonly refused: number;
  /** The last 60, and the last 24, each with the one that is not over yet; oldest first. */
  readonly minutes: readonly Minute[];
  readonly hours: readonly Hour[];
};

const MINUTES = 60;
const HOURS = 24;

/** From when on counts are needed. */
export function usageSince(now: Instant): Instant {
  return startOf(now, HOUR_MS) - (HOURS - 1) * HOUR_MS;
}

/** How near a key came to its limit for one kind of call. */
export function usageOf(
  limits: Pick<Usage, 'api' | 'allowed' | 'allowedASecond'>,
  counts: readonly MinuteCount[],
  now: Instant,
): Usage {
  const own = counts
    .filter((count) => count.api === limits.api && count.minute >= usageSince(now))
    .map(({ minute, calls, refused }) => ({ minute, calls, refused }));
  return {
    ...limits,
    busiest: own.reduce<Minute | undefined>((a, b) => (a !== undefined && a.calls >= b.calls ? a : b), undefined),
    refused: sumOf(own, 'refused'),
    minutes: lastOf(MINUTES, MINUTE_MS, now).map(
      (minute) => own.find((count) => count.minute === minute) ?? { minute, calls: 0, refused: 0 },
    ),
    hours: lastOf(HOURS, HOUR_MS, now).map((hour) => {
      const within = own.filter(({ minute }) => startOf(minute, HOUR_MS) === hour);
      return {
        hour,
        calls: sumOf(within, 'calls'),
        busiest: Math.max(0, ...within.map(({ calls }) => calls)),
        refused: sumOf(within, 'refused'),
      };
    }),
  };
}

function startOf(instant: Instant, spanMs: number): Instant {
  return instant - (instant % spanMs);
}

function lastOf(count: number, spanMs: number, now: Instant): readonly Instant[] {
  return Array.from({ length: count }, (_, index) => startOf(now, spanMs) - (count - 1 - index) * spanMs);
}

function sumOf(counts: readonly Minute[], field: 'calls' | 'refused'): number {
  return counts.reduce((sum, count) => sum + count[field], 0);
}
