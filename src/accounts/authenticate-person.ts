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

export type SignedInPerson = Person & { readonly sessionId: string; readonly lastSeenAt: Instant };

/** Who uses a session keeps it alive: a page that only goes on showing what it showed does not. */
export async function authenticatePerson(
  sql: Queryable,
  desk: Desk,
  token: string,
  now: Instant,
): Promise<SignedInPerson> {
  const person = await findSignedIn(sql, desk, token, now);
  if (now - person.lastSeenAt >= SEEN_STEP_MS) await noteSeen(sql, person.sessionId, now);
  return person;
}

/** The person whose browser holds the token, as they stand now: a role that was taken away is gone at the next call. */
export async function findSignedIn(sql: Queryable, desk: Desk, token: string, now: Instant): Promise<SignedInPerson> {
  const found = token === '' ? undefined : await findSession(sql, hashOf(token));
  if (
    found === undefined ||
    found.person.desk !== desk ||
    found.person.status !== 'active' ||
    !isSessionAlive(found.session, desk, now)
  )
    throw new DeliveryError('ERR_UNAUTHORIZED', 'You are not signed in, or not any more. Sign in.');
  const { session, person } = found;
  const { status: _, ...rest } = person;
  return { ...rest, sessionId: session.id, lastSeenAt: session.lastSeenAt };
}
