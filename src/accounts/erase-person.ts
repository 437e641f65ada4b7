import { DeliveryError } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { emptyPerson } from './erasure-sql.ts';
import { findAccount, lockAdminsAnd } from './people-sql.ts';
import { isActiveAdmin } from './rules/people-change.ts';
import type { PersonId } from './rules/person.ts';

/** Somebody of a desk, unless nobody would be left to let others in. */
export async function erasePerson(tx: Transaction, id: PersonId, now: Instant): Promise<void> {
  const person = await findAccount(tx, id);
  if (person === undefined) return;
  const team = await lockAdminsAnd(tx, person, id);
  const isLastAdmin = isActiveAdmin(person) && !team.some((one) => one.id !== id && isActiveAdmin(one));
  if (isLastAdmin)
    throw new DeliveryError(
      'ERR_INVALID_ORDER_STATUS',
      `${person.email} is the last admin at the ${person.desk}. Make somebody else an admin first.`,
    );
  await emptyPerson(tx, id, now);
}
