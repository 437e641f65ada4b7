import { orThrow } from '../foundation/decision.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { holdDriver } from './drivers-sql.ts';
import { SUSPENDED } from './rules/device-access.ts';
import type { DriverId } from './rules/driver.ts';

/** Whoever was suspended since their call began is refused; nobody is before the transaction ends. */
export async function holdActiveDriver(tx: Transaction, driverId: DriverId): Promise<void> {
  if ((await holdDriver(tx, driverId))?.status !== 'active') orThrow(SUSPENDED);
}
