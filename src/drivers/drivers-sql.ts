import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import {
  CARRIES_PARCELS,
  type Driver,
  type DriverId,
  type DriverStatus,
  isShortId,
  type NewDriver,
} from './rules/driver.ts';
import type { TimedPoint } from './rules/position.ts';
import type { LatestPosition, OrderTrackPoint, TrackPoint } from './rules/position-report.ts';
import type { Shift } from './rules/shift.ts';
import type { CodeRequest } from './rules/sign-in-code.ts';

type DriverRow = {
  id: DriverId;
  name: string;
  phone: string;
  plate: string;
  service: string;
  locode: string;
  languages: string[];
  capabilities: string[];
  photo_key: string | null;
  status: DriverStatus;
  created_at: Date;
};
const DRIVER_COLUMNS = `driver.id, driver.name, driver.phone, driver.plate, driver.service, driver.locode, driver.languages,
  driver.capabilities, driver.photo_key, driver.status, driver.created_at`;

function driverFrom(row: DriverRow): Driver {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    plate: row.plate,
    service: row.service,
    locode: row.locode,
    languages: row.languages,
    capabilities: row.capabilities,
    photoKey: row.photo_key ?? undefined,
    status: row.status,
    createdAt: row.created_at.getTime(),
  };
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

export async function selectDrivers(sql: Queryable, ids: readonly DriverId[]): Promise<readonly Driver[]> {
  const rows = await sql.query<DriverRow>(`select ${DRIVER_COLUMNS} from drivers driver where id = any($1::bigint[])`, [
    ids,
  ]);
  return rows.map(driverFrom);
}

