import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { decideSignOut } from './rules/device-access.ts';
import type { DriverId } from './rules/driver.ts';
import { endSession, endSessions, type SignedInDriver, sessionsOf } from './sessions-sql.ts';
import { endShift } from './shifts-sql.ts';

/** Ends a session of the driver's; `current` is that of the device which asks. Without a device nobody is online. */
export async function signOut(tx: Transaction, driver: SignedInDriver, sessionId: string, now: Instant): Promise<void> {
  const wanted = orThrow(decideSignOut(driver, sessionId));
  const hasEnded = await endSession(tx, driver.id, wanted, now);
  if (!hasEnded && wanted !== driver.sessionId)
    throw new DeliveryError('ERR_NOT_FOUND', 'There is no such device of yours.');
  if (hasEnded && (await sessionsOf(tx, driver.id, now)).length === 0) await endShift(tx, driver.id, now);
}

/** For an operator: no device of the driver's works any more. */
export async function signDriverOut(tx: Transaction, driverId: DriverId, now: Instant): Promise<void> {
  await endSessions(tx, driverId, now);
  await endShift(tx, driverId, now);
}

/** A device that has signed out before ends no other. */
export async function signOutEverywhere(tx: Transaction, driver: SignedInDriver, now: Instant): Promise<void> {
  if (driver.hasSignedOut) return;
  await signDriverOut(tx, driver.id, now);
}
