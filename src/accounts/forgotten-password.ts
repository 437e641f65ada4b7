import { HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkTimesSince } from './links-sql.ts';
import { type MadeLink, makeLink } from './make-link.ts';
import { findAccountByEmail, lockAccount } from './people-sql.ts';
import { mayAskForReset } from './rules/one-time-link.ts';
import type { Desk } from './rules/permissions.ts';
import { emailFrom, isEmail, type Person } from './rules/person.ts';

export const SEND_RESET = 'accounts.sendReset';
export type ResetWish = { readonly desk: Desk; readonly email: string };

/** Leaves it to the worker, whoever asks: one wish for each address at a time. */
export async function askForReset(tx: Transaction, desk: Desk, text: string, now: Instant): Promise<void> {
  const email = emailFrom(text);
  if (!isEmail(email)) return;
  const name = hashOf(`${desk}/${email}`).toString('base64url');
  await leaveJob(tx, { kind: SEND_RESET, name, dueAt: now, payload: { desk, email } satisfies ResetWish });
}

/** A link for whoever has the address, if anybody has; not too many in an hour. */
export async function makeResetLink(
  deps: Pick<AccountDeps, 'random' | 'publicUrl'>,
  tx: Transaction,
  { desk, email }: ResetWish,
  now: Instant,
): Promise<{ readonly person: Person; readonly link: MadeLink } | undefined> {
  const found = await findAccountByEmail(tx, desk, email);
  // Somebody may be disabling the account right now.
  const account = found && (await lockAccount(tx, found.id));
  if (account?.status !== 'active') return undefined;
  if (!mayAskForReset(await linkTimesSince(tx, account.id, now - HOUR_MS), now)) return undefined;
  return { person: account, link: await makeLink(deps, tx, account, now) };
}
