import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import type { AccountDeps, Origin } from './account-deps.ts';
import { recordAct } from './acts-sql.ts';
import type { SignedInPerson } from './authenticate-person.ts';
import { beginAttempt, forgetFailures } from './count-attempt.ts';
import { endLinks, findLink, type StoredLink, useLink } from './links-sql.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { type Account, findAccount, lockAccount, savePassword } from './people-sql.ts';
import { decideLink } from './rules/one-time-link.ts';
import { decidePassword } from './rules/password.ts';
import type { Desk } from './rules/permissions.ts';
import { endSessions } from './sessions-sql.ts';
import { type CodeNeeded, checkSecondFactor } from './sign-in.ts';

/** Whom a link is for, before it is used. */
export async function readLink(
  { database }: Pick<AccountDeps, 'database'>,
  desk: Desk,
  token: string,
  now: Instant,
): Promise<StoredLink> {
  return orThrow(decideLink(await findLink(database, hashOf(token)), desk, now));
}

/** Uses the link up, sets the password, signs every other browser out and this one in. */
export async function setPasswordByLink(
  deps: AccountDeps,
  desk: Desk,
  given: { readonly token: string; readonly password: string; readonly code?: string | undefined },
  origin: Origin,
  now: Instant,
): Promise<SignedIn | CodeNeeded> {
  const { database, passwords } = deps;
  const { person } = await readLink(deps, desk, given.token, now);
  origin.noteWho(person.id);
  orThrow(decidePassword(given.password, person.email));
  // Whoever has only the link must not be able to try every code.
  const attempt =
    given.code === undefined
      ? undefined
      : await beginAttempt(database, { desk, email: person.email, address: origin.address }, now);
  const hash = await passwords.hash(given.password);
  return database.inTransaction(async (tx) => {
    const account = (await lockAccount(tx, person.id)) as Account;
    const link = orThrow(decideLink(await findLink(tx, hashOf(given.token)), desk, now));
    if ((await checkSecondFactor(deps, tx, account, given.code, now)) === 'CODE_NEEDED') return 'CODE_NEEDED';
    if (!(await useLink(tx, link.id, now))) orThrow(decideLink(undefined, desk, now));
    await savePassword(tx, person.id, hash);
    await endSessions(tx, person.id, now);
    if (attempt !== undefined) await forgetFailures(tx, attempt);
    await recordAct(tx, {
      at: now,
      by: person,
      action: 'password.set',
      subject: { kind: 'person', id: person.id },
      details: { by: link.purpose },
    });
    return openSession(deps, tx, person, origin, now);
  });
}

/** Signs every other browser out, and ends links that are on their way. */
export async function changePassword(
  deps: AccountDeps,
  person: SignedInPerson,
  given: { readonly current: string; readonly new: string },
  address: string,
  now: Instant,
): Promise<void> {
  const { database, passwords } = deps;
  orThrow(decidePassword(given.new, person.email, '/data/new'));
  const known = await confirmPassword(deps, person, given.current, '/data/current', address, now);
  const hash = await passwords.hash(given.new);
  await database.inTransaction(async (tx) => {
    const account = await lockAccount(tx, person.id);
    if (account?.passwordHash !== known)
      throw new DeliveryError('ERR_CHANGED_MEANWHILE', 'Your password was changed elsewhere meanwhile.');
    await savePassword(tx, person.id, hash);
    await endSessions(tx, person.id, now, person.sessionId);
    await endLinks(tx, person.id, now);
    await recordAct(tx, {
      at: now,
      by: person,
      action: 'password.change',
      subject: { kind: 'person', id: person.id },
    });
  });
}

/** Before what whoever found an open browser must not do. Guesses count like those of strangers. */
export async function confirmPassword(
  { database, passwords }: AccountDeps,
  person: SignedInPerson,
  given: string,
  pointer: string,
  address: string,
  now: Instant,
): Promise<string | undefined> {
  const attempt = await beginAttempt(database, { desk: person.desk, email: person.email, address }, now);
  const known = (await findAccount(database, person.id))?.passwordHash;
  if (!(await passwords.isOf(given, known)))
    throw new DeliveryError('ERR_INVALID_FIELD', 'This is not your password.', pointer);
  await database.inTransaction((tx) => forgetFailures(tx, attempt));
  return known;
}
