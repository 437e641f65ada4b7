import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { SignedInDriver } from './authenticate-driver.ts';
import { decideSignOut } from './rules/device-access.ts';
import { endSession } from './sessions-sql.ts';

/** Ends a session of the driver's; `current` is that of the device which asks. */
export async function signOut(tx: Transaction, driver: SignedInDriver, sessionId: string, now: Instant): Promise<void> {
  const wanted = orThrow(decideSignOut(driver, sessionId));
  if ((await endSession(tx, driver.id, wanted, now)) || wanted === driver.sessionId) return;
  throw new DeliveryError('ERR_NOT_FOUND', 'There is no such device of yours.');
}
