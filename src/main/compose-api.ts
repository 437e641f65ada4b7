import type { FastifyInstance } from 'fastify';
import { createDeskApi } from '../accounts/desk-api.ts';
import { createPasswords } from '../accounts/index.ts';
import { addConsoleRoutes } from '../console/console-http.ts';
import { addDispatchRoutes } from '../dispatch/dispatch-http.ts';
import { DISPATCH_EVENTS } from '../dispatch/index.ts';
import { addDocsPages } from '../docs/docs-http.ts';
import { createDriverApi } from '../driver-app/driver-api.ts';
import { addDriverRoutes, type DriverAppDeps } from '../driver-app/driver-app-http.ts';
import { addDriverPages } from '../driver-app/pages-http.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { addAppPages } from '../infrastructure/http/app-pages.ts';
import { addFileRoute } from '../infrastructure/http/files-route.ts';
import type { Certificate } from '../infrastructure/http/listener.ts';
import { addOpenApi } from '../infrastructure/http/openapi.ts';
import type { PartnerApi } from '../infrastructure/http/partner-api.ts';
import { addWebFiles } from '../infrastructure/http/web-files.ts';
import { createTurns } from '../infrastructure/in-turn.ts';
import { createMessages } from '../infrastructure/messages.ts';
import { openMarketCatalogue, readShippedDocuments } from '../markets/index.ts';
import { addMapRoutes } from '../markets/map-http.ts';
import { addMarketRoutes } from '../markets/markets-http.ts';
import { ORDER_EVENTS, type OrderDeps } from '../orders/index.ts';
import { addOrderRoutes } from '../orders/orders-http.ts';
import {
  clockAheadOf,
  createAddressGuard,
  createAdmission,
  createKeyRing,
  createRecall,
  createRequestRecorder,
} from '../partners/index.ts';
import { createPartnerApi } from '../partners/partner-api.ts';
import { createParcelReader, PLUS_EVENTS } from '../plus/index.ts';
import { addPlusRoutes } from '../plus/plus-http.ts';
import { createPartnerDoor } from '../portal/partner-door-http.ts';
import { addPortalRoutes } from '../portal/portal-http.ts';
import { openEvidenceKey } from '../proof/index.ts';
import { addProofRoutes } from '../proof/proof-http.ts';
import { createQuotationKeeper } from '../quotations/index.ts';
import { addQuotationRoutes } from '../quotations/quotations-http.ts';
import { openGeocoder } from '../routing/index.ts';
import { addDemoCity } from '../sandbox/demo-city-http.ts';
import { addSandboxRoutes } from '../sandbox/sandbox-http.ts';
import { addTrackingPages } from '../tracking/tracking-http.ts';
import { WALLET_EVENTS } from '../wallet/index.ts';
import { addWalletRoutes } from '../wallet/wallet-http.ts';
import { createSequence, describePushes } from '../webhooks/index.ts';
import { addWebhookRoutes } from '../webhooks/webhooks-http.ts';
import { composeOrders, composePlanning, openPricing, openRouting, platformOfOrderIn } from './compose.ts';
import { addWatching, openHttp } from './compose-watching.ts';
import type { Foundations } from './foundations.ts';
import { makePartner, partnerDeps } from './make-partner.ts';
import { addStartPage } from './start-page.ts';
import { webhookHttp } from './webhook-http.ts';

/** All that partners are told. */
const EVENTS = [...ORDER_EVENTS, ...DISPATCH_EVENTS, ...WALLET_EVENTS, ...PLUS_EVENTS];

type ApiOptions = {
  /** Whose city is shown on the start page: only in the sandbox. */
  readonly demoPartnerId?: PartnerId | undefined;
  /** Lets a test stand in for a room that is not built yet. */
  readonly addRoutes?: ((partnerApi: PartnerApi) => void) | undefined;
};

