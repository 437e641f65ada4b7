import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { decideStanding, type Standing } from './people-change.ts';
import type { Person, PersonId } from './person.ts';

const person = (id: string, role = 'admin'): Person & Standing => ({
  id: id as PersonId,
  desk: 'console',
  email: `${id}@example.com`,
  name: id,
  role,
  partnerId: undefined,
  status: 'active',
});
const [ada, grace] = [person('Ada'), person('Grace')];
const ADMIN: Standing = { role: 'admin', status: 'active' };
const VIEWER: Standing = { role: 'viewer', status: 'active' };
const DISABLED: Standing = { role: 'admin', status: 'disabled' };

test('an admin changes somebody else', () => {
  expect(decideStanding({ by: ada, person: grace, otherActiveAdmins: 1 }, ADMIN, VIEWER)).toEqual(accepted(VIEWER));
});

test('nobody changes themselves', () => {
  expect(decideStanding({ by: ada, person: ada, otherActiveAdmins: 1 }, ADMIN, VIEWER)).toEqual(
    refused('ERR_FORBIDDEN', 'Nobody changes their own role or access. Ask another admin.'),
  );
});

test('whoever looked at something else is told what it is now', () => {
  for (const seen of [VIEWER, DISABLED])
    expect(decideStanding({ by: ada, person: grace, otherActiveAdmins: 1 }, seen, VIEWER)).toEqual(
      refused(
        'ERR_CHANGED_MEANWHILE',
        'Somebody else has changed Grace meanwhile: the role is admin, and the account is active.',
      ),
    );
});

test('the last active admin stays one', () => {
  const last = { by: ada, person: grace, otherActiveAdmins: 0 };
  for (const wanted of [VIEWER, DISABLED])
    expect(decideStanding(last, ADMIN, wanted)).toEqual(
      refused('ERR_FORBIDDEN', 'Grace is the last active admin. Make somebody else an admin first.'),
    );
  expect(decideStanding(last, ADMIN, ADMIN)).toEqual(accepted(ADMIN));
  const viewer = { ...last, person: person('Grace', 'viewer') };
  expect(decideStanding(viewer, VIEWER, { ...VIEWER, status: 'disabled' })).toHaveProperty('accepted');
});
