import { type AccountsHttpDeps, addPartnerPeopleRoutes, type DeskApi } from '../accounts/index.ts';
import { addMarketRoutes, type MarketDeskDeps } from './markets-http.ts';
import { addNumberRoutes, type NumbersDeps } from './numbers-http.ts';
import { addPartnerRoutes, type PartnerDeskDeps } from './partners-http.ts';
import { addPersonDataRoutes, type PersonDataDeps } from './person-data-http.ts';
import { addPlusRoutes, type PlusDeskDeps } from './plus-http.ts';
import { addRateRoutes, type RateDeskDeps } from './rates-http.ts';
import { addWebhookRoutes, type WebhookDeskDeps } from './webhooks-http.ts';

export type OfficeDeps = PartnerDeskDeps &
  RateDeskDeps &
  MarketDeskDeps &
  PlusDeskDeps &
  WebhookDeskDeps &
  PersonDataDeps &
  NumbersDeps;

/** What is not about one order or one driver: partners and their money, prices, areas, the day's parcels, the numbers. */
export function addOfficeRoutes(api: DeskApi<'console'>, deps: OfficeDeps & AccountsHttpDeps): void {
  addPartnerRoutes(api, deps);
  addPartnerPeopleRoutes(api, deps);
  addRateRoutes(api, deps);
  addMarketRoutes(api, deps);
  addPlusRoutes(api, deps);
  addWebhookRoutes(api, deps);
  addPersonDataRoutes(api, deps);
  addNumberRoutes(api, deps);
}