type DriverPage = {
  readonly locode?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Newest first, a page at a time; `before` is the id of the last one seen. */
export async function listDrivers(sql: Queryable, { locode, before, limit }: DriverPage): Promise<readonly Driver[]> {
  const where = locode === undefined ? '$1::text is null' : 'driver.locode = $1';
  const rows = await sql.query<DriverRow>(
    `select ${DRIVER_COLUMNS} from drivers driver
     where ${where} and driver.id < coalesce($2::bigint, 9223372036854775807) order by driver.id desc limit $3`,
    [locode ?? null, before ?? null, limit],
  );
  return rows.map(driverFrom);
}

export async function updateStatus(tx: Transaction, id: DriverId, status: DriverStatus): Promise<Driver | undefined> {
  if (!isShortId(id)) return undefined;
  const [row] = await tx.query<DriverRow>(
    `update drivers driver set status = $2 where id = $1 returning ${DRIVER_COLUMNS}`,
    [id, status],
  );
  return row === undefined ? undefined : driverFrom(row);
}

export async function setDriverPhoto(sql: Queryable, id: DriverId, photoKey: string): Promise<void> {
  await sql.query('update drivers set photo_key = $2 where id = $1', [id, photoKey]);
}

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

/** Who is kept from the orders of these partners. */
export async function blockedPairs(sql: Queryable, partnerIds: readonly PartnerId[]): Promise<readonly BlockedPair[]> {
  const rows = await sql.query<{ partner_id: PartnerId; driver_id: DriverId }>(
    'select partner_id, driver_id from driver_blocks where partner_id = any($1::bigint[])',
    [partnerIds],
  );
  return rows.map(({ partner_id, driver_id }) => ({ partnerId: partner_id, driverId: driver_id }));
}

/** Two requests for a code at once come one after the other. */
export async function lockDriverByPhone(
  tx: Transaction,
  phone: string,
): Promise<{ id: DriverId; status: DriverStatus } | undefined> {
  const [driver] = await tx.query<{ id: DriverId; status: DriverStatus }>(
    'select id, status from drivers where phone = $1 for no key update',
    [phone],
  );
  return driver;
}

export async function codeRequestsOf(
  tx: Transaction,
  driverId: DriverId,
  since: Instant,
): Promise<readonly CodeRequest[]> {
  const rows = await tx.query<{ requested_at: Date; address: string; request_hash: Buffer }>(
    'select requested_at, address, request_hash from driver_code_requests where driver_id = $1 and requested_at > $2',
    [driverId, timestamp(since)],
  );
  return rows.map(({ requested_at, address, request_hash }) => ({
    at: requested_at.getTime(),
    address,
    requestHash: request_hash,
  }));
}

/** Forgets those before it that do not count any more. */
export async function saveCodeRequest(
  tx: Transaction,
  driverId: DriverId,
  { at, address, requestHash }: CodeRequest,
  since: Instant,
): Promise<void> {
  await tx.query('delete from driver_code_requests where driver_id = $1 and requested_at <= $2', [
    driverId,
    timestamp(since),
  ]);
  await tx.query(
    'insert into driver_code_requests (driver_id, request_hash, address, requested_at) values ($1, $2, $3, $4)',
    [driverId, requestHash, address, timestamp(at)],
  );
}

type NewCode = { readonly driverId: DriverId; readonly sealedCode: Sealed; readonly expiresAt: Instant };

export async function replaceCode(tx: Transaction, code: NewCode): Promise<void> {
  await tx.query(
    `insert into driver_sign_in_codes (driver_id, sealed_code, expires_at) values ($1, $2, $3)
     on conflict (driver_id) do update set sealed_code = excluded.sealed_code, expires_at = excluded.expires_at,
       attempts = 0, used_by = null, session_id = null`,
    [code.driverId, code.sealedCode, timestamp(code.expiresAt)],
  );
}

export type StoredCode = {
  readonly driverId: DriverId;
  readonly status: DriverStatus;
  readonly sealedCode: Sealed;
  readonly expiresAt: Instant;
  readonly attempts: number;
  readonly usedBy: Buffer | undefined;
};

export async function lockCode(tx: Transaction, phone: string): Promise<StoredCode | undefined> {
  const [row] = await tx.query<{
    driver_id: DriverId;
    status: DriverStatus;
    sealed_code: Buffer;
    expires_at: Date;
    attempts: number;
    used_by: Buffer | null;
  }>(
    `select code.driver_id, driver.status, code.sealed_code, code.expires_at, code.attempts, code.used_by
     from drivers driver join driver_sign_in_codes code on code.driver_id = driver.id
     where driver.phone = $1 for update of code`,
    [phone],
  );
  if (row === undefined) return undefined;
  return {
    driverId: row.driver_id,
    status: row.status,
    sealedCode: row.sealed_code,
    expiresAt: row.expires_at.getTime(),
    attempts: row.attempts,
    usedBy: row.used_by ?? undefined,
  };
}

export async function countAttempt(tx: Transaction, driverId: DriverId): Promise<void> {
  await tx.query('update driver_sign_in_codes set attempts = attempts + 1 where driver_id = $1', [driverId]);
}

export async function useCode(tx: Transaction, driverId: DriverId, usedBy: Buffer, sessionId: string): Promise<void> {
  await tx.query('update driver_sign_in_codes set used_by = $2, session_id = $3 where driver_id = $1', [
    driverId,
    usedBy,
    sessionId,
  ]);
}

/** Another token for the session that a driver's code was used for; undefined where it has ended. */
export async function renewToken(
  tx: Transaction,
  driverId: DriverId,
  tokenHash: Buffer,
  now: Instant,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `update driver_sessions session set token_hash = $2, last_seen_at = $3
     from driver_sign_in_codes code
     where code.driver_id = $1 and session.id = code.session_id and session.ended_at is null returning session.id`,
    [driverId, tokenHash, timestamp(now)],
  );
  return row?.id;
}

type NewSession = { readonly driverId: DriverId; readonly tokenHash: Buffer; readonly device: string };

