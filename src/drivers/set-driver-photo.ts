import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveSweep } from './driver-files.ts';
import { replacePhoto } from './drivers-sql.ts';
import type { DriverId } from './rules/driver.ts';

/** The file of the photo before is swept a day later. Does nothing where the driver was erased. */
export async function setDriverPhoto(
  tx: Transaction,
  driverId: DriverId,
  photoKey: string,
  now: Instant,
): Promise<void> {
  const replaced = await replacePhoto(tx, driverId, photoKey);
  if (replaced !== undefined) await leaveSweep(tx, replaced, now);
}
