import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { deleteDocument, insertDocument } from './documents-sql.ts';
import { leaveSweep } from './driver-files.ts';
import { type DriverDocument, documentFaults, type NewDocument } from './rules/document.ts';
import type { DriverId } from './rules/driver.ts';

export async function addDocument(
  { ids }: { readonly ids: Ids },
  tx: Transaction,
  driverId: DriverId,
  given: NewDocument,
  fileKey: string | undefined,
  now: Instant,
): Promise<DriverDocument> {
  refuseFaults(documentFaults(given));
  const document = { ...given, id: ids.next<'driverDocument'>(), driverId, fileKey, addedAt: now };
  if (!(await insertDocument(tx, document)))
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', `What was known of driver ${driverId} is erased for good.`);
  return document;
}

/** Its file is swept a day later. Undefined where the driver has no such document, or had. */
export async function removeDocument(
  tx: Transaction,
  driverId: DriverId,
  id: string,
  now: Instant,
): Promise<DriverDocument | undefined> {
  const removed = await deleteDocument(tx, driverId, id);
  if (removed?.fileKey !== undefined) await leaveSweep(tx, removed.fileKey, now);
  return removed;
}
