import { deleteTracksOf } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJobs } from '../infrastructure/jobs/jobs-sql.ts';
import { type ErasedDelivery, type Extent, eraseOrders } from '../orders/index.ts';
import { eraseParcels } from '../plus/index.ts';
import { eraseProofs } from '../proof/index.ts';
import { eraseQuotations } from '../quotations/index.ts';
import { eraseWords } from '../tracking/index.ts';

export const REMOVE_FILE = 'privacy.removeFile';

export type Deliveries = { readonly orderIds: readonly string[]; readonly parcelIds: readonly string[] };
export type Erased = {
  readonly deliveries: readonly ErasedDelivery[];
  /** Each has a job by now that removes it. */
  readonly fileKeys: readonly string[];
};

/** Whatever is kept of these deliveries about those who are meant, in one transaction, as far as they have ended. */
export async function eraseDeliveries(
  tx: Transaction,
  { orderIds, parcelIds }: Deliveries,
  extent: Extent,
  now: Instant,
): Promise<Erased> {
  const orders = await eraseOrders(tx, orderIds, extent);
  const { parcels, fileKeys: labels } = await eraseParcels(tx, parcelIds, extent);
  const deliveries = [...orders, ...parcels];
  await eraseQuotations(
    tx,
    orders.map(({ quotationId }) => quotationId),
  );
  await deleteTracksOf(
    tx,
    deliveries.map(({ id }) => id),
  );
  await eraseWords(
    tx,
    deliveries.flatMap(({ streamId }) => streamId ?? []),
    deliveries.flatMap(({ otherStopIds }) => otherStopIds),
  );
  const pictures = await eraseProofs(tx, deliveries.flatMap(stopsOfOrder), now);
  const fileKeys = [...labels, ...pictures];
  await removeLater(tx, fileKeys, now);
  return { deliveries, fileKeys };
}

/** No file is touched inside a transaction that may yet fail. */
export async function removeLater(tx: Transaction, fileKeys: readonly string[], now: Instant): Promise<void> {
  await leaveJobs(
    tx,
    fileKeys.map((fileKey) => ({ kind: REMOVE_FILE, name: fileKey, dueAt: now, payload: { fileKey } })),
  );
}

function stopsOfOrder({ id, stopIds }: ErasedDelivery) {
  return stopIds.map((stopId) => ({ orderId: id, stopId }));
}
