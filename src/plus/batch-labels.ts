import { DeliveryError, type Fault, refuseFaults } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { leaveBatchJobs } from './job-kinds.ts';
import { findBatch, insertBatch, type LabelBatch } from './labels-sql.ts';
import { findParcels } from './parcels-sql.ts';
import type { PlusLinks } from './rules/parcel-view.ts';

export type LabelDeps = { readonly ids: Ids };
type Owner = { readonly id: PartnerId; readonly markets: readonly string[] };

/** Asks the worker for one file with the labels of all these parcels, whether or not each asked for one before. */
export async function orderLabels(
  { ids }: LabelDeps,
  tx: Transaction,
  owner: Owner,
  orderIds: readonly string[],
  now: Instant,
): Promise<LabelBatch> {
  const found = await findParcels(tx, orderIds.filter(isId));
  const own = found.filter(({ partnerId, market }) => partnerId === owner.id && owner.markets.includes(market));
  const ownIds = new Set<string>(own.map(({ id }) => id));
  const faults = orderIds.flatMap((id, index): readonly Fault[] => {
    if (ownIds.has(id)) return [];
    const sentence = `There is no scheduled order ${id.slice(0, 40)} of yours.`;
    return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: `/data/orderIds/${index}` }];
  });
  refuseFaults(faults);
  const batch: LabelBatch = {
    id: ids.next<'labelBatch'>(),
    partnerId: owner.id,
    parcelIds: orderIds,
    markets: [...new Set(own.map(({ market }) => market))],
    createdAt: now,
    fileKey: undefined,
  };
  await insertBatch(tx, batch);
  await leaveBatchJobs(tx, batch.id, now);
  return batch;
}

/** It shows names and addresses: only to a key for the markets of all its parcels. */
export async function readBatch(sql: Queryable, owner: Owner, id: string): Promise<LabelBatch> {
  const batch = isId(id) ? await findBatch(sql, id) : undefined;
  if (batch?.partnerId !== owner.id)
    throw new DeliveryError('ERR_NOT_FOUND', `There is no batch of labels ${id.slice(0, 40)} of yours.`);
  const closed = batch.markets.find((market) => !owner.markets.includes(market));
  if (closed !== undefined)
    throw new DeliveryError('ERR_NOT_FOUND', `Batch ${id} is of the market ${closed}, which this key is not for.`);
  return batch;
}

export function batchToWire({ id, partnerId, fileKey }: LabelBatch, links: PlusLinks) {
  return fileKey === undefined
    ? { labelBatchId: id, status: 'GENERATING', url: null }
    : { labelBatchId: id, status: 'GENERATED', url: links.label(fileKey, partnerId) };
}
