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
       where token_hash = $1 and ended_at is null and last_seen_at < $3 and last_seen_at >= $4
     )
     select ${DRIVER_COLUMNS}, session.id as session_id, (session.ended_at is not null or session.last_seen_at < $4) as has_ended
     from driver_sessions session join drivers driver on driver.id = session.driver_id
     where session.token_hash = $1`,
    [tokenHash, timestamp(now), timestamp(seenSince), timestamp(now - UNUSED_SESSION_ENDS_MS)],
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
