import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { DESKS, decidePermission, isPermissionOf, permissionsOf, rolesOf } from './permissions.ts';

test('every role looks, and an admin may what any role of the desk may', () => {
  for (const desk of DESKS) {
    for (const role of rolesOf(desk)) {
      expect(permissionsOf(desk, role)[0]).toBe('look');
      for (const permission of permissionsOf(desk, role)) expect(permissionsOf(desk, 'admin')).toContain(permission);
    }
  }
});

test('whoever builds, sends drivers out, minds the money or the partners may that, and nothing else', () => {
  const whoMay = (desk: (typeof DESKS)[number], permission: Parameters<typeof isPermissionOf>[1]) =>
    rolesOf(desk).filter((role) => permissionsOf(desk, role).includes(permission));
  expect(DESKS).toEqual(['portal', 'console']);
  expect(whoMay('portal', 'build')).toEqual(['developer', 'admin']);
  expect(whoMay('console', 'dispatch')).toEqual(['dispatcher', 'admin']);
  expect(whoMay('console', 'money')).toEqual(['finance', 'admin']);
  expect(whoMay('console', 'rates')).toEqual(['finance', 'admin']);
  expect(whoMay('console', 'partners')).toEqual(['admin']);
});

test('a viewer changes nothing, and only an admin has a hand in people', () => {
  for (const desk of DESKS) {
    expect(permissionsOf(desk, 'viewer')).toEqual(['look']);
    expect(rolesOf(desk).filter((role) => permissionsOf(desk, role).includes('people'))).toEqual(['admin']);
  }
});

test('a role of one desk is none at the other', () => {
  expect(permissionsOf('console', 'developer')).toEqual([]);
  expect(permissionsOf('portal', 'finance')).toEqual([]);
  expect(isPermissionOf('portal', 'dispatch')).toBe(false);
  expect(isPermissionOf('console', 'dispatch')).toBe(true);
});

test('what the role does not allow is refused by name', () => {
  expect(decidePermission({ desk: 'console', role: 'finance' }, 'money')).toEqual(accepted('money'));
  expect(decidePermission({ desk: 'console', role: 'finance' }, 'dispatch')).toEqual(
    refused('ERR_FORBIDDEN', 'Your role (finance) does not allow this. Ask an admin.'),
  );
});
