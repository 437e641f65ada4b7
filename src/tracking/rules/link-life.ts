import { DAY_MS, type Instant } from '../../foundation/time.ts';

/** A link lives while its delivery does, and so many days longer: for those that ended after this time. */
export function livesIfEndedAfter(now: Instant, linkDays: number): Instant {
  return now - linkDays * DAY_MS;
}

/** What a token looks like; anything else is nobody's, and no text for a database. */
export function isToken(text: string): boolean {
  return /^[\w-]{22,64}$/.test(text);
}
