import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { DRIVER_COLUMNS, type DriverRow, driverFrom } from './driver-row-sql.ts';
import { UNUSED_SESSION_ENDS_MS } from './rules/device-access.ts';
import { type Driver, type DriverId, isShortId } from './rules/driver.ts';

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

export type SignedInDriver = Driver & { readonly sessionId: string; readonly hasSignedOut: boolean };

/**
 * The drivers of sessions, each in the place of its token, also of those that have ended; notes that they are alive where that was not
 * noted since `seenSince`, unless somebody else does so now.
 */
export async function findSessions(
  sql: Queryable,
  tokenHashes: readonly Buffer[],
  now: Instant,
  seenSince: Instant,
): Promise<readonly (SignedInDriver | undefined)[]> {
  const rows = await sql.query<DriverRow & { place: number; session_id: string; has_ended: boolean }>(
    `with asked as materialized (
       select place, ${DRIVER_COLUMNS}, session.id as session_id, session.last_seen_at < $3 as is_stale,
         (session.ended_at is not null or session.last_seen_at < $4) as has_ended
       from unnest($1::bytea[]) with ordinality as asked(token_hash, place)
         join driver_sessions session using (token_hash) join drivers driver on driver.id = session.driver_id
     ), seen as (
       update driver_sessions set last_seen_at = $2 where id in (
         select id from driver_sessions where id in (select session_id from asked where is_stale and not has_ended)
         for update skip locked)
     )
     select * from asked`,
    [tokenHashes, timestamp(now), timestamp(seenSince), timestamp(now - UNUSED_SESSION_ENDS_MS)],
  );
  const byPlace = new Map(rows.map((row) => [Number(row.place), row]));
  return tokenHashes.map((_, index) => {
    const row = byPlace.get(index + 1);
    return row && { ...driverFrom(row), sessionId: row.session_id, hasSignedOut: row.has_ended };
  });
}

export type DriverSession = {
  readonly id: string;
  readonly device: string;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
};

/** The devices on which a driver is signed in, the latest first. */
export async function sessionsOf(sql: Queryable, driverId: DriverId, now: Instant): Promise<readonly DriverSession[]> {
  const rows = await sql.query<{ id: string; device: string; created_at: Date; last_seen_at: Date }>(
    `select id, device, created_at, last_seen_at from driver_sessions
     where driver_id = $1 and ended_at is null and last_seen_at >= $2 order by id desc`,
    [driverId, timestamp(now - UNUSED_SESSION_ENDS_MS)],
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

export async function endSessions(tx: Transaction, driverId: DriverId, now: Instant): Promise<void> {
  await tx.query('update driver_sessions set ended_at = $2 where driver_id = $1 and ended_at is null', [
    driverId,
    timestamp(now),
  ]);
}
