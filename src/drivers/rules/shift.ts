import type { Instant } from '../../foundation/time.ts';
import type { DriverId } from './driver.ts';

/** A stretch of time online; open while `offlineAt` is undefined. */
export type Shift = {
  readonly driverId: DriverId;
  readonly onlineAt: Instant;
  readonly offlineAt: Instant | undefined;
};

/** How long each driver was online between the two moments. */
export function onlineMsByDriver(
  shifts: readonly Shift[],
  since: Instant,
  now: Instant,
): ReadonlyMap<DriverId, number> {
  const total = new Map<DriverId, number>();
  for (const { driverId, onlineAt, offlineAt = now } of shifts) {
    const lasted = Math.max(0, Math.min(offlineAt, now) - Math.max(onlineAt, since));
    total.set(driverId, (total.get(driverId) ?? 0) + lasted);
  }
  return total;
}
