import { type AccountsHttpDeps, addAccountRoutes, type DeskApi } from '../accounts/index.ts';
import { addCityRoutes, type CityDeps } from './city-http.ts';
import { addDriverDocumentRoutes } from './driver-documents-http.ts';
import { addDriverRoutes, type DriverDeskDeps } from './drivers-http.ts';
import { addLiveRoute, type LiveDeps } from './live-http.ts';
import { addOfficeRoutes, type OfficeDeps } from './office-http.ts';
import { addOrderRoutes, type OrderDeskDeps } from './orders-http.ts';
import { addQueueRoutes, type QueueDeps } from './queue-http.ts';

export type ConsoleDeps = AccountsHttpDeps &
  CityDeps &
  LiveDeps &
  QueueDeps &
  OrderDeskDeps &
  DriverDeskDeps &
  OfficeDeps;

/** What the app at /console asks for and has done. */
export function addConsoleRoutes(api: DeskApi<'console'>, deps: ConsoleDeps): { close(): void } {
  addAccountRoutes(api, deps);
  addCityRoutes(api, deps);
  addQueueRoutes(api, deps);
  addOrderRoutes(api, deps);
  addDriverRoutes(api, deps);
  addDriverDocumentRoutes(api, deps);
  addOfficeRoutes(api, deps);
  return { close: addLiveRoute(api, deps).closeAll };
}
