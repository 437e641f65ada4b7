import { orThrow } from '../foundation/decision.ts';
import { MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import { decideAccess, type Purpose } from './rules/device-access.ts';
import { findSessions, type SignedInDriver } from './sessions-sql.ts';

/** A session's last sign of life is written this often at most. */
const SEEN_STEP_MS = MINUTE_MS;
const MOST_AT_ONCE = 128;

/** The driver whose device holds the token. */
export type AuthenticateDriver = (token: string, purpose?: Purpose) => Promise<SignedInDriver>;

/** Tokens of calls that arrive together are looked up together, each after its call has come: who was signed out before is refused. */
export function createDriverAuthenticator(sql: Queryable, clock: Clock): AuthenticateDriver {
  const find = microBatch(MOST_AT_ONCE, (tokens: readonly string[]) => {
    const now = clock.now();
    return findSessions(sql, tokens.map(hashOf), now, now - SEEN_STEP_MS);
  });
  return async (token, purpose = 'WORK') => orThrow(decideAccess(await find(token), purpose));
}
