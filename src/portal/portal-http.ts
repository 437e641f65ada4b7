import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';
import type { ExamineCall } from '../partners/index.ts';
import { addEventRoutes } from './events-http.ts';
import { addKeyRoutes, type KeyDeps } from './keys-http.ts';
import { addRequestRoutes } from './requests-http.ts';
import { addSignatureRoutes } from './signature-http.ts';
import { addUsageRoutes } from './usage-http.ts';
import { addWebhookRoutes, type WebhookDeps } from './webhook-http.ts';

export type PortalDeps = AccountsHttpDeps &
  KeyDeps &
  WebhookDeps & {
    readonly examine: ExamineCall;
    readonly requestLogDays: number;
  };

/** What the app at /portal asks for and has done. */
export function addPortalRoutes(api: DeskApi<'portal'>, deps: PortalDeps): void {
  addAccountRoutes(api, deps);
  addKeyRoutes(api, deps);
  addWebhookRoutes(api, deps);
  addEventRoutes(api, deps);
  addRequestRoutes(api, deps);
  addSignatureRoutes(api, deps.examine);
  addUsageRoutes(api, deps);
}
