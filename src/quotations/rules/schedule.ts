import type { Fault } from '../../foundation/errors.ts';
import { DAY_MS, formatAllowedFrom, formatAllowedUntil, type Instant, parseInstant } from '../../foundation/time.ts';

const FURTHEST_AHEAD_MS = 30 * DAY_MS;
const POINTER = '/data/scheduleAt';

/** Now and exactly 30 days ahead are still allowed. */
export function readSchedule(
  text: string | null | undefined,
  now: Instant,
): { at: Instant | undefined } | { fault: Fault } {
  if (text === undefined || text === null) return { at: undefined };
  const at = parseInstant(text);
  if (at === undefined) {
    const sentence = 'scheduleAt must be a time with a zone such as 2026-11-20T09:30:00.00Z.';
    return { fault: { code: 'ERR_INVALID_FIELD', sentence, pointer: POINTER } };
  }
  const wrong = (sentence: string) => ({
    fault: { code: 'ERR_INVALID_SCHEDULE_TIME' as const, sentence, pointer: POINTER },
  });
  if (at < now) return wrong(`scheduleAt is in the past; it can be from ${formatAllowedFrom(now)} on.`);
  const last = now + FURTHEST_AHEAD_MS;
  if (at > last)
    return wrong(`scheduleAt must not be more than 30 days ahead; it can be until ${formatAllowedUntil(last)}.`);
  return { at };
}
