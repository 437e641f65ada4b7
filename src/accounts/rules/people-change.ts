import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Person, PersonStatus } from './person.ts';

/** What an admin saw, or wants to see. */
export type Standing = { readonly role: string; readonly status: PersonStatus };
type Standings = Person & Standing;

/**
 * `seen` is what the admin looked at: somebody else may have changed it meanwhile. Nobody changes their own standing, so an admin
 * is always left, except where two take it from each other at once: hence the last rule.
 */
export function decideStanding(
  { by, person, otherActiveAdmins }: { by: Person; person: Standings; otherActiveAdmins: number },
  seen: Standing,
  wanted: Standing,
): Decision<Standing> {
  if (by.id === person.id)
    return refused('ERR_FORBIDDEN', 'Nobody changes their own role or access. Ask another admin.');
  if (seen.role !== person.role || seen.status !== person.status)
    return refused(
      'ERR_CHANGED_MEANWHILE',
      `Somebody else has changed ${person.name} meanwhile: the role is ${person.role}, and the account is ${person.status}.`,
    );
  const losesAnAdmin = isActiveAdmin(person) && !isActiveAdmin(wanted);
  if (losesAnAdmin && otherActiveAdmins === 0)
    return refused('ERR_FORBIDDEN', `${person.name} is the last active admin. Make somebody else an admin first.`);
  return accepted(wanted);
}

export function isActiveAdmin({ role, status }: Standing): boolean {
  return role === 'admin' && status === 'active';
}
