import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';

export type ConsoleDeps = AccountsHttpDeps;

/** What the app at /console asks for and has done. */
export function addConsoleRoutes(api: DeskApi<'console'>, deps: ConsoleDeps): void {
  addAccountRoutes(api, deps);
}
