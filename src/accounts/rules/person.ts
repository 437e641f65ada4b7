import type { Fault } from '../../foundation/errors.ts';
import type { Id, PartnerId } from '../../foundation/ids.ts';
import { type Desk, rolesOf } from './permissions.ts';

export type PersonId = Id<'person'>;
export type PersonStatus = 'active' | 'disabled';

/** Somebody who signs in at a desk. */
export type Person = {
  readonly id: PersonId;
  readonly desk: Desk;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  /** At the portal always there, at the console never. */
  readonly partnerId: PartnerId | undefined;
};

export type NewPerson = Omit<Person, 'id'>;

const LONGEST_NAME = 100;
const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Addresses are compared without regard to case: nobody means another person by another case. */
export function emailFrom(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

export function isEmail(email: string): boolean {
  return email.length <= LONGEST_EMAIL && EMAIL.test(email);
}

/** All at once, with pointers to where a desk's app sends them. */
export function newPersonFaults({ desk, email, name, role }: NewPerson): readonly Fault[] {
  return [
    ...(isEmail(email) ? [] : [fault('email', 'It must be an email address such as ada@example.com.')]),
    ...(name.length >= 1 && name.length <= LONGEST_NAME
      ? []
      : [fault('name', `The name must have 1 to ${LONGEST_NAME} characters.`)]),
    ...roleFaults(desk, role),
  ];
}

export function roleFaults(desk: Desk, role: string): readonly Fault[] {
  const roles = rolesOf(desk);
  return roles.includes(role) ? [] : [fault('role', `The role must be one of ${roles.join(', ')}.`)];
}

function fault(field: string, sentence: string): Fault {
  return { code: 'ERR_INVALID_FIELD', sentence, pointer: `/data/${field}` };
}
