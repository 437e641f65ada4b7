import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import type { Desk } from './rules/permissions.ts';
import type { Person } from './rules/person.ts';
import { isSessionAlive } from './rules/session-life.ts';
import { findSession, noteSeen } from './sessions-sql.ts';

/** A session's last sign of life is written this often at most. */
const SEEN_STEP_MS = MINUTE_MS;

export type SignedInPerson = Person & { readonly sessionId: string };

/** The person whose browser holds the token, as they stand now: a role that was taken away is gone at the next call. */
export async function authenticatePerson(
  sql: Queryable,
  desk: Desk,
  token: string,
  now: Instant,
): Promise<SignedInPerson> {
  const found = token === '' ? undefined : await findSession(sql, hashOf(token));
  if (
    found === undefined ||
    found.person.desk !== desk ||
    found.person.status !== 'active' ||
    !isSessionAlive(found.session, desk, now)
  )
    throw new DeliveryError('ERR_UNAUTHORIZED', 'You are not signed in, or not any more. Sign in.');
  const { session, person } = found;
  if (now - session.lastSeenAt >= SEEN_STEP_MS) await noteSeen(sql, session.id, now);
  const { status: _, ...rest } = person;
  return { ...rest, sessionId: session.id };
}
