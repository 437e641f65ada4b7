import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import type { DriverId, DriverStatus } from './rules/driver.ts';
import type { CodeRequest } from './rules/sign-in-code.ts';

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

export async function findCode(
  sql: Queryable,
  driverId: DriverId,
): Promise<Omit<StoredCode, 'driverId' | 'status'> | undefined> {
  const [row] = await sql.query<{
    sealed_code: Buffer;
    expires_at: Date;
    attempts: number;
    used_by: Buffer | null;
  }>('select sealed_code, expires_at, attempts, used_by from driver_sign_in_codes where driver_id = $1', [driverId]);
  if (row === undefined) return undefined;
  const { sealed_code, expires_at, attempts, used_by } = row;
  return { sealedCode: sealed_code, expiresAt: expires_at.getTime(), attempts, usedBy: used_by ?? undefined };
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
