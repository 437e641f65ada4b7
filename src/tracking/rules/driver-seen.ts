import { type Instant, MINUTE_MS } from '../../foundation/time.ts';
import type { Delivery } from './delivery.ts';

const FRESH_MS = 10 * MINUTE_MS;
/** Scripts whose names are written without spaces, family name first. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** Inside the window in which the partner may see the driver too. */
export function isDriverSeen({ driverSeenFrom }: Pick<Delivery, 'driverSeenFrom'>, now: Instant): boolean {
  return driverSeenFrom !== undefined && now >= driverSeenFrom;
}

/** An older position says where the driver was, not where the driver is. */
export function isFresh(positionAt: Instant, now: Instant): boolean {
  return now - positionAt <= FRESH_MS;
}

/** What a recipient calls the driver. Of a name without spaces the first character alone: nobody can tell where the rest begins. */
export function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/u);
  return UNSPACED.test(first) ? ([...first][0] as string) : first;
}
