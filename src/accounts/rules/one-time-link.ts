import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, HOUR_MS, type Instant } from '../../foundation/time.ts';
import type { Desk } from './permissions.ts';
import type { PersonStatus } from './person.ts';

export type LinkPurpose = 'invitation' | 'reset';

const LIFE_MS: Readonly<Record<LinkPurpose, number>> = { invitation: 7 * DAY_MS, reset: HOUR_MS };
/** Each is a message to somebody who may not have asked for it. */
const MOST_RESETS_AN_HOUR = 3;

export type OneTimeLink = {
  readonly desk: Desk;
  readonly status: PersonStatus;
  readonly expiresAt: Instant;
  readonly endedAt: Instant | undefined;
};

/** Whoever never had a password is invited, whoever had one gets another. */
export function purposeOfLink({ hasPassword }: { readonly hasPassword: boolean }): LinkPurpose {
  return hasPassword ? 'reset' : 'invitation';
}

export function linkExpiresAt(purpose: LinkPurpose, now: Instant): Instant {
  return now + LIFE_MS[purpose];
}

/** One answer for a link that was never there, was used, is too old or leads to the other desk. */
export function decideLink<T extends OneTimeLink>(link: T | undefined, desk: Desk, now: Instant): Decision<T> {
  const isAlive =
    link !== undefined &&
    link.desk === desk &&
    link.status === 'active' &&
    link.endedAt === undefined &&
    now < link.expiresAt;
  return isAlive
    ? accepted(link)
    : refused('ERR_NOT_FOUND', 'This link is not valid any more: it works once, and not for long. Ask for a new one.');
}

/** Of somebody who says that the password is forgotten; `earlier` are the times of links made before. */
export function mayAskForReset(earlier: readonly Instant[], now: Instant): boolean {
  return earlier.filter((at) => now - at < HOUR_MS).length < MOST_RESETS_AN_HOUR;
}
