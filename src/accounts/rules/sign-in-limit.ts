import { HOUR_MS, type Instant, MINUTE_MS } from '../../foundation/time.ts';

/** Longer ago than this, a failure counts nowhere. */
export const FAILURES_COUNT_MS = HOUR_MS;
/** From one address, at one email. */
const NEAR = { most: 5, withinMs: 15 * MINUTE_MS };
/** Larger, so that strangers at other addresses do not lock a person out at once; bounded, because a password can be guessed from many. */
const ANYWHERE = { most: 50, withinMs: FAILURES_COUNT_MS };

export type Failure = { readonly at: Instant; readonly address: string };

/** How long nobody at this address may try this email; 0 where the next attempt is let through. */
export function waitBeforeSignIn(failures: readonly Failure[], address: string, now: Instant): number {
  const near = failures.filter((failure) => failure.address === address);
  return Math.max(waitFor(near, NEAR, now), waitFor(failures, ANYWHERE, now));
}

function waitFor(failures: readonly Failure[], { most, withinMs }: typeof NEAR, now: Instant): number {
  const counting = failures.filter(({ at }) => now - at < withinMs).toSorted((one, other) => other.at - one.at);
  const last = counting[most - 1];
  return last === undefined ? 0 : last.at + withinMs - now;
}
