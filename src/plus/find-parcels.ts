import { DeliveryError } from '../foundation/errors.ts';
import { isId, LARGEST_ID } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findParcelsBeginning, listParcelsOfPartner, type ParcelFilter } from './parcel-lists-sql.ts';
import { isWritable } from './parcel-request.ts';
import type { Parcel } from './rules/parcel.ts';

const MOST_FOUND = 2_000;

type Wanted = Omit<ParcelFilter, 'before'> & {
  readonly search: string | undefined;
  readonly after: string | undefined;
};

/** A page of a partner's parcels, newest first: all, those of some days or in a status, or by id or the beginning of the reference. */
export async function findParcelsOf(
  sql: Queryable,
  { search, after, ...wanted }: Wanted,
): Promise<{ readonly parcels: readonly Parcel[]; readonly next: string | null }> {
  const filter = { ...wanted, before: after ?? LARGEST_ID, limit: wanted.limit + 1 };
  const found = search === undefined ? await listParcelsOfPartner(sql, filter) : await look(sql, filter, search);
  const parcels = found.slice(0, wanted.limit);
  return { parcels, next: found.length > wanted.limit ? (parcels.at(-1)?.id ?? null) : null };
}

async function look(sql: Queryable, filter: ParcelFilter, search: string): Promise<readonly Parcel[]> {
  const reference = search.trim();
  if (!isWritable(reference)) return [];
  const wanted = { reference, id: isId(reference) ? reference : undefined };
  const { parcels, isTooMany } = await findParcelsBeginning(sql, filter, wanted, MOST_FOUND);
  if (isTooMany)
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      `More than ${MOST_FOUND.toLocaleString('en')} references begin with this. Give a little more of it.`,
      '/querystring/search',
    );
  return parcels;
}
