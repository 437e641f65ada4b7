import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { DriverRow } from './driver-row-sql.ts';
import type { Driver, DriverId } from './rules/driver.ts';
import type { LatestPosition, OrderTrackPoint, TrackPoint } from './rules/position-report.ts';

export type PositionRow = {
  driver_id: DriverId;
  lat: number;
  lng: number;
  accuracy_meters: number | null;
  heading_degrees: number | null;
  position_at: Date;
  received_at: Date;
};

export async function latestPositions(
  sql: Queryable,
  driverIds: readonly DriverId[],
): Promise<ReadonlyMap<DriverId, LatestPosition>> {
  const rows = await sql.query<PositionRow>(
    `select driver_id, lat, lng, accuracy_meters, heading_degrees, position_at, received_at
     from driver_positions where driver_id = any($1::bigint[])`,
    [driverIds],
  );
  return new Map(rows.map((row) => [row.driver_id, positionFrom(row)]));
}

function positionFrom(row: PositionRow): LatestPosition {
  return {
    driverId: row.driver_id,
    lat: row.lat,
    lng: row.lng,
    accuracyMeters: row.accuracy_meters ?? undefined,
    headingDegrees: row.heading_degrees ?? undefined,
    at: row.position_at.getTime(),
    receivedAt: row.received_at.getTime(),
  };
}

/** Latest positions and tracks in one statement. Rows are taken in the order of the drivers, so that two batches never wait in a circle. */
export async function savePositions(
  sql: Queryable,
  latest: readonly LatestPosition[],
  track: readonly OrderTrackPoint[],
): Promise<void> {
  await sql.query(
    `with latest as (
       insert into driver_positions as known
         (driver_id, lat, lng, accuracy_meters, heading_degrees, position_at, received_at)
       select * from unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::timestamptz[],
         $7::timestamptz[]) as told(driver_id) order by driver_id
       on conflict (driver_id) do update set lat = excluded.lat, lng = excluded.lng,
         accuracy_meters = excluded.accuracy_meters, heading_degrees = excluded.heading_degrees,
         position_at = excluded.position_at, received_at = excluded.received_at
       where known.position_at < excluded.position_at
     )
     insert into driver_tracks (order_id, driver_id, at, lat, lng, is_jump)
     select * from unnest($8::bigint[], $9::bigint[], $10::timestamptz[], $11::float8[], $12::float8[], $13::boolean[])
       as point(order_id, driver_id, at) order by order_id, driver_id, at
     on conflict do nothing`,
    [
      latest.map(({ driverId }) => driverId),
      latest.map(({ lat }) => lat),
      latest.map(({ lng }) => lng),
      latest.map(({ accuracyMeters }) => accuracyMeters ?? null),
      latest.map(({ headingDegrees }) => headingDegrees ?? null),
      latest.map(({ at }) => timestamp(at)),
      latest.map(({ receivedAt }) => timestamp(receivedAt)),
      track.map(({ orderId }) => orderId),
      track.map(({ driverId }) => driverId),
      track.map(({ at }) => timestamp(at)),
      track.map(({ lat }) => lat),
      track.map(({ lng }) => lng),
      track.map(({ isJump }) => isJump),
    ],
  );
}

/** Where an order's drivers were, in the order of time. */
export async function trackOf(sql: Queryable, orderId: string): Promise<readonly TrackPoint[]> {
  const rows = await sql.query<{ driver_id: DriverId; at: Date; lat: number; lng: number; is_jump: boolean }>(
    'select driver_id, at, lat, lng, is_jump from driver_tracks where order_id = $1 order by at, driver_id',
    [orderId],
  );
  return rows.map(({ driver_id, at, lat, lng, is_jump }) => ({
    driverId: driver_id,
    at: at.getTime(),
    lat,
    lng,
    isJump: is_jump,
  }));
}

/** They lead to people's doors. */
export async function deleteTracksOf(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.query('delete from driver_tracks where order_id = any($1)', [orderIds]);
}

/** A driver who is online in a city, heard of or not. */
export type DriverOnDuty = Pick<Driver, 'id' | 'service'> & {
  readonly onlineAt: Instant;
  readonly position: { readonly lat: number; readonly lng: number; readonly at: Instant } | undefined;
};

export async function driversOnDuty(sql: Queryable, locode: string): Promise<readonly DriverOnDuty[]> {
  type Row = Pick<DriverRow, 'id' | 'service'> & { online_at: Date } & (
      | Pick<PositionRow, 'lat' | 'lng' | 'position_at'>
      | { position_at: null }
    );
  const rows = await sql.query<Row>(
    `select driver.id, driver.service, shift.online_at, position.lat, position.lng, position.position_at
     from driver_shifts shift
       join drivers driver on driver.id = shift.driver_id
       left join driver_positions position on position.driver_id = shift.driver_id
     where shift.locode = $1 and shift.offline_at is null order by driver.id`,
    [locode],
  );
  return rows.map((row) => ({
    id: row.id,
    service: row.service,
    onlineAt: row.online_at.getTime(),
    position: row.position_at === null ? undefined : { lat: row.lat, lng: row.lng, at: row.position_at.getTime() },
  }));
}

export type ReachableDriver = Pick<Driver, 'id' | 'service' | 'capabilities'> & {
  readonly isSimulated: boolean;
  readonly point: { readonly lat: number; readonly lng: number };
};
/** Those who are alike but for where they are, list by list. */
type ReachableRow = Pick<DriverRow, 'service' | 'capabilities'> & {
  is_simulated: boolean;
  ids: DriverId[];
  lats: number[];
  lngs: number[];
};

/**
 * Active, online in the city, and heard of within the last `silentMs`. There may be tens of thousands, every three seconds: as lists they
 * are read in a fraction of the time that rows take. Who can do the same shares one list of what that is.
 */
export async function reachableDrivers(
  sql: Queryable,
  locode: string,
  now: Instant,
  silentMs: number,
): Promise<readonly ReachableDriver[]> {
  const rows = await sql.query<ReachableRow>(
    `select driver.service, driver.capabilities, driver.is_simulated, json_agg(driver.id::text) as ids, json_agg(position.lat) as lats,
       json_agg(position.lng) as lngs
     from driver_shifts shift
       join drivers driver on driver.id = shift.driver_id and driver.status = 'active'
       join driver_positions position on position.driver_id = shift.driver_id
     where shift.locode = $1 and shift.offline_at is null and position.position_at >= $2
     group by driver.service, driver.capabilities, driver.is_simulated`,
    [locode, timestamp(now - silentMs)],
  );
  return rows.flatMap(({ service, capabilities, is_simulated, ids, lats, lngs }) =>
    ids.map((id, place) => ({
      id,
      isSimulated: is_simulated,
      service,
      capabilities,
      point: { lat: lats[place] as number, lng: lngs[place] as number },
    })),
  );
}
