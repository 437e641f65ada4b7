import { accepted, type Decision, orThrow, refused } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { deviceLabel } from '../infrastructure/device-label.ts';
import { hashOf, newSessionToken } from '../infrastructure/session-token.ts';
import { ownerOfCode, type SignInDeps } from './request-sign-in-code.ts';
import { SUSPENDED } from './rules/device-access.ts';
import { type DriverId, isPhone } from './rules/driver.ts';
import { isCodeDead, judgeSignIn, type SignInCode } from './rules/sign-in-code.ts';
import { insertSession, renewToken } from './sessions-sql.ts';
import { countAttempt, lockCode, type StoredCode, useCode } from './sign-in-codes-sql.ts';

type Deps = SignInDeps & { readonly database: Database };
type Attempt = { readonly phone: string; readonly code: string; readonly device: string; readonly requestId: string };
export type SignedIn = { readonly driverId: DriverId; readonly sessionId: string; readonly token: string };

const WRONG = refused('ERR_UNAUTHORIZED', 'The code is wrong or not valid any more. Check it, or ask for a new one.');

/**
 * Opens a transaction of its own: a wrong attempt counts although the caller is refused. While the code would live, the same call again
 * gets a fresh token for the same session, since of the first one only a hash is kept.
 */
export async function signIn(deps: Deps, attempt: Attempt, now: Instant): Promise<SignedIn> {
  return orThrow(await deps.database.inTransaction((tx) => trySignIn(deps, tx, attempt, now)));
}

async function trySignIn(deps: Deps, tx: Transaction, attempt: Attempt, now: Instant): Promise<Decision<SignedIn>> {
  const stored = isPhone(attempt.phone) ? await lockCode(tx, attempt.phone) : undefined;
  if (stored === undefined) return WRONG;
  const { driverId } = stored;
  const requestHash = hashOf(attempt.requestId);
  // Not even opened then: the master key that has sealed it may be gone.
  if (isCodeDead(stored, requestHash, now)) return WRONG;
  const outcome = judgeSignIn(opened(deps, stored), { code: attempt.code, requestHash }, now);
  if (outcome === 'WRONG') await countAttempt(tx, driverId);
  if (outcome === 'WRONG' || outcome === 'DEAD') return WRONG;
  if (stored.status !== 'active') return SUSPENDED;
  const token = newSessionToken(deps.random);
  const tokenHash = hashOf(token);
  if (outcome === 'AGAIN') {
    const sessionId = await renewToken(tx, driverId, tokenHash, now);
    return sessionId === undefined ? WRONG : accepted({ driverId, sessionId, token });
  }
  const session = { driverId, tokenHash, device: deviceLabel(attempt.device) };
  const sessionId = await insertSession(tx, session, now);
  await useCode(tx, driverId, requestHash, sessionId);
  return accepted({ driverId, sessionId, token });
}

function opened({ secretBox }: SignInDeps, { driverId, sealedCode, ...rest }: StoredCode): SignInCode {
  return { ...rest, code: secretBox.open(sealedCode, ownerOfCode(driverId)) };
}
