import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import type { DriverId } from './rules/driver.ts';

type BlockedPair = { readonly partnerId: PartnerId; readonly driverId: DriverId };

export async function insertBlock(sql: Queryable, { partnerId, driverId }: BlockedPair, now: Instant): Promise<void> {
  await sql.query(
    'insert into driver_blocks (partner_id, driver_id, created_at) values ($1, $2, $3) on conflict do nothing',
    [partnerId, driverId, timestamp(now)],
  );
}

export async function deleteBlock(sql: Queryable, { partnerId, driverId }: BlockedPair): Promise<void> {
  await sql.query('delete from driver_blocks where partner_id = $1 and driver_id = $2', [partnerId, driverId]);
}

/** Whose orders a driver is kept from, and since when. */
export async function blocksOf(
  sql: Queryable,
  driverId: DriverId,
): Promise<readonly { readonly partnerId: PartnerId; readonly since: Instant }[]> {
  const rows = await sql.query<{ partner_id: PartnerId; created_at: Date }>(
    'select partner_id, created_at from driver_blocks where driver_id = $1 order by created_at, partner_id',
    [driverId],
  );
  return rows.map(({ partner_id, created_at }) => ({ partnerId: partner_id, since: created_at.getTime() }));
}

/** Who is kept from the orders of these partners. */
export async function blockedPairs(sql: Queryable, partnerIds: readonly PartnerId[]): Promise<readonly BlockedPair[]> {
  const rows = await sql.query<{ partner_id: PartnerId; driver_id: DriverId }>(
    'select partner_id, driver_id from driver_blocks where partner_id = any($1::bigint[])',
    [partnerIds],
  );
  return rows.map(({ partner_id, driver_id }) => ({ partnerId: partner_id, driverId: driver_id }));
}
