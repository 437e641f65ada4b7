import { createPerson, type Desk, findAccountByEmail, makeLinkFor, type NewPerson } from '../accounts/index.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Foundations } from './foundations.ts';

/** A desk of the sandbox, with the one who is there from the start. */
export type DemoDesk = {
  readonly desk: Desk;
  readonly email: string;
  /** Where to go: until a password is set, a link by which it is. */
  readonly path: string;
  readonly isInvited: boolean;
};

/** At the portal, for the demo partner. */
export const DEMO_USER = 'partner@example.com';

/** The sandbox has an operator and a user of its demo partner from the start. */
export async function findOrMakeDemoPeople(
  foundations: Foundations,
  partnerId: PartnerId,
): Promise<readonly DemoDesk[]> {
  const people: readonly Omit<NewPerson, 'role'>[] = [
    { desk: 'portal', email: DEMO_USER, name: 'Demo Partner', partnerId },
    { desk: 'console', email: 'operator@example.com', name: 'Demo Operator', partnerId: undefined },
  ];
  return Promise.all(people.map((person) => findOrMake(foundations, person)));
}

async function findOrMake(foundations: Foundations, person: Omit<NewPerson, 'role'>): Promise<DemoDesk> {
  const { database, clock } = foundations;
  const { desk, email } = person;
  const known = await findAccountByEmail(database, desk, email);
  if (known !== undefined && (known.passwordHash !== undefined || known.status !== 'active'))
    return { desk, email, path: `/${desk}`, isInvited: false };
  // The address is known when the doors are open.
  const deps = { ...foundations, publicUrl: '' };
  const link = await database.inTransaction(async (tx) =>
    known === undefined
      ? (await createPerson(deps, tx, { by: undefined, ...person, role: 'admin' }, clock.now())).link
      : makeLinkFor(deps, tx, known, { by: undefined, removeSecondFactor: false }, clock.now()),
  );
  return { desk, email, path: link.url, isInvited: true };
}
