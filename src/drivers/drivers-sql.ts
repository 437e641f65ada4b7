import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { FileColumn } from '../infrastructure/database/snapshot.ts';
import { lookStepByStep } from '../infrastructure/database/step-by-step-sql.ts';
import { DRIVER_COLUMNS, type DriverRow, driverFrom } from './driver-row-sql.ts';
import {
  CARRIES_PARCELS,
  type Driver,
  type DriverId,
  type DriverStatus,
  isShortId,
  type NewDriver,
} from './rules/driver.ts';

/** Names a driver whenever anything that the driver's app shows has changed. Of rows with a driver the database says so itself. */
export const DRIVERS_CHANNEL = 'driver_changed';

/** Something else has changed for these drivers: their apps look again. */
export async function tellDrivers(tx: Transaction, driverIds: readonly DriverId[]): Promise<void> {
  if (driverIds.length === 0) return;
  await tx.query(`select pg_notify('${DRIVERS_CHANNEL}', driver_id) from unnest($1::text[]) as driver_id`, [driverIds]);
}

/** Undefined where another driver has the phone. */
export async function insertDriver(
  sql: Queryable,
  driver: NewDriver,
  now: Instant,
  isSimulated: boolean,
): Promise<Driver | undefined> {
  const [row] = await sql.query<DriverRow>(
    `insert into drivers as driver (name, phone, plate, service, locode, languages, capabilities, created_at, is_simulated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (phone) do nothing returning ${DRIVER_COLUMNS}`,
    [
      driver.name,
      driver.phone,
      driver.plate,
      driver.service,
      driver.locode,
      driver.languages,
      driver.capabilities,
      timestamp(now),
      isSimulated,
    ],
  );
  return row === undefined ? undefined : driverFrom(row);
}

export async function findDriver(sql: Queryable, id: string): Promise<Driver | undefined> {
  if (!isShortId(id)) return undefined;
  const [row] = await sql.query<DriverRow>(`select ${DRIVER_COLUMNS} from drivers driver where id = $1`, [id]);
  return row === undefined ? undefined : driverFrom(row);
}

/** As they are now; nobody suspends or erases them before the transaction ends. */
export async function holdDriver(tx: Transaction, id: string): Promise<Driver | undefined> {
  if (!isShortId(id)) return undefined;
  const [row] = await tx.query<DriverRow>(`select ${DRIVER_COLUMNS} from drivers driver where id = $1 for share`, [id]);
  return row === undefined ? undefined : driverFrom(row);
}

/** In no order, and those that are unknown left out. */
export async function findDrivers(sql: Queryable, ids: readonly DriverId[]): Promise<readonly Driver[]> {
  const rows = await sql.query<DriverRow>(`select ${DRIVER_COLUMNS} from drivers driver where id = any($1::bigint[])`, [
    ids,
  ]);
  return rows.map(driverFrom);
}

type DriverPage = {
  readonly locode?: string | undefined;
  readonly status?: DriverStatus | undefined;
  /** Part of a name, a phone or a plate, or a number of a driver. */
  readonly search?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Newest first; `before` is the `next` of the page before. A page may hold less than its limit, or nothing, and still have a next one. */
export async function listDrivers(
  sql: Queryable,
  { locode, status, search = '', before, limit }: DriverPage,
): Promise<{ readonly drivers: readonly Driver[]; readonly next: string | null }> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const found = [
    ...(before === undefined ? [] : [`id < ${given(before)}`]),
    ...(locode === undefined ? [] : [`locode = ${given(locode)}`]),
    ...(status === undefined ? [] : [`status = ${given(status)}`]),
  ];
  const part = search === '' ? '' : given(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
  const wanted =
    search === ''
      ? []
      : [`(name ilike ${part} or plate ilike ${part} or phone like ${part} or id::text = ${given(search)})`];
  const { keys, next } = await lookStepByStep(sql, { table: 'drivers', key: 'id', found, wanted, values, limit });
  const rows = await sql.query<DriverRow>(
    `select ${DRIVER_COLUMNS} from drivers driver where id = any($1::bigint[]) order by id desc`,
    [keys],
  );
  return { drivers: rows.map(driverFrom), next };
}

export type ChangedDriver = Driver & { readonly statusBefore: DriverStatus };

/** Undefined where the driver was erased, and does not come back. */
export async function updateStatus(
  tx: Transaction,
  id: DriverId,
  status: DriverStatus,
): Promise<ChangedDriver | undefined> {
  const [before] = await tx.query<{ status: DriverStatus }>(
    'select status from drivers where id = $1 for no key update',
    [id],
  );
  const [row] = await tx.query<DriverRow>(
    `update drivers driver set status = $2 where id = $1 and (erased_at is null or $2 = 'suspended') returning ${DRIVER_COLUMNS}`,
    [id, status],
  );
  return row === undefined || before === undefined ? undefined : { ...driverFrom(row), statusBefore: before.status };
}

/** Not for a driver who was erased. Answers with the key of the photo before, where there was one. */
export async function replacePhoto(tx: Transaction, id: DriverId, photoKey: string): Promise<string | undefined> {
  const [before] = await tx.query<{ photo_key: string | null }>(
    'select photo_key from drivers where id = $1 and erased_at is null for no key update',
    [id],
  );
  await tx.query('update drivers set photo_key = $2 where id = $1 and erased_at is null', [id, photoKey]);
  return before?.photo_key ?? undefined;
}

/** Where keys of files stand. */
export const DRIVER_FILES: readonly FileColumn[] = [
  { table: 'drivers', column: 'photo_key' },
  { table: 'driver_documents', column: 'file_key' },
];

export async function isFileOfDriver(sql: Queryable, fileKey: string): Promise<boolean> {
  const [row] = await sql.query<{ is_named: boolean }>(
    `select exists (select from drivers where photo_key = $1) or exists (select from driver_documents where file_key = $1) as is_named`,
    [fileKey],
  );
  return row?.is_named === true;
}

const IS_PARCEL_DRIVER = "locode = $1 and status = 'active' and $2 = any(capabilities)";

/** Who carries parcels in a city. */
export async function findParcelDrivers(sql: Queryable, locode: string): Promise<readonly DriverId[]> {
  const rows = await sql.query<{ id: DriverId }>(`select id from drivers where ${IS_PARCEL_DRIVER} order by id`, [
    locode,
    CARRIES_PARCELS,
  ]);
  return rows.map(({ id }) => id);
}

/** Whether all of them carry parcels in the city; whoever does is not suspended before the transaction ends. */
export async function holdParcelDrivers(tx: Transaction, locode: string, ids: readonly DriverId[]): Promise<boolean> {
  const rows = await tx.query(
    `select from drivers where ${IS_PARCEL_DRIVER} and id = any($3::bigint[]) order by id for share`,
    [locode, CARRIES_PARCELS, ids],
  );
  return rows.length === ids.length;
}
