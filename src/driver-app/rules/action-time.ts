import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, type Instant, MINUTE_MS, parseInstant } from '../../foundation/time.ts';

const FASTEST_CLOCK_MS = MINUTE_MS;
const OLDEST_ACTION_MS = DAY_MS;
const POINTER = '/data/at';

/** When the driver did it: what the device says, within bounds; without a word from it, now. A clock a little fast counts as now. */
export function actionTime(given: string | null | undefined, now: Instant): Decision<Instant> {
  if (given === undefined || given === null) return accepted(now);
  const at = parseInstant(given);
  if (at === undefined)
    return refused('ERR_INVALID_FIELD', '"at" must be a time such as 2026-11-16T04:00:00Z.', POINTER);
  if (at > now + FASTEST_CLOCK_MS)
    return refused('ERR_INVALID_FIELD', 'The time of the device is more than a minute ahead. Set its clock.', POINTER);
  if (at < now - OLDEST_ACTION_MS) return refused('ERR_INVALID_FIELD', '"at" must not be older than a day.', POINTER);
  return accepted(Math.min(at, now));
}
