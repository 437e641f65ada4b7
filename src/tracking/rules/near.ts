import { type Instant, MINUTE_MS } from '../../foundation/time.ts';

const NEAR_METERS = 500;
const NEAR_MS = 5 * MINUTE_MS;

/** Worth a message: the driver is around the corner, or there in a few minutes with the stops before counted in. */
export function isNear(meters: number, arrival: Instant, now: Instant): boolean {
  return meters <= NEAR_METERS || arrival - now <= NEAR_MS;
}
