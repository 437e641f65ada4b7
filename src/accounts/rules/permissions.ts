import { accepted, type Decision, refused } from '../../foundation/decision.ts';

export const DESKS = ['portal', 'console'] as const;
export type Desk = (typeof DESKS)[number];

/** look: see everything of the desk; the others: change what they name. */
export type Permission = 'look' | 'build' | 'dispatch' | 'money' | 'rates' | 'partners' | 'people';

const PERMISSIONS: Readonly<Record<Desk, Readonly<Record<string, readonly Permission[]>>>> = {
  portal: {
    viewer: ['look'],
    developer: ['look', 'build'],
    admin: ['look', 'build', 'people'],
  },
  console: {
    viewer: ['look'],
    dispatcher: ['look', 'dispatch'],
    finance: ['look', 'money', 'rates'],
    admin: ['look', 'dispatch', 'money', 'rates', 'partners', 'people'],
  },
};

export function rolesOf(desk: Desk): readonly string[] {
  return Object.keys(PERMISSIONS[desk]);
}

export function permissionsOf(desk: Desk, role: string): readonly Permission[] {
  return PERMISSIONS[desk][role] ?? [];
}

/** Whether any role of the desk has it. */
export function isPermissionOf(desk: Desk, permission: Permission): boolean {
  return rolesOf(desk).some((role) => permissionsOf(desk, role).includes(permission));
}

export function decidePermission(
  { desk, role }: { readonly desk: Desk; readonly role: string },
  wanted: Permission,
): Decision<Permission> {
  if (permissionsOf(desk, role).includes(wanted)) return accepted(wanted);
  return refused('ERR_FORBIDDEN', `Your role (${role}) does not allow this. Ask an admin.`);
}
