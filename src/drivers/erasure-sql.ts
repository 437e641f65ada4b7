import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { DriverId } from './rules/driver.ts';
import { endShift } from './shifts-sql.ts';

type Row = Readonly<Record<string, unknown>>;

export async function findDriverByPhone(sql: Queryable, phone: string): Promise<DriverId | undefined> {
  const [row] = await sql.query<{ id: DriverId }>('select id from drivers where phone = $1', [phone]);
  return row?.id;
}

/** Rows about one driver, as they lie there but for what is sealed or hashed. */
const KEPT: Readonly<Record<string, string>> = {
  drivers: 'select to_jsonb(line) as row from drivers line where id = $1',
  driver_documents: 'select to_jsonb(line) as row from driver_documents line where driver_id = $1 order by id',
  driver_sessions:
    "select to_jsonb(line) - 'token_hash' as row from driver_sessions line where driver_id = $1 order by id",
  driver_sign_in_codes:
    "select to_jsonb(line) - '{sealed_code,used_by}'::text[] as row from driver_sign_in_codes line where driver_id = $1",
  driver_code_requests:
    "select to_jsonb(line) - 'request_hash' as row from driver_code_requests line where driver_id = $1",
  driver_positions: 'select to_jsonb(line) as row from driver_positions line where driver_id = $1',
  driver_shifts: 'select to_jsonb(line) as row from driver_shifts line where driver_id = $1 order by id',
  driver_blocks: 'select to_jsonb(line) as row from driver_blocks line where driver_id = $1',
};

/** By table; `orderIds` are those that the driver had. */
export async function findKeptOfDriver(
  sql: Queryable,
  driverId: DriverId,
  orderIds: readonly string[],
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const kept: Record<string, readonly Row[]> = {};
  for (const [table, statement] of Object.entries(KEPT))
    kept[table] = (await sql.query<{ row: Row }>(statement, [driverId])).map(({ row }) => row);
  kept.driver_tracks = (
    await sql.query<{ row: Row }>(
      'select to_jsonb(line) as row from driver_tracks line where order_id = any($2) and driver_id = $1 order by at',
      [driverId, orderIds],
    )
  ).map(({ row }) => row);
  return kept;
}

/**
 * Closes the account for good and empties it; what refers to the number stays. No country has the calling code 999, so the phone is
 * nobody's, and the real one can be a new driver's. Answers with the files that are to be removed.
 */
export async function eraseDriver(
  tx: Transaction,
  driverId: DriverId,
  orderIds: readonly string[],
  now: Instant,
): Promise<readonly string[]> {
  const [driver] = await tx.query<{ photo_key: string | null }>(
    'select photo_key from drivers where id = $1 for update',
    [driverId],
  );
  const papers = await tx.query<{ file_key: string | null }>(
    'delete from driver_documents where driver_id = $1 returning file_key',
    [driverId],
  );
  for (const table of ['driver_sign_in_codes', 'driver_sessions', 'driver_code_requests', 'driver_positions'])
    await tx.query(`delete from ${table} where driver_id = $1`, [driverId]);
  await tx.query('delete from driver_tracks where order_id = any($2) and driver_id = $1', [driverId, orderIds]);
  await endShift(tx, driverId, now);
  await tx.query(
    `update drivers set name = 'Erased', phone = '+999' || id, plate = 'ERASED', languages = '{}', photo_key = null,
       status = 'suspended', erased_at = $2 where id = $1`,
    [driverId, timestamp(now)],
  );
  return [driver?.photo_key, ...papers.map(({ file_key }) => file_key)].filter((key) => typeof key === 'string');
}
