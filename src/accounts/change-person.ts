import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { recordAct } from './acts-sql.ts';
import { type Account, findAccount, lockAdminsAnd, saveStanding, type Team } from './people-sql.ts';
import { decideStanding, isActiveAdmin, type Standing } from './rules/people-change.ts';
import { type Person, type PersonId, roleFaults } from './rules/person.ts';
import { endSessions } from './sessions-sql.ts';

type Change = Partial<Standing> & {
  /** What the admin looked at; where it is left out, whatever stands there. */
  readonly seen?: Standing | undefined;
  readonly reason?: string | undefined;
};

/** A role counts from the next call on; whoever is disabled is signed out everywhere. */
export async function changeStanding(
  tx: Transaction,
  by: Person,
  personId: string,
  { seen, reason, ...wanted }: Change,
  now: Instant,
): Promise<Account> {
  if (wanted.role !== undefined) refuseFaults(roleFaults(by.desk, wanted.role));
  const locked = isId(personId) ? await lockAdminsAnd(tx, by, personId) : [];
  const person = locked.find(({ id }) => id === personId);
  if (person === undefined) throw noSuchPerson();
  const otherActiveAdmins = locked.filter((one) => one.id !== person.id && isActiveAdmin(one)).length;
  const before: Standing = { role: person.role, status: person.status };
  const { role, status } = orThrow(
    decideStanding({ by, person, otherActiveAdmins }, seen ?? before, { ...before, ...wanted }),
  );
  if (!(await saveStanding(tx, person.id, { role, status }))) throw noSuchPerson();
  if (status === 'disabled') await endSessions(tx, person.id, now);
  await recordAct(tx, {
    at: now,
    by,
    action: 'person.change',
    subject: { kind: 'person', id: person.id },
    reason,
    details: { from: before, to: { role, status } },
  });
  return { ...person, role, status };
}

/** Of the same team: others are answered like those who are not there. */
export async function colleagueOf(sql: Queryable, team: Team, personId: string): Promise<Account> {
  const account = isId(personId) ? await findAccount(sql, personId as PersonId) : undefined;
  if (account === undefined || account.desk !== team.desk || account.partnerId !== team.partnerId) throw noSuchPerson();
  return account;
}

function noSuchPerson(): DeliveryError {
  return new DeliveryError('ERR_NOT_FOUND', 'There is no such person here.');
}
