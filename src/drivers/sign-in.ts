import { accepted, type Decision, orThrow, refused } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { countAttempt, insertSession, lockCode, type StoredCode, useCodeUp } from './drivers-sql.ts';
import { ownerOfCode, type SignInDeps } from './request-sign-in-code.ts';
import { deviceLabel } from './rules/device-label.ts';
import { type DriverId, isPhone } from './rules/driver.ts';
import { judgeSignIn, type SignInCode } from './rules/sign-in-code.ts';
import { hashOfToken, newSessionToken } from './session-token.ts';

type Deps = SignInDeps & { readonly database: Database };
type Attempt = { readonly phone: string; readonly code: string; readonly device: string };
export type SignedIn = { readonly driverId: DriverId; readonly sessionId: string; readonly token: string };

const WRONG = refused('ERR_UNAUTHORIZED', 'The code is wrong or not valid any more. Check it, or ask for a new one.');
const SUSPENDED = refused('ERR_FORBIDDEN', 'Your account is suspended. Ask your operator.');

/** Opens a transaction of its own: a wrong attempt counts although the caller is refused. */
export async function signIn(deps: Deps, attempt: Attempt, now: Instant): Promise<SignedIn> {
  return orThrow(await deps.database.inTransaction((tx) => trySignIn(deps, tx, attempt, now)));
}

async function trySignIn(deps: Deps, tx: Transaction, attempt: Attempt, now: Instant): Promise<Decision<SignedIn>> {
  const stored = isPhone(attempt.phone) ? await lockCode(tx, attempt.phone) : undefined;
  if (stored === undefined) return WRONG;
  const { driverId } = stored;
  const outcome = judgeSignIn(opened(deps, stored), attempt.code, now);
  if (outcome === 'WRONG') await countAttempt(tx, driverId);
  if (outcome !== 'RIGHT') return WRONG;
  await useCodeUp(tx, driverId);
  if (stored.status !== 'active') return SUSPENDED;
  const token = newSessionToken(deps.random);
  const session = { driverId, tokenHash: hashOfToken(token), device: deviceLabel(attempt.device) };
  return accepted({ driverId, sessionId: await insertSession(tx, session, now), token });
}

function opened({ secretBox }: SignInDeps, { driverId, sealedCode, ...rest }: StoredCode): SignInCode | undefined {
  return sealedCode === undefined ? undefined : { ...rest, code: secretBox.open(sealedCode, ownerOfCode(driverId)) };
}
