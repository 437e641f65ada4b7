import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { DriverId } from './rules/driver.ts';
import type { Shift } from './rules/shift.ts';

/** When the open shift began, this one or an earlier; undefined where the driver is not active, or is being suspended. */
export async function startShift(sql: Queryable, driverId: DriverId, now: Instant): Promise<Instant | undefined> {
  const [row] = await sql.query<{ online_at: Date }>(
    `insert into driver_shifts as shift (driver_id, locode, online_at)
     select id, locode, $2 from drivers where id = $1 and status = 'active' for share
     on conflict (driver_id) where offline_at is null do update set online_at = shift.online_at
     returning online_at`,
    [driverId, timestamp(now)],
  );
  return row?.online_at.getTime();
}

/** Does nothing where the driver is offline. */
export async function endShift(sql: Queryable, driverId: DriverId, now: Instant): Promise<void> {
  await sql.query(
    'update driver_shifts set offline_at = greatest($2, online_at) where driver_id = $1 and offline_at is null',
    [driverId, timestamp(now)],
  );
}

/** Since when the driver is online; undefined where that is not so. */
export async function onlineSince(sql: Queryable, driverId: DriverId): Promise<Instant | undefined> {
  const [row] = await sql.query<{ online_at: Date }>(
    'select online_at from driver_shifts where driver_id = $1 and offline_at is null',
    [driverId],
  );
  return row?.online_at.getTime();
}

/** Of these drivers, those who are online. */
export async function onlineAmong(sql: Queryable, driverIds: readonly DriverId[]): Promise<ReadonlySet<DriverId>> {
  const rows = await sql.query<{ driver_id: DriverId }>(
    'select driver_id from driver_shifts where driver_id = any($1::bigint[]) and offline_at is null',
    [driverIds],
  );
  return new Set(rows.map(({ driver_id }) => driver_id));
}

/** How many are online, by city. */
export async function countOnline(sql: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ locode: string; count: number }>(
    'select locode, count(*)::integer as count from driver_shifts where offline_at is null group by locode',
    [],
  );
  return new Map(rows.map(({ locode, count }) => [locode, count]));
}

/** Ends the shifts of those not heard of since, at the last sign of life. */
export async function endSilentShifts(tx: Transaction, since: Instant): Promise<number> {
  const rows = await tx.query(
    `update driver_shifts shift set offline_at = heard.at
     from (
       select open.id, greatest(open.online_at, position.received_at,
         (select max(last_seen_at) from driver_sessions where driver_id = open.driver_id)) as at
       from driver_shifts open left join driver_positions position on position.driver_id = open.driver_id
       where open.offline_at is null
     ) heard
     where shift.id = heard.id and shift.offline_at is null and heard.at < $1
     returning 1`,
    [timestamp(since)],
  );
  return rows.length;
}

type ShiftRow = { driver_id: DriverId; online_at: Date; offline_at: Date | null };

function shiftFrom({ driver_id, online_at, offline_at }: ShiftRow): Shift {
  return { driverId: driver_id, onlineAt: online_at.getTime(), offlineAt: offline_at?.getTime() };
}

/** The shifts of a city that had not ended then. */
export async function shiftsSince(sql: Queryable, locode: string, since: Instant): Promise<readonly Shift[]> {
  const rows = await sql.query<ShiftRow>(
    `select driver_id, online_at, offline_at from driver_shifts
     where locode = $1 and (offline_at is null or offline_at > $2) order by id`,
    [locode, timestamp(since)],
  );
  return rows.map(shiftFrom);
}

/** The same for every city that has some. */
export async function shiftsByCity(sql: Queryable, since: Instant): Promise<ReadonlyMap<string, readonly Shift[]>> {
  const rows = await sql.query<ShiftRow & { locode: string }>(
    `select locode, driver_id, online_at, offline_at from driver_shifts
     where offline_at is null or offline_at > $1 order by locode, id`,
    [timestamp(since)],
  );
  const cities = new Map<string, Shift[]>();
  for (const row of rows) {
    const shifts = cities.get(row.locode) ?? [];
    cities.set(row.locode, shifts);
    shifts.push(shiftFrom(row));
  }
  return cities;
}
