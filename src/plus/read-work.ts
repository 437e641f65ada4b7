import type { Queryable } from '../infrastructure/database/database.ts';
import { findLatestRoute, findParcelsOfDriver } from './plus-sql.ts';
import type { Parcel } from './rules/parcel.ts';
import { type Visit, workList } from './rules/work-list.ts';

/** What a driver has on hand, and where to go with it, in order. */
export async function readWork(
  sql: Queryable,
  driverId: string,
): Promise<{ readonly parcels: readonly Parcel[]; readonly visits: readonly Visit[] }> {
  const [parcels, plan] = await Promise.all([findParcelsOfDriver(sql, driverId), findLatestRoute(sql, driverId)]);
  return { parcels, visits: workList(parcels, plan) };
}
