import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findSession } from './drivers-sql.ts';
import type { Driver } from './rules/driver.ts';
import { hashOfToken } from './session-token.ts';

/** A session's last sign of life is written this often at most. */
const SEEN_STEP_MS = MINUTE_MS;

export type SignedInDriver = Driver & { readonly sessionId: string };

/** The driver whose device holds the token. */
export async function authenticateDriver(sql: Queryable, token: string, now: Instant): Promise<SignedInDriver> {
  const driver = await findSession(sql, hashOfToken(token), now, now - SEEN_STEP_MS);
  if (driver === undefined) throw new DeliveryError('ERR_UNAUTHORIZED', 'This device is not signed in. Sign in again.');
  if (driver.status === 'active') return driver;
  throw new DeliveryError('ERR_FORBIDDEN', 'Your account is suspended. Ask your operator.');
}
