import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import { breaksUniqueness, type Transaction } from '../infrastructure/database/database.ts';
import type { AccountDeps } from './account-deps.ts';
import { recordAct } from './acts-sql.ts';
import { type MadeLink, makeLink } from './make-link.ts';
import { insertPerson } from './people-sql.ts';
import { emailFrom, type NewPerson, newPersonFaults, type Person } from './rules/person.ts';

/** Somebody new at a desk, with the link by which they set their password. */
export async function createPerson(
  deps: Pick<AccountDeps, 'ids' | 'random' | 'publicUrl'>,
  tx: Transaction,
  { by, reason, ...given }: NewPerson & { readonly by: Person | undefined; readonly reason?: string | undefined },
  now: Instant,
): Promise<{ readonly person: Person; readonly link: MadeLink }> {
  const wanted = { ...given, email: emailFrom(given.email), name: given.name.trim() };
  refuseFaults(newPersonFaults(wanted));
  const person: Person = { id: deps.ids.next<'person'>(), ...wanted };
  await insertPerson(tx, person, now).catch((error) => {
    if (!breaksUniqueness(error, 'people_one_address')) throw error;
    throw new DeliveryError('ERR_INVALID_FIELD', 'Somebody with this email address is here already.', '/data/email');
  });
  await recordAct(tx, {
    at: now,
    by,
    action: 'person.invite',
    subject: { kind: 'person', id: person.id },
    partnerId: person.partnerId,
    reason,
    details: { email: person.email, role: person.role },
  });
  return { person, link: await makeLink(deps, tx, person, now) };
}
