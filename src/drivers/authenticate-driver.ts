import { orThrow } from '../foundation/decision.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import { decideAccess, type Purpose } from './rules/device-access.ts';
import type { Driver } from './rules/driver.ts';
import { findSession } from './sessions-sql.ts';

/** A session's last sign of life is written this often at most. */
const SEEN_STEP_MS = MINUTE_MS;

export type SignedInDriver = Driver & { readonly sessionId: string; readonly hasSignedOut: boolean };

/** The driver whose device holds the token. */
export async function authenticateDriver(
  sql: Queryable,
  token: string,
  now: Instant,
  purpose: Purpose = 'WORK',
): Promise<SignedInDriver> {
  return orThrow(decideAccess(await findSession(sql, hashOf(token), now, now - SEEN_STEP_MS), purpose));
}
