import { DAY_MS, formatInstant, HOUR_MS, type Instant, SECOND_MS } from '../../foundation/time.ts';

/** What came of trying to deliver, other than 200. Without a status nobody answered. */
export type Failure = {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly error: string;
};
type Situation = {
  /** Failed attempts of this event before this one, and when the first of them was. */
  readonly attempts: number;
  readonly firstAttemptAt: Instant | undefined;
  /** When the first attempt failed after which nothing has got through to the receiver. */
  readonly silentSince: Instant | undefined;
  readonly now: Instant;
};
type Verdict =
  | { readonly verdict: 'retry'; readonly dueAt: Instant }
  | { readonly verdict: 'park' | 'disable'; readonly reason: string };

const GONE = 410;
const JITTER = 0.1;
const LONGEST_WAIT_MS = HOUR_MS;
const LIFE_MS = DAY_MS;

/** What becomes of a stream whose next event could not be delivered. `chance` is from 0 up to 1. */
export function decideAfterFailure(
  failure: Failure,
  { attempts, firstAttemptAt, silentSince, now }: Situation,
  delaysMs: readonly number[],
  chance: number,
): Verdict {
  if (failure.status === GONE) return { verdict: 'disable', reason: 'The receiver answered 410: it is gone for good.' };
  const first = firstAttemptAt ?? now;
  const silent = silentSince ?? now;
  const delay = delaysMs[attempts];
  const dueAt = delay === undefined ? Number.POSITIVE_INFINITY : now + waitOf(delay, failure.retryAfter, now, chance);
  if (now - silent < LIFE_MS && dueAt <= first + LIFE_MS) return { verdict: 'retry', dueAt };
  return silent <= first
    ? { verdict: 'disable', reason: `Nothing got through since ${formatInstant(silent)}. Last: ${failure.error}` }
    : { verdict: 'park', reason: `${attempts + 1} attempts failed. Last: ${failure.error}` };
}

function waitOf(delayMs: number, retryAfter: string | undefined, now: Instant, chance: number): number {
  const spread = Math.round(delayMs * (1 - JITTER + 2 * JITTER * chance));
  return Math.max(spread, Math.min(askedWaitMs(retryAfter, now), LONGEST_WAIT_MS));
}

/** Retry-After in either of its forms; 0 where it says nothing. */
function askedWaitMs(header: string | undefined, now: Instant): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(until - now, 0);
}
