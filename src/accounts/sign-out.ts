import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import type { SignedInPerson } from './authenticate-person.ts';
import type { Desk } from './rules/permissions.ts';
import { isSessionAlive } from './rules/session-life.ts';
import { type DeskSession, endSession, endSessions, findSession, openSessionsOf } from './sessions-sql.ts';

/** A browser that signs out; also one whose session has ended by itself. */
export async function endThisSession(sql: Queryable, desk: Desk, token: string, now: Instant): Promise<void> {
  const found = token === '' ? undefined : await findSession(sql, hashOf(token));
  if (found?.person.desk === desk) await endSession(sql, found.person.id, found.session.id, now);
}

/** The browsers on which a person is signed in, the latest first. */
export async function openDevicesOf(
  sql: Queryable,
  person: SignedInPerson,
  now: Instant,
): Promise<readonly DeskSession[]> {
  const sessions = await openSessionsOf(sql, person.id);
  return sessions.filter((session) => isSessionAlive(session, person.desk, now));
}

/** `current` is the browser which asks. */
export async function signOut(tx: Transaction, person: SignedInPerson, deviceId: string, now: Instant): Promise<void> {
  const wanted = deviceId === 'current' ? person.sessionId : deviceId;
  const hasEnded = /^[1-9]\d{0,17}$/.test(wanted) && (await endSession(tx, person.id, wanted, now));
  if (!hasEnded) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such device of yours.');
}

/** This browser too. */
export async function signOutEverywhere(tx: Transaction, person: SignedInPerson, now: Instant): Promise<void> {
  await endSessions(tx, person.id, now);
}
