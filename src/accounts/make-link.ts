import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { hashOf, newSessionToken } from '../infrastructure/session-token.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordAct } from './acts-sql.ts';
import { endLinks, insertLink } from './links-sql.ts';
import { type Account, lockAccount } from './people-sql.ts';
import { type LinkPurpose, linkExpiresAt, purposeOfLink } from './rules/one-time-link.ts';
import type { Person } from './rules/person.ts';
import { takeOffSecondFactor } from './second-factor.ts';

type Deps = Pick<AccountDeps, 'random' | 'publicUrl'>;

export type MadeLink = { readonly url: string; readonly purpose: LinkPurpose; readonly expiresAt: Instant };

/** A link by which the person sets a password, in the place of the one before. The token stands after the #, so that it is in no log. */
export async function makeLink(
  { random, publicUrl }: Deps,
  tx: Transaction,
  person: Person,
  now: Instant,
): Promise<MadeLink> {
  const account = await lockAccount(tx, person.id);
  if (account === undefined || account.status !== 'active')
    throw new DeliveryError('ERR_FORBIDDEN', `${person.name} is disabled. Enable the account first.`);
  const purpose = purposeOfLink({ hasPassword: account.passwordHash !== undefined });
  const token = newSessionToken(random);
  const expiresAt = linkExpiresAt(purpose, now);
  await endLinks(tx, person.id, now);
  await insertLink(tx, { personId: person.id, tokenHash: hashOf(token), purpose, expiresAt }, now);
  return { url: `${publicUrl}/${person.desk}/welcome#${token}`, purpose, expiresAt };
}

/** Somebody makes one for somebody else, who is locked out. */
export async function makeLinkFor(
  deps: Deps,
  tx: Transaction,
  person: Account,
  given: {
    readonly by: Person | undefined;
    readonly removeSecondFactor: boolean;
    readonly reason?: string | undefined;
  },
  now: Instant,
): Promise<MadeLink> {
  const { by, removeSecondFactor, reason } = given;
  // Else whoever finds an open browser needs no password to set another one.
  if (by?.id === person.id)
    throw new DeliveryError(
      'ERR_FORBIDDEN',
      'Nobody makes a link for themselves. Change your own password, or ask another admin.',
    );
  if (removeSecondFactor) await takeOffSecondFactor(tx, { by, reason }, person, now);
  const link = await makeLink(deps, tx, person, now);
  const subject = { kind: 'person', id: person.id };
  const { partnerId } = person;
  const details = { purpose: link.purpose };
  await recordAct(tx, { at: now, by, action: 'person.link', subject, partnerId, reason, details });
  return link;
}
