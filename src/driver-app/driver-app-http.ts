import type { DriverApi } from './driver-api.ts';
import { addOfferRoutes, type OfferDeps } from './offers-http.ts';
import { addOrderRoutes, type OrderWorkDeps } from './orders-http.ts';
import { addParcelRoutes, type ParcelWorkDeps } from './parcels-http.ts';
import { addPresenceRoutes, type PresenceDeps } from './presence-http.ts';
import type { SendCodeDeps } from './send-sign-in-code.ts';
import { addSignInRoutes } from './sign-in-http.ts';

export type DriverAppDeps = SendCodeDeps & PresenceDeps & OfferDeps & OrderWorkDeps & ParcelWorkDeps;

export function addDriverRoutes(api: DriverApi, deps: DriverAppDeps): { close(): void } {
  addSignInRoutes(api, deps);
  addPresenceRoutes(api, deps);
  const live = addOfferRoutes(api, deps);
  addOrderRoutes(api, deps);
  addParcelRoutes(api, deps);
  return { close: live.closeAll };
}
