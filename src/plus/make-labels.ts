import { HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { drawLabels } from './draw-labels.ts';
import { leaveRemoval } from './job-kinds.ts';
import { findBatch, isFileOfLabel, setBatchKey, setLabelKey } from './labels-sql.ts';
import { findParcels, lockParcels } from './parcels-sql.ts';
import type { LabelContent } from './rules/label.ts';
import type { Parcel } from './rules/parcel.ts';
import { batchKeyOf, isSameLabel, labelKeyOf, labelOf } from './rules/parcel-label.ts';

export type DrawingDeps = { readonly files: FileStore; readonly catalogue: () => Promise<MarketCatalogue> };

const PDF = 'application/pdf';
/** By then nobody stores it any more, not even a worker that was cut off from the database while it did. */
const UNNAMED_KEPT_MS = HOUR_MS;

/**
 * Draws and stores before the parcel is locked, in the job's transaction, which holds nothing but the job until then. The key is the job's
 * own and the same at every try, and the job ends only when the parcel names the file or a timer removes it: so no crash leaves one behind.
 * A parcel that has changed meanwhile has a drawing to come.
 */
export async function drawLabel(
  deps: DrawingDeps,
  tx: Transaction,
  { parcelId, revision }: { readonly parcelId: string; readonly revision: number | undefined },
  now: Instant,
): Promise<void> {
  const [parcel] = await findParcels(tx, [parcelId]);
  if (parcel === undefined) return;
  // Jobs that were left by an older version do not say of which state they are.
  const fileKey = labelKeyOf(parcelId, revision ?? parcel.revision);
  if (isToBeDrawn(parcel)) {
    const catalogue = await deps.catalogue();
    await deps.files.put(fileKey, await drawLabels([contentOf(catalogue, parcel)], now), PDF);
    const [current] = await lockParcels(tx, [parcelId]);
    if (current !== undefined && isToBeDrawn(current) && isSameLabel(parcel, current))
      return setLabelKey(tx, parcelId, fileKey);
  }
  await leaveRemoval(tx, fileKey, now + UNNAMED_KEPT_MS);
}

/** The same for many: whose parcels were erased meanwhile, it is gone. */
export async function drawBatch(deps: DrawingDeps, tx: Transaction, batchId: string, now: Instant): Promise<void> {
  const fileKey = batchKeyOf(batchId);
  const batch = await findBatch(tx, batchId);
  if (batch !== undefined && batch.fileKey === undefined) {
    const catalogue = await deps.catalogue();
    const parcels = await findParcels(tx, batch.parcelIds);
    await deps.files.put(fileKey, await printLabels(catalogue, parcels, batch.parcelIds, now), PDF);
    if (await setBatchKey(tx, batchId, fileKey)) return;
  }
  await leaveRemoval(tx, fileKey, now + UNNAMED_KEPT_MS);
}

/** What is named all the same stays. */
export async function removeFile(files: FileStore, tx: Transaction, fileKey: string): Promise<void> {
  if (!(await isFileOfLabel(tx, fileKey))) await files.remove(fileKey);
}

function isToBeDrawn({ label }: Parcel): boolean {
  return label.wanted && label.fileKey === undefined;
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