/** All doors of the program. */
export async function composeApi(
  foundations: Foundations,
  certificate: Certificate | undefined,
  { demoPartnerId, addRoutes }: ApiOptions = {},
): Promise<FastifyInstance> {
  const { settings, clock, log, database, session, secretBox } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const app = openHttp(foundations, certificate);
  await addOpenApi(app, describePushes(EVENTS));
  const webFiles = await addWebFiles(app, hostsOfMaps(settings));
  const keyRing = createKeyRing(database, secretBox);
  const { requestLogDays } = settings;
  const partnerApi = createPartnerApi(app, {
    environment: settings.environment,
    clock,
    database,
    keyRing,
    requestRecorder: createRequestRecorder({ ...foundations, keyRing, requestLogDays }),
    admit: createAdmission(database, clock),
    recall: createRecall(database, clock),
    addressGuard: createAddressGuard(clock, settings.addressLimit),
    allowedSkewMs: settings.clockSkewSeconds * SECOND_MS,
    markets: catalogue.all,
    platformOfOrder: platformOfOrderIn(database),
  });
  const desks = openDesks(app, foundations);
  /** Partners come by either: signed, or signed in at the portal, which serves a part of it. */
  const atBothDoors = (add: (door: PartnerApi) => void) => {
    add(partnerApi);
    add(createPartnerDoor(desks.portal));
  };
  atBothDoors((door) => addMarketRoutes(door, catalogue));
  await addMapRoutes(app, catalogue, settings);
  const routing = await openRouting(foundations);
  const pricing = await openPricing(foundations, catalogue, routing);
  app.addHook('onClose', () => pricing.stopOrder.close());
  const geocoder = await openGeocoder(settings, foundations);
  const orders = composeOrders(foundations, catalogue, pricing);
  const keepQuotation = createQuotationKeeper(database);
  const quotations = { ...orders, keepQuotation, geocoder };
  atBothDoors((door) => addQuotationRoutes(door, quotations, catalogue));
  addWalletRoutes(partnerApi, catalogue);
  const http = webhookHttp(foundations);
  app.addHook('onClose', () => http.close());
  addWebhookRoutes(partnerApi, { environment: settings.environment, database, clock, http, eventForms: EVENTS });
  atBothDoors((door) => addOrderRoutes(door, orders));
  atBothDoors((door) => addDispatchRoutes(door, orders));
  const parcels = { ...orders, readParcel: createParcelReader(database) };
  const plus = { ...parcels, geocoder, quotationHours: settings.plusQuotationHours };
  atBothDoors((door) => addPlusRoutes(door, plus));
  if (settings.environment === 'sandbox') {
    const inTurn = createTurns();
    atBothDoors((door) => addSandboxRoutes(door, { ...foundations, ...orders, inTurn }));
  }
  const markets = catalogue.all;
  const silentMs = settings.driverSilentSeconds * SECOND_MS;
  const sequence = createSequence(database, clock);
  const portal = addPortalRoutes(desks.portal, {
    ...desks.accounts,
    ...plus,
    http,
    sequence,
    examine: partnerApi.examine,
    requestLogDays,
    isFunded: (tx, partnerId, codes) => partnerDeps(foundations, markets()).isFunded(tx, partnerId, codes),
  });
  app.addHook('preClose', async () => portal.closeAll());
  const consoleDesk = addConsoleRoutes(desks.console, {
    ...desks.accounts,
    ...orders,
    sequence,
    silentMs,
    offerAheadMs: settings.offerAheadMinutes * MINUTE_MS,
    requiredDocuments: settings.driverDocuments,
    planning: await composePlanning(foundations, routing),
    shipped: await readShippedDocuments(),
    partners: () => partnerDeps(foundations, markets()),
    makePartner: (tx, request, credits) => makePartner(foundations, tx, markets(), request, credits),
  });
  app.addHook('preClose', async () => consoleDesk.close());
  await addDriverApp(app, foundations, { ...parcels, findWay: routing.findWay });
  addDriverPages(app, webFiles);
  for (const desk of ['portal', 'console']) addAppPages(app, webFiles, desk);
  const tracking = addTrackingPages(app, {
    ...foundations,
    catalogue,
    linkDays: settings.trackingLinkDays,
    findWay: routing.findWay,
    webFiles,
    addressGuard: createAddressGuard(clock, settings.addressLimit),
  });
  app.addHook('preClose', async () => tracking.close());
  addRoutes?.(partnerApi);
  addFileRoute(app, { files: foundations.files, links: foundations.fileLinks, nowOf: clockOf(foundations) });
  addProofRoutes(app, (await openEvidenceKey(foundations)).publicKey);
  addWatching(app, foundations);
  const city = demoPartnerId && addDemoCity(app, { database, clock, catalogue, silentMs }, demoPartnerId);
  addDocsPages(app, webFiles);
  addStartPage(app, settings.environment, city);
  return app;
}

/** Other hosts that pages with a map may ask: none, unless the operator chose a style of their own. */
function hostsOfMaps({ mapStyleUrl, mapHosts }: Settings): readonly string[] {
  return mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin, ...mapHosts];
}

/** What the clock of a link's owner shows: in the sandbox a partner's may be ahead of ours. */
function clockOf({ settings, clock, database }: Foundations): (owner: string) => Promise<Instant> {
  return async (owner) => {
    const isPartner = settings.environment === 'sandbox' && isId(owner);
    return clock.now() + (isPartner ? await clockAheadOf(database, owner as PartnerId) : 0);
  };
}

/** The ways in to the portal and the console, and what people who come by them need. */
function openDesks(app: FastifyInstance, foundations: Foundations) {
  const { settings, clock } = foundations;
  const { environment, publicUrl } = settings;
  const deps = { ...foundations, addressGuard: createAddressGuard(clock, settings.addressLimit) };
  return {
    portal: createDeskApi(app, 'portal', deps),
    console: createDeskApi(app, 'console', deps),
    accounts: {
      ...foundations,
      environment,
      publicUrl,
      passwords: createPasswords(),
      messages: createMessages(settings, foundations),
    },
  };
}

async function addDriverApp(
  app: FastifyInstance,
  foundations: Foundations,
  rooms: OrderDeps & Pick<DriverAppDeps, 'readParcel' | 'findWay'>,
): Promise<void> {
  const { database, clock, settings } = foundations;
  const addressGuard = createAddressGuard(clock, settings.addressLimit);
  const driverApp = await addDriverRoutes(createDriverApi(app, { database, clock, addressGuard }), {
    ...foundations,
    ...rooms,
    messages: createMessages(settings, foundations),
  });
  app.addHook('preClose', async () => driverApp.close());
}
