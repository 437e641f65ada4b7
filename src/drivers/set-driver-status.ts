import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { type ChangedDriver, updateStatus } from './drivers-sql.ts';
import { knownDriver } from './known-driver.ts';
import type { DriverId, DriverStatus } from './rules/driver.ts';
import { endShift } from './shifts-sql.ts';

/** A suspended driver is offline at once, and no session works until the driver is active again. */
export async function setDriverStatus(
  tx: Transaction,
  driverId: DriverId,
  status: DriverStatus,
  now: Instant,
): Promise<ChangedDriver> {
  await knownDriver(tx, driverId);
  const driver = await updateStatus(tx, driverId, status);
  if (driver === undefined) throw new OperatorError(`Driver ${driverId} was erased, and does not come back.`);
  if (status === 'suspended') await endShift(tx, driverId, now);
  return driver;
}
