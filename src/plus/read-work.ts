import { DAY_MS, type Instant, utcDate } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findParcelsOfDriver } from './parcels-sql.ts';
import { findRoute, findWorkRevision, type WorkRevision } from './planning-sql.ts';
import type { Parcel } from './rules/parcel.ts';
import { type Visit, workList } from './rules/work-list.ts';

/** What a driver has on hand, and where to go with it, in order. */
export async function readWork(
  sql: Queryable,
  driver: { readonly id: string; readonly locode: string },
  now: Instant,
): Promise<{ readonly parcels: readonly Parcel[]; readonly visits: readonly Visit[] }> {
  const [parcels, plan] = await Promise.all([
    findParcelsOfDriver(sql, driver.id),
    findRoute(sql, driver, earliestDay(now)),
  ]);
  return { parcels, visits: workList(parcels, plan) };
}

/** Names what `readWork` would answer, and which parcels are in it; costs less. */
export function readWorkRevision(
  sql: Queryable,
  driver: { readonly id: string; readonly locode: string },
  now: Instant,
): Promise<WorkRevision> {
  return findWorkRevision(sql, driver, earliestDay(now));
}

/** Wherever the driver is, today has begun a day ago at the earliest. */
function earliestDay(now: Instant): string {
  return utcDate(now - DAY_MS);
}
