import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';
import { addOfficeRoutes, type OfficeDeps } from './office-http.ts';

export type ConsoleDeps = AccountsHttpDeps & OfficeDeps;

/** What the app at /console asks for and has done. */
export function addConsoleRoutes(api: DeskApi<'console'>, deps: ConsoleDeps): void {
  addAccountRoutes(api, deps);
  addOfficeRoutes(api, deps);
}
