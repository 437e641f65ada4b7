import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { drawLabels } from './draw-labels.ts';
import { findBatch, setBatchKey, setLabelKey } from './labels-sql.ts';
import { findParcels, lockParcels } from './parcels-sql.ts';
import type { LabelContent } from './rules/label.ts';
import type { Parcel } from './rules/parcel.ts';
import { isSameLabel, labelOf } from './rules/parcel-label.ts';

export type DrawingDeps = { readonly files: FileStore; readonly catalogue: () => Promise<MarketCatalogue> };

const PDF = 'application/pdf';

/**
 * Draws and stores before the parcel is locked, in the job's transaction, which holds nothing but the job until then. A parcel that has
 * changed meanwhile is drawn again at once.
 */
export async function drawLabel(
  deps: DrawingDeps,
  tx: Transaction,
  parcelId: string,
  now: Instant,
): Promise<Instant | undefined> {
  const [parcel] = await findParcels(tx, [parcelId]);
  if (parcel === undefined || !parcel.label.wanted || parcel.label.fileKey !== undefined) return undefined;
  const fileKey = `labels/${parcel.id}-${parcel.revision}.pdf`;
  const catalogue = await deps.catalogue();
  await deps.files.put(fileKey, await drawLabels([contentOf(catalogue, parcel)], now), PDF);
  const [current] = await lockParcels(tx, [parcelId]);
  if (current === undefined || !isSameLabel(parcel, current)) return now;
  await setLabelKey(tx, parcelId, fileKey);
  return undefined;
}

export async function drawBatch(deps: DrawingDeps, tx: Transaction, batchId: string, now: Instant): Promise<void> {
  const batch = await findBatch(tx, batchId);
  if (batch === undefined || batch.fileKey !== undefined) return;
  const catalogue = await deps.catalogue();
  const fileKey = `labels/batches/${batch.id}.pdf`;
  const parcels = await findParcels(tx, batch.parcelIds);
  await deps.files.put(fileKey, await printLabels(catalogue, parcels, batch.parcelIds, now), PDF);
  await setBatchKey(tx, batchId, fileKey);
}

/** One page for each id, in their order. */
export function printLabels(
  catalogue: MarketCatalogue,
  parcels: readonly Parcel[],
  orderIds: readonly string[],
  now: Instant,
): Promise<Buffer> {
  const byId = new Map(parcels.map((parcel) => [parcel.id as string, parcel]));
  const labels = orderIds.map((id) => contentOf(catalogue, byId.get(id) as Parcel));
  return drawLabels(labels, now);
}

function contentOf(catalogue: MarketCatalogue, parcel: Parcel): LabelContent {
  return labelOf(parcel, catalogue.city(parcel.locode)?.timeZone ?? 'UTC');
}
