export { type AccountsHttpDeps, addAccountRoutes } from './accounts-http.ts';
export { recordAct } from './acts-sql.ts';
export { createPerson } from './create-person.ts';
export type { DeskApi } from './desk-api.ts';
export { createPasswords } from './passwords.ts';
export type { Desk } from './rules/permissions.ts';
