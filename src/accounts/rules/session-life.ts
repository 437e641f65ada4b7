import { DAY_MS, HOUR_MS, type Instant } from '../../foundation/time.ts';
import type { Desk } from './permissions.ts';

/** A browser that was not used for so long is signed out: the console can do more harm. */
const IDLE_MS: Readonly<Record<Desk, number>> = { portal: 7 * DAY_MS, console: 12 * HOUR_MS };
const LONGEST_MS = 30 * DAY_MS;

type Life = { readonly createdAt: Instant; readonly lastSeenAt: Instant; readonly endedAt: Instant | undefined };

export function isSessionAlive({ createdAt, lastSeenAt, endedAt }: Life, desk: Desk, now: Instant): boolean {
  return endedAt === undefined && now - lastSeenAt < IDLE_MS[desk] && now - createdAt < LONGEST_MS;
}
