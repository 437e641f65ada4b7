import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordAct } from './acts-sql.ts';
import {
  type Account,
  beginSecondFactor,
  clearSecondFactor,
  confirmSecondFactor,
  lockAccount,
  useCodeStep,
} from './people-sql.ts';
import { enrolmentUri, SECRET_BYTES, stepOfCode, toBase32 } from './rules/one-time-code.ts';
import type { Person, PersonId } from './rules/person.ts';

type Deps = Pick<AccountDeps, 'secretBox' | 'random'>;

/** The name under which it is sealed: it opens only as the second factor of its person. */
export const ownerOfFactor = (id: PersonId): string => `people/${id}`;
const ISSUERS = { portal: 'Waybill portal', console: 'Waybill console' };

/** A secret for the person's app, which is asked for nothing until it was confirmed. */
export async function beginSetUp(
  deps: Deps,
  tx: Transaction,
  person: Person,
): Promise<{ secret: string; uri: string }> {
  const account = await lockAccount(tx, person.id);
  if (account?.secondFactor?.isOn === true)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', 'Your second factor is on already. Take it off first.');
  const secret = deps.random.bytes(SECRET_BYTES);
  await beginSecondFactor(tx, person.id, deps.secretBox.seal(secret.toString('base64'), ownerOfFactor(person.id)));
  return { secret: toBase32(secret), uri: enrolmentUri(secret, ISSUERS[person.desk], person.email) };
}

export async function confirmSetUp(
  deps: Deps,
  tx: Transaction,
  person: Person,
  code: string,
  now: Instant,
): Promise<void> {
  const account = await lockAccount(tx, person.id);
  if (account?.secondFactor === undefined || account.secondFactor.isOn)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', 'There is no second factor to confirm. Begin anew.');
  if (!(await isCodeRight(deps, tx, account, code, now)))
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      'The code does not fit. Check that the clock of your phone is right, and give the newest code.',
      '/data/code',
    );
  await confirmSecondFactor(tx, person.id, now);
  await recordAct(tx, { at: now, by: person, action: 'second-factor.on', subject: { kind: 'person', id: person.id } });
}

/** By the person or by an admin; false where there was none. */
export async function takeOffSecondFactor(
  tx: Transaction,
  { by, reason }: { readonly by: Person | undefined; readonly reason?: string | undefined },
  account: Account,
  now: Instant,
): Promise<boolean> {
  if (account.secondFactor === undefined) return false;
  await clearSecondFactor(tx, account.id);
  await recordAct(tx, {
    at: now,
    by,
    action: by?.id === account.id ? 'second-factor.off' : 'person.remove-second-factor',
    subject: { kind: 'person', id: account.id },
    partnerId: account.partnerId,
    reason,
  });
  return true;
}

/** A code is used up by this. For whoever holds the lock of the account. */
export async function isCodeRight(
  { secretBox }: Pick<Deps, 'secretBox'>,
  tx: Transaction,
  { id, secondFactor }: Account,
  code: string,
  now: Instant,
): Promise<boolean> {
  if (secondFactor === undefined) return false;
  const secret = Buffer.from(secretBox.open(secondFactor.sealedSecret, ownerOfFactor(id)), 'base64');
  const step = stepOfCode(secret, code, now, secondFactor.lastStep);
  return step !== undefined && (await useCodeStep(tx, id, step));
}
