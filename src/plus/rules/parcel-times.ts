import type { Fault } from '../../foundation/errors.ts';
import {
  DAY_MS,
  formatAllowedFrom,
  formatAllowedUntil,
  HOUR_MS,
  type Instant,
  parseInstant,
} from '../../foundation/time.ts';

const FURTHEST_AHEAD_MS = 30 * DAY_MS;
const SHORTEST_MS = HOUR_MS;
const USUAL_MS = 4 * HOUR_MS;

export type Times = { readonly scheduleAt: Instant; readonly deliverBy: Instant; readonly isDeadlineGiven: boolean };
type GivenTimes = { readonly scheduleAt: string; readonly deliveryBy?: string | null | undefined };

/** What a new parcel asks for: picked up later than now, delivered an hour after that at the earliest, four hours where nothing is said. */
export function readTimes(given: GivenTimes, now: Instant): Times | { readonly faults: readonly Fault[] } {
  return read(given, now, (time) => time < SHORTEST_MS, 'at least 1 hour');
}

/** What an edit asks for: the same, but the deadline is more than an hour away from the pick-up. */
export function readEditedTimes(given: GivenTimes, now: Instant): Times | { readonly faults: readonly Fault[] } {
  return read(given, now, (time) => time <= SHORTEST_MS, 'more than 1 hour');
}

function read(
  { scheduleAt, deliveryBy }: GivenTimes,
  now: Instant,
  isTooShort: (time: number) => boolean,
  needed: string,
): Times | { readonly faults: readonly Fault[] } {
  const pickUp = parseInstant(scheduleAt);
  const deadline = deliveryBy === undefined || deliveryBy === null ? undefined : deliveryBy;
  const deliverBy = deadline === undefined ? undefined : parseInstant(deadline);
  const faults: Fault[] = [];
  const pickUpFault = pickUp === undefined ? notATime('scheduleAt') : scheduleFault(pickUp, now);
  if (pickUpFault !== undefined) faults.push(pickUpFault);
  if (deadline !== undefined && deliverBy === undefined) faults.push(notATime('deliveryBy'));
  if (deliverBy !== undefined && pickUp !== undefined && isTooShort(deliverBy - pickUp)) {
    const sentence = `deliveryBy must be ${needed} after scheduleAt.`;
    faults.push({ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/deliveryBy' });
  }
  if (faults.length > 0) return { faults };
  const at = pickUp as Instant;
  return { scheduleAt: at, deliverBy: deliverBy ?? at + USUAL_MS, isDeadlineGiven: deliverBy !== undefined };
}

function notATime(field: string): Fault {
  const sentence = `${field} must be a time with a zone such as 2026-11-20T09:30:00.00Z.`;
  return { code: 'ERR_INVALID_FIELD', sentence, pointer: `/data/${field}` };
}

function scheduleFault(at: Instant, now: Instant): Fault | undefined {
  const wrong = (sentence: string): Fault => ({
    code: 'ERR_INVALID_SCHEDULE_TIME',
    sentence,
    pointer: '/data/scheduleAt',
  });
  if (at <= now) return wrong(`scheduleAt must be later than now; it can be from ${formatAllowedFrom(now + 1)} on.`);
  const last = now + FURTHEST_AHEAD_MS;
  return at > last
    ? wrong(`scheduleAt must not be more than 30 days ahead; it can be until ${formatAllowedUntil(last)}.`)
    : undefined;
}
