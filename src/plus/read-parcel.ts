import { isId, type PartnerId } from '../foundation/ids.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { type OrderKey, visibleTo } from '../orders/index.ts';
import { isWritable } from './parcel-request.ts';
import { findParcelByRef, findParcels } from './parcels-sql.ts';
import type { Parcel } from './rules/parcel.ts';

const LARGEST_BATCH = 64;

export type ReadParcel = (key: OrderKey) => Promise<Parcel>;

/** Reads that arrive together become one. */
export function createParcelReader(database: Database): ReadParcel {
  const find = microBatch(LARGEST_BATCH, async (ids: readonly string[]) => {
    const parcels = new Map<string, Parcel>(
      (await findParcels(database, [...new Set(ids)])).map((parcel) => [parcel.id, parcel]),
    );
    return ids.map((id) => parcels.get(id));
  });
  return async (key) => {
    const found = isId(key.orderId) ? await find(key.orderId) : undefined;
    return visibleTo(key, found, found?.driverId);
  };
}

/** The partner's own, by the reference they gave it. */
export async function readParcelByRef(
  database: Database,
  partner: { readonly id: PartnerId; readonly markets: readonly string[] },
  clientRef: string,
): Promise<Parcel> {
  const found = isWritable(clientRef) ? await findParcelByRef(database, partner.id, clientRef) : undefined;
  return visibleTo({ orderId: clientRef, partnerId: partner.id, markets: partner.markets }, found, found?.driverId);
}
