import type { DriverApi } from './driver-api.ts';
import { addLiveRoute, type LiveDeps } from './live-http.ts';
import { addOfferRoutes } from './offers-http.ts';
import { addOrderRoutes, type OrderWorkDeps } from './orders-http.ts';
import { addParcelRoutes, type ParcelWorkDeps } from './parcels-http.ts';
import { addPresenceRoutes, type PresenceDeps } from './presence-http.ts';
import { readFailureReasons } from './read-failure-reasons.ts';
import type { SendCodeDeps } from './send-sign-in-code.ts';
import { addSignInRoutes } from './sign-in-http.ts';
import { addWayRoutes, type WayDeps } from './ways-http.ts';

export type DriverAppDeps = SendCodeDeps &
  PresenceDeps &
  LiveDeps &
  WayDeps &
  Omit<OrderWorkDeps & ParcelWorkDeps, 'failureReasons'>;

export async function addDriverRoutes(api: DriverApi, given: DriverAppDeps): Promise<{ close(): void }> {
  const deps = { ...given, failureReasons: await readFailureReasons() };
  addSignInRoutes(api, deps);
  addPresenceRoutes(api, deps);
  addOfferRoutes(api, deps);
  addOrderRoutes(api, deps);
  addParcelRoutes(api, deps);
  addWayRoutes(api, deps);
  return { close: addLiveRoute(api, deps).closeAll };
}
