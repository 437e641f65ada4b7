import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';
import type { Live } from '../infrastructure/http/live.ts';
import type { ExamineCall } from '../partners/index.ts';
import { addEventRoutes } from './events-http.ts';
import { addKeyRoutes, type KeyDeps } from './keys-http.ts';
import { addOrderRoutes, type PortalOrderDeps } from './orders-http.ts';
import { addParcelRoutes, type PortalParcelDeps } from './parcels-http.ts';
import { addPlaceRoutes, type PortalPlaceDeps } from './places-http.ts';
import { addRequestRoutes } from './requests-http.ts';
import { addSignatureRoutes } from './signature-http.ts';
import { addUsageRoutes } from './usage-http.ts';
import { addWalletRoutes, type PortalWalletDeps } from './wallet-http.ts';
import { addWebhookRoutes, type WebhookDeps } from './webhook-http.ts';

type PortalDeps = AccountsHttpDeps &
  PortalOrderDeps &
  PortalWalletDeps &
  PortalParcelDeps &
  PortalPlaceDeps &
  KeyDeps &
  WebhookDeps & {
    readonly examine: ExamineCall;
    readonly requestLogDays: number;
  };

/** What the app at /portal asks for and has done, beside what it shares with the partner API. */
export function addPortalRoutes(api: DeskApi<'portal'>, deps: PortalDeps): Live {
  addAccountRoutes(api, deps);
  addPlaceRoutes(api, deps);
  addWalletRoutes(api, deps);
  addParcelRoutes(api, deps);
  addKeyRoutes(api, deps);
  addWebhookRoutes(api, deps);
  addEventRoutes(api, deps);
  addRequestRoutes(api, deps);
  addSignatureRoutes(api, deps.examine);
  addUsageRoutes(api, deps);
  return addOrderRoutes(api, deps);
}
