import { createPerson, type Desk, findAccountByEmail, type NewPerson } from '../accounts/index.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Foundations } from './foundations.ts';

/** A desk of the sandbox, with the one who is there from the start. */
export type DemoDesk = {
  readonly desk: Desk;
  readonly email: string;
  /** Where to go: on the first start the link by which the password is set, which is shown this once. */
  readonly path: string;
  readonly isNew: boolean;
};

/** The sandbox has an operator and a user of its demo partner from the start. */
export async function findOrMakeDemoPeople(
  foundations: Foundations,
  partnerId: PartnerId,
): Promise<readonly DemoDesk[]> {
  const people: readonly Omit<NewPerson, 'role'>[] = [
    { desk: 'portal', email: 'partner@example.com', name: 'Demo Partner', partnerId },
    { desk: 'console', email: 'operator@example.com', name: 'Demo Operator', partnerId: undefined },
  ];
  return Promise.all(people.map((person) => findOrMake(foundations, person)));
}

async function findOrMake(foundations: Foundations, person: Omit<NewPerson, 'role'>): Promise<DemoDesk> {
  const { database, clock } = foundations;
  const { desk, email } = person;
  if ((await findAccountByEmail(database, desk, email)) !== undefined)
    return { desk, email, path: `/${desk}`, isNew: false };
  // The address is known when the doors are open.
  const { link } = await database.inTransaction((tx) =>
    createPerson({ ...foundations, publicUrl: '' }, tx, { by: undefined, ...person, role: 'admin' }, clock.now()),
  );
  return { desk, email, path: link.url, isNew: true };
}
