import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { DRIVER_COLUMNS, type DriverRow, driverFrom } from './driver-row-sql.ts';
import type { PositionRow } from './positions-sql.ts';
import type { Driver } from './rules/driver.ts';
import type { TimedPoint } from './rules/position.ts';

const STAND_IN_LOCK_CLASS = 5_910_020;

/** Whoever holds this is the only one who chooses a stand-in in the city, until the transaction ends. */
export async function lockStandIns(tx: Transaction, locode: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [STAND_IN_LOCK_CLASS, locode]);
}

/** Drivers who are not there, of a city and a service: the fleet, which is online, or those who stand in for somebody and never are. */
export async function findSimulatedDrivers(
  sql: Queryable,
  locode: string,
  service: string,
  isOnline: boolean,
): Promise<readonly Driver[]> {
  const rows = await sql.query<DriverRow>(
    `select ${DRIVER_COLUMNS} from drivers driver
     where is_simulated and locode = $1 and service = $2 and status = 'active'
       and $3 = exists (select from driver_shifts where driver_id = driver.id and offline_at is null)
     order by id`,
    [locode, service, isOnline],
  );
  return rows.map(driverFrom);
}

/** One who is not there, whether online as one of the fleet, and where last heard of. */
export type SimulatedDriver = {
  readonly driver: Driver;
  readonly isOnline: boolean;
  readonly position: TimedPoint | undefined;
};

/** All of them, in all cities. */
export async function listSimulatedDrivers(sql: Queryable): Promise<readonly SimulatedDriver[]> {
  type Row = DriverRow & { is_online: boolean } & (
      | Pick<PositionRow, 'lat' | 'lng' | 'position_at'>
      | { position_at: null }
    );
  const rows = await sql.query<Row>(
    `select ${DRIVER_COLUMNS}, shift.id is not null as is_online, position.lat, position.lng, position.position_at
     from drivers driver
       left join driver_shifts shift on shift.driver_id = driver.id and shift.offline_at is null
       left join driver_positions position on position.driver_id = driver.id
     where driver.is_simulated and driver.status = 'active' order by driver.id`,
  );
  return rows.map((row) => ({
    driver: driverFrom(row),
    isOnline: row.is_online,
    position: row.position_at === null ? undefined : { lat: row.lat, lng: row.lng, at: row.position_at.getTime() },
  }));
}