export async function insertSession(tx: Transaction, session: NewSession, now: Instant): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into driver_sessions (driver_id, token_hash, device, created_at, last_seen_at)
     values ($1, $2, $3, $4, $4) returning id`,
    [session.driverId, session.tokenHash, session.device, timestamp(now)],
  );
  return (row as { id: string }).id;
}

/** The driver of a session, also of one that has ended; notes that it is alive where that was not noted since `seenSince`. */
export async function findSession(
  sql: Queryable,
  tokenHash: Buffer,
  now: Instant,
  seenSince: Instant,
): Promise<(Driver & { sessionId: string; hasSignedOut: boolean }) | undefined> {
  const [row] = await sql.query<DriverRow & { session_id: string; has_ended: boolean }>(
    `with seen as (
       update driver_sessions set last_seen_at = $2
       where token_hash = $1 and ended_at is null and last_seen_at < $3
     )
     select ${DRIVER_COLUMNS}, session.id as session_id, session.ended_at is not null as has_ended
     from driver_sessions session join drivers driver on driver.id = session.driver_id
     where session.token_hash = $1`,
    [tokenHash, timestamp(now), timestamp(seenSince)],
  );
  return row === undefined ? undefined : { ...driverFrom(row), sessionId: row.session_id, hasSignedOut: row.has_ended };
}

export type DriverSession = {
  readonly id: string;
  readonly device: string;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
};

/** The devices on which a driver is signed in, the latest first. */
export async function sessionsOf(sql: Queryable, driverId: DriverId): Promise<readonly DriverSession[]> {
  const rows = await sql.query<{ id: string; device: string; created_at: Date; last_seen_at: Date }>(
    `select id, device, created_at, last_seen_at from driver_sessions
     where driver_id = $1 and ended_at is null order by id desc`,
    [driverId],
  );
  return rows.map(({ id, device, created_at, last_seen_at }) => ({
    id,
    device,
    createdAt: created_at.getTime(),
    lastSeenAt: last_seen_at.getTime(),
  }));
}

/** False where the driver has no such session, or had. */
export async function endSession(
  sql: Queryable,
  driverId: DriverId,
  sessionId: string,
  now: Instant,
): Promise<boolean> {
  if (!isShortId(sessionId)) return false;
  const rows = await sql.query(
    'update driver_sessions set ended_at = $3 where driver_id = $1 and id = $2 and ended_at is null returning 1',
    [driverId, sessionId, timestamp(now)],
  );
  return rows.length > 0;
}

/** How many there were. */
export async function endSessions(sql: Queryable, driverId: DriverId, now: Instant): Promise<number> {
  const rows = await sql.query(
    'update driver_sessions set ended_at = $2 where driver_id = $1 and ended_at is null returning 1',
    [driverId, timestamp(now)],
  );
  return rows.length;
}

/** When the open shift began, this one or an earlier; undefined where the driver is not active. */
export async function startShift(sql: Queryable, driverId: DriverId, now: Instant): Promise<Instant | undefined> {
  const [row] = await sql.query<{ online_at: Date }>(
    `insert into driver_shifts as shift (driver_id, locode, online_at)
     select id, locode, $2 from drivers where id = $1 and status = 'active'
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

type PositionRow = {
  driver_id: DriverId;
  lat: number;
  lng: number;
  accuracy_meters: number | null;
  heading_degrees: number | null;
  position_at: Date;
  received_at: Date;
};

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

/** Who carries parcels in a city. */
export async function findParcelDrivers(sql: Queryable, locode: string): Promise<readonly DriverId[]> {
  const rows = await sql.query<{ id: DriverId }>(
    "select id from drivers where locode = $1 and status = 'active' and $2 = any(capabilities) order by id",
    [locode, CARRIES_PARCELS],
  );
  return rows.map(({ id }) => id);
}

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

export type ReachableDriver = Pick<Driver, 'id' | 'service' | 'capabilities' | 'languages'> & {
  readonly isSimulated: boolean;
  readonly point: { readonly lat: number; readonly lng: number };
  readonly positionAt: Instant;
};
type ReachableRow = Pick<DriverRow, 'id' | 'service' | 'capabilities' | 'languages'> &
  Pick<PositionRow, 'lat' | 'lng' | 'position_at'> & { is_simulated: boolean };

/** Active, online in the city, and heard of within the last `silentMs`. */
export async function reachableDrivers(
  sql: Queryable,
  locode: string,
  now: Instant,
  silentMs: number,
): Promise<readonly ReachableDriver[]> {
  const rows = await sql.query<ReachableRow>(
    `select driver.id, driver.service, driver.capabilities, driver.languages, driver.is_simulated, position.lat, position.lng,
       position.position_at
     from driver_shifts shift
       join drivers driver on driver.id = shift.driver_id and driver.status = 'active'
       join driver_positions position on position.driver_id = shift.driver_id
     where shift.locode = $1 and shift.offline_at is null and position.position_at >= $2`,
    [locode, timestamp(now - silentMs)],
  );
  return rows.map(({ id, service, capabilities, languages, is_simulated, lat, lng, position_at }) => ({
    id,
    isSimulated: is_simulated,
    service,
    capabilities,
    languages,
    point: { lat, lng },
    positionAt: position_at.getTime(),
  }));
}
