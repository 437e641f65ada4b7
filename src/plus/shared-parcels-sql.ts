import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import { clockAheadMs } from '../partners/index.ts';
import { PARCEL_READ_COLUMNS, type ParcelRow, parcelFrom } from './parcel-row-sql.ts';
import type { Parcel } from './rules/parcel.ts';

/** The parcels behind share links, by token: those that are not over, or ended after a time on our clock. */
export async function findSharedParcels(
  sql: Queryable,
  tokens: readonly string[],
  endedAfter: Instant,
): Promise<ReadonlyMap<string, Parcel>> {
  const rows = await sql.query<ParcelRow>(
    `select ${PARCEL_READ_COLUMNS} from parcels where share_token = any($1)
       and (ended_at is null or ended_at - ${clockAheadMs('partner_id')} * interval '1 millisecond' > $2)`,
    [tokens, timestamp(endedAfter)],
  );
  return new Map(rows.map((row) => [row.share_token, parcelFrom(row)]));
}

/** Of these share links those whose goods no driver has at present. */
export async function parcelLinksNotPickedUp(sql: Queryable, tokens: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.query<{ share_token: string }>(
    "select share_token from parcels where share_token = any($1) and ended_at is null and status <> 'DELIVERING'",
    [tokens],
  );
  return rows.map(({ share_token }) => share_token);
}
