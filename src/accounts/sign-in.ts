import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { AccountDeps, Origin } from './account-deps.ts';
import { type Attempt, beginAttempt, forgetFailures, takeBack } from './count-attempt.ts';
import { openSession, type SignedIn } from './open-session.ts';
import { type Account, findAccountByEmail, lockAccount } from './people-sql.ts';
import type { Desk } from './rules/permissions.ts';
import { emailFrom } from './rules/person.ts';
import { isCodeRight } from './second-factor.ts';

type Given = { readonly email: string; readonly password: string; readonly code?: string | undefined };
/** The password is right, and nothing is opened before the code of the second factor has come with it. */
export type CodeNeeded = 'CODE_NEEDED';

/** The same answer, after the same work, for a wrong password and for an email that nobody has. */
export async function signIn(
  deps: AccountDeps,
  desk: Desk,
  given: Given,
  origin: Origin,
  now: Instant,
): Promise<SignedIn | CodeNeeded> {
  const { database, passwords } = deps;
  const email = emailFrom(given.email);
  const attempt = await beginAttempt(database, { desk, email, address: origin.address }, now);
  const account = await findAccountByEmail(database, desk, email);
  if (account !== undefined) origin.noteWho(account.id);
  const isRight = await passwords.isOf(given.password, account?.passwordHash);
  if (account === undefined || !isRight) throw wrong();
  return database.inTransaction(async (tx) => {
    const locked = await lockAccount(tx, account.id);
    // Changed while the password was looked at.
    if (locked === undefined || locked.passwordHash !== account.passwordHash) throw wrong();
    if (locked.status !== 'active')
      throw new DeliveryError('ERR_FORBIDDEN', 'Your account is disabled. Ask an admin to enable it.');
    if ((await checkSecondFactor(deps, tx, locked, given.code, now)) === 'CODE_NEEDED') {
      await takeBack(tx, attempt);
      return 'CODE_NEEDED';
    }
    return welcome(deps, tx, locked, attempt, origin, now);
  });
}

async function welcome(
  deps: AccountDeps,
  tx: Transaction,
  account: Account,
  attempt: Attempt,
  origin: Origin,
  now: Instant,
): Promise<SignedIn> {
  await forgetFailures(tx, attempt);
  return openSession(deps, tx, account, origin, now);
}

/** Throws for a wrong code. For whoever holds the lock of the account. */
export async function checkSecondFactor(
  deps: AccountDeps,
  tx: Transaction,
  account: Account,
  code: string | undefined,
  now: Instant,
): Promise<CodeNeeded | undefined> {
  if (account.secondFactor?.isOn !== true) return undefined;
  if (code === undefined) return 'CODE_NEEDED';
  if (await isCodeRight(deps, tx, account, code, now)) return undefined;
  throw new DeliveryError(
    'ERR_UNAUTHORIZED',
    'The code is wrong, or was used already. Give the newest one.',
    '/data/code',
  );
}

function wrong(): DeliveryError {
  return new DeliveryError('ERR_UNAUTHORIZED', 'Email or password is wrong.');
}
