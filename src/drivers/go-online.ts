import { orThrow } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { SUSPENDED } from './rules/device-access.ts';
import type { DriverId } from './rules/driver.ts';
import { startShift } from './shifts-sql.ts';

/** Since when the driver is online: from now on, or from before where the driver is online already. */
export async function goOnline(sql: Queryable, driverId: DriverId, now: Instant): Promise<Instant> {
  return (await startShift(sql, driverId, now)) ?? orThrow<Instant>(SUSPENDED);
}
