import { greatCircleMeters, type Point } from '../../foundation/geo.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';

/** What is done at a stop takes about so long. */
const HANDLING_MS = 3 * MINUTE_MS;
const SOON_MS = 5 * MINUTE_MS;
const ROUNDED_TO_MS = 5 * MINUTE_MS;

/** `notBefore`: when the goods are ready, where that is later than the driver. */
export type Visit = { readonly point: Point; readonly notBefore?: Instant | undefined };
type Start = { readonly point: Point; readonly at: Instant; readonly metersPerSecond: number };

/** When a driver who is there now comes to each of these places, one after the other. */
export function arrivalsOf(start: Start, visits: readonly Visit[]): readonly Instant[] {
  let { point, at } = start;
  return visits.map((visit) => {
    const drivingMs = (greatCircleMeters(point, visit.point) / start.metersPerSecond) * SECOND_MS;
    const arrival = Math.max(Math.round(at + drivingMs), visit.notBefore ?? Number.NEGATIVE_INFINITY);
    point = visit.point;
    at = arrival + HANDLING_MS;
    return arrival;
  });
}

export type Expected = { readonly when: 'soon' } | { readonly when: 'about'; readonly at: Instant };

/** As it is said to people: in a few minutes, or about a time that is not too exact to be true. */
export function expectedAt(arrival: Instant, now: Instant): Expected {
  if (arrival - now <= SOON_MS) return { when: 'soon' };
  return { when: 'about', at: Math.ceil(arrival / ROUNDED_TO_MS) * ROUNDED_TO_MS };
}
