import type { Instant } from '../../foundation/time.ts';

/** BUSY: on an order. SILENT: online, but not heard of for so long that nobody asks them. */
export type DriverState = 'FREE' | 'BUSY' | 'SILENT';

/** A driver on an order who falls silent is silent first of all: that is what somebody must look into. */
export function driverState(hasOrder: boolean, heardAt: Instant, now: Instant, silentMs: number): DriverState {
  if (now - heardAt > silentMs) return 'SILENT';
  return hasOrder ? 'BUSY' : 'FREE';
}
