import { timingSafeEqual } from 'node:crypto';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';

export const CODE_LIFE_MS = 10 * MINUTE_MS;
const MOST_ATTEMPTS = 5;
const MOST_REQUESTS = 5;
const REQUEST_WINDOW_MS = HOUR_MS;

/** The requests that count from now on, with this one; undefined where there have been too many in an hour. */
export function nextCodeRequests(earlier: readonly Instant[], now: Instant): readonly Instant[] | undefined {
  const counting = earlier.filter((at) => now - at < REQUEST_WINDOW_MS);
  return counting.length < MOST_REQUESTS ? [...counting, now] : undefined;
}

export type SignInCode = { readonly code: string; readonly expiresAt: Instant; readonly attempts: number };
/** DEAD: there is no code any more that could be met, so the attempt does not count. */
export type SignInAttempt = 'RIGHT' | 'WRONG' | 'DEAD';

export function judgeSignIn(living: SignInCode | undefined, given: string, now: Instant): SignInAttempt {
  if (living === undefined || now >= living.expiresAt || living.attempts >= MOST_ATTEMPTS) return 'DEAD';
  return isSame(living.code, given) ? 'RIGHT' : 'WRONG';
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
