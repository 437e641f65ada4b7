import type { Desk } from './calls.ts';
import type { Choice } from './select.tsx';

type Role = Choice & { /** What whoever has it may do. */ readonly about: string };

const ROLES: Readonly<Record<Desk, readonly [Role, ...Role[]]>> = {
  portal: [
    { value: 'viewer', title: 'Viewer', about: 'Sees everything, changes nothing.' },
    { value: 'developer', title: 'Developer', about: 'Also places orders and manages keys and webhooks.' },
    { value: 'admin', title: 'Admin', about: 'Also invites people and decides what they may do.' },
  ],
  console: [
    { value: 'viewer', title: 'Viewer', about: 'Sees everything, changes nothing.' },
    { value: 'dispatcher', title: 'Dispatcher', about: 'Works on orders and drivers.' },
    { value: 'finance', title: 'Finance', about: 'Works on wallets and rate cards.' },
    { value: 'admin', title: 'Admin', about: 'Everything, also partners and people.' },
  ],
};

export function rolesOf(desk: Desk): readonly [Role, ...Role[]] {
  return ROLES[desk];
}

export function roleTitle(role: string): string {
  return [...ROLES.portal, ...ROLES.console].find(({ value }) => value === role)?.title ?? role;
}
