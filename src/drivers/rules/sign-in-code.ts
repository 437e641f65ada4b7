import { timingSafeEqual } from 'node:crypto';
import { HOUR_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';

export const CODE_LIFE_MS = 10 * MINUTE_MS;
export const CODE_REQUESTS_COUNT_MS = HOUR_MS;
const MOST_ATTEMPTS = 5;
const MOST_REQUESTS_FROM_AN_ADDRESS = 5;
/** Larger, so that strangers at other addresses do not use up what the driver needs; bounded, because each is a message to the driver. */
const MOST_REQUESTS_FOR_A_PHONE = 20;

/** Somebody asked for a code by this phone; a repeated call has the hash of the first. */
export type CodeRequest = { readonly at: Instant; readonly address: string; readonly requestHash: Buffer };

/** False for a call that was answered already, and where there have been too many in an hour. */
export function isCodeSent(earlier: readonly CodeRequest[], asked: CodeRequest): boolean {
  const counting = earlier.filter(({ at }) => asked.at - at < CODE_REQUESTS_COUNT_MS);
  if (counting.some(({ requestHash }) => requestHash.equals(asked.requestHash))) return false;
  if (counting.length >= MOST_REQUESTS_FOR_A_PHONE) return false;
  return counting.filter(({ address }) => address === asked.address).length < MOST_REQUESTS_FROM_AN_ADDRESS;
}

export type SignInCode = {
  readonly code: string;
  readonly expiresAt: Instant;
  readonly attempts: number;
  /** The hash of the call that has used it. */
  readonly usedBy: Buffer | undefined;
};
/** AGAIN: the call that used the code, repeated. DEAD: there is no code any more that this call could meet, so it does not count. */
export type SignInAttempt = 'RIGHT' | 'AGAIN' | 'WRONG' | 'DEAD';

/** Whether somebody could still sign in with it. */
export function isCodeAlive({ expiresAt, attempts, usedBy }: Omit<SignInCode, 'code'>, now: Instant): boolean {
  return now < expiresAt && attempts < MOST_ATTEMPTS && usedBy === undefined;
}

/** Whether the call that has this hash cannot meet it any more, whatever code it gives. */
export function isCodeDead(
  { expiresAt, attempts, usedBy }: Omit<SignInCode, 'code'>,
  requestHash: Buffer,
  now: Instant,
): boolean {
  return now >= expiresAt || attempts >= MOST_ATTEMPTS || (usedBy !== undefined && !usedBy.equals(requestHash));
}

export function judgeSignIn(
  known: SignInCode,
  given: { readonly code: string; readonly requestHash: Buffer },
  now: Instant,
): SignInAttempt {
  if (isCodeDead(known, given.requestHash, now)) return 'DEAD';
  if (!isSame(known.code, given.code)) return 'WRONG';
  return known.usedBy === undefined ? 'RIGHT' : 'AGAIN';
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
