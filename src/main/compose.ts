import type { FastifyInstance } from 'fastify';
import { addDispatchRoutes, dispatchJobs, leaveDispatchJobs, spreadsSince } from '../dispatch/index.ts';
import { addDriverRoutes, createDriverApi } from '../driver-app/index.ts';
import { createPositionRecorder, driverJobs, leaveDriverJobs } from '../drivers/index.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import { checkAnswers, checkClock, checkMigrations } from '../infrastructure/database/health.ts';
import { createGuardedHttp, type GuardedHttp } from '../infrastructure/guarded-http.ts';
import { addFileRoute } from '../infrastructure/http/files-route.ts';
import type { Certificate } from '../infrastructure/http/listener.ts';
import { addOpenApi } from '../infrastructure/http/openapi.ts';
import type { PartnerApi } from '../infrastructure/http/partner-api.ts';
import { createHttpApp } from '../infrastructure/http/server.ts';
import { addWatchingRoutes, type Check } from '../infrastructure/http/watching.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { createMessages } from '../infrastructure/messages.ts';
import { addMarketRoutes, type MarketCatalogue, openMarketCatalogue, phoneFault } from '../markets/index.ts';
import {
  addOrderRoutes,
  createOrderReader,
  createPlacementLanes,
  createQuotationLookUp,
  type Links,
  type OrderDeps,
  orderJobs,
} from '../orders/index.ts';
import {
  clockAheadOf,
  createAddressGuard,
  createAdmission,
  createKeyRing,
  createPartnerApi,
  leavePartnerJobs,
  partnerJobs,
} from '../partners/index.ts';
import {
  addPlusRoutes,
  type CityPlanningDeps,
  createParcelReader,
  findPlusQuotation,
  leavePlusJobs,
  type PlusLinks,
  planInThread,
  plusJobs,
  type ReadParcel,
} from '../plus/index.ts';
import { addPortalPages } from '../portal/index.ts';
import { openRateCatalogue } from '../pricing/index.ts';
import { addProofRoutes, openEvidenceKey, proofJobs } from '../proof/index.ts';
import { addQuotationRoutes, type PricingDeps } from '../quotations/index.ts';
import {
  createDistances,
  createStopOrderFinder,
  type MeasureDistances,
  noGeocoder,
  openDistanceEngine,
  openGeocoder,
} from '../routing/index.ts';
import { addDemoCity, addSandboxRoutes, leaveSandboxJobs, sandboxJobs } from '../sandbox/index.ts';
import { addWalletRoutes, leaveWalletJobs, walletJobs } from '../wallet/index.ts';
import {
  addWebhookRoutes,
  leaveWebhookJobs,
  mayConnect,
  type Sender,
  startSender,
  webhookJobs,
} from '../webhooks/index.ts';
import type { Foundations } from './foundations.ts';
import { addStartPage } from './start-page.ts';

/** Measured every minute; older than this, no worker is at it any more. */
const SPREAD_HOLDS_MS = 5 * MINUTE_MS;

type ApiOptions = {
  /** Whose city is shown on the start page: only in the sandbox. */
  readonly demoPartnerId?: PartnerId | undefined;
  /** Lets a test stand in for a room that is not built yet. */
  readonly addRoutes?: ((partnerApi: PartnerApi) => void) | undefined;
};

/** The only place that wires rooms together. */
export async function composeApi(
  foundations: Foundations,
  certificate: Certificate | undefined,
  { demoPartnerId, addRoutes }: ApiOptions = {},
): Promise<FastifyInstance> {
  const { settings, clock, random, log, metrics, database, session, secretBox } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const app = createHttpApp({
    environment: settings.environment,
    tls: settings.tls,
    certificate,
    trustedProxies: settings.trustedProxies,
    requestTimeoutMs: settings.requestTimeoutSeconds * SECOND_MS,
    log,
    metrics,
    random,
  });
  await addOpenApi(app);
  const partnerApi = createPartnerApi(app, {
    environment: settings.environment,
    clock,
    database,
    keyRing: createKeyRing(database, secretBox),
    admit: createAdmission(database, clock),
    addressGuard: createAddressGuard(clock, settings.addressLimit),
    allowedSkewMs: settings.clockSkewSeconds * SECOND_MS,
    markets: catalogue.all,
  });
  addMarketRoutes(partnerApi, catalogue);
  const pricing = await openPricing(foundations, catalogue);
  app.addHook('onClose', () => pricing.stopOrder.close());
  const geocoder = await openGeocoder(settings, clock, log);
  const isScheduled = async (partnerId: PartnerId, id: string) =>
    (await findPlusQuotation(database, id))?.partnerId === partnerId;
  const quotations = { database, ids: foundations.ids, ...pricing, geocoder, isScheduled };
  addQuotationRoutes(partnerApi, quotations, catalogue);
  addWalletRoutes(partnerApi, database, catalogue);
  const http = webhookHttp(foundations);
  app.addHook('onClose', () => http.close());
  addWebhookRoutes(partnerApi, { environment: settings.environment, database, clock, http });
  const orders = composeOrders(foundations, catalogue, pricing);
  addOrderRoutes(partnerApi, orders);
  addDispatchRoutes(partnerApi, orders);
  const parcels = { ...orders, readParcel: createParcelReader(database) };
  addPlusRoutes(partnerApi, { ...parcels, geocoder, quotationHours: settings.plusQuotationHours });
  if (settings.environment === 'sandbox') {
    addSandboxRoutes(partnerApi, { ...foundations, ...orders });
    const addressGuard = createAddressGuard(clock, settings.addressLimit);
    addPortalPages(app, { clock, examine: partnerApi.examine, addressGuard });
  }
  addDriverApp(app, foundations, parcels);
  addRoutes?.(partnerApi);
  addFileRoute(app, { files: foundations.files, links: foundations.fileLinks, nowOf: clockOf(foundations) });
  addProofRoutes(app, (await openEvidenceKey(foundations)).publicKey);
  metrics.gaugeBy('waybill_earnings_spread', 'How unevenly drivers earn per hour online', 'city', () =>
    spreadsSince(database, clock.now() - SPREAD_HOLDS_MS),
  );
  addWatchingRoutes(app, {
    environment: settings.environment,
    metricsToken: settings.metricsToken,
    metrics,
    clock,
    log,
    readiness: readinessOf(foundations),
  });
  const city = demoPartnerId && addDemoCity(app, { database, clock, catalogue }, demoPartnerId);
  addStartPage(app, settings.environment, city);
  app.closeRoutes();
  return app;
}

/** What the clock of a link's owner shows: in the sandbox a partner's may be ahead of ours. */
function clockOf({ settings, clock, database }: Foundations): (owner: string) => Promise<Instant> {
  return async (owner) => {
    const isPartner = settings.environment === 'sandbox' && isId(owner);
    return clock.now() + (isPartner ? await clockAheadOf(database, owner as PartnerId) : 0);
  };
}

async function openPricing(foundations: Foundations, catalogue: MarketCatalogue): Promise<PricingDeps> {
  const { database, session, log } = foundations;
  return {
    rates: await openRateCatalogue(database, session, log, catalogue.all),
    measure: await openMeasure(foundations),
    stopOrder: createStopOrderFinder((cause) => log.error({ err: cause }, 'the thread for stop orders was replaced')),
  };
}

async function openMeasure({ settings, log, metrics }: Foundations): Promise<MeasureDistances> {
  const engine = await openDistanceEngine(settings);
  return createDistances({ engine, log, metrics, timeLimitMs: settings.routingTimeoutMs });
}

/** What planning the routes of parcels stands on. */
export async function composePlanning(foundations: Foundations): Promise<CityPlanningDeps> {
  const { ids, settings } = foundations;
  return {
    ids,
    linksAt: linksWith(foundations),
    measure: await openMeasure(foundations),
    planRoutes: planInThread,
    room: settings.plusRoom,
    hours: settings.plusHours,
  };
}

function addDriverApp(
  app: FastifyInstance,
  foundations: Foundations,
  rooms: OrderDeps & { readonly readParcel: ReadParcel },
): void {
  const { database, clock, settings, log } = foundations;
  const addressGuard = createAddressGuard(clock, settings.addressLimit);
  const driverApp = addDriverRoutes(createDriverApi(app, { database, clock, addressGuard }), {
    ...foundations,
    ...rooms,
    messages: createMessages(settings, log),
    recordPosition: createPositionRecorder(database),
  });
  app.addHook('preClose', async () => driverApp.close());
}

/** What reaches partners' receivers, and nothing inside our own network. */
function webhookHttp({ settings }: Foundations): GuardedHttp {
  const policy = { environment: settings.environment, allow: settings.webhookAllow };
  return createGuardedHttp((address, host) => mayConnect(address, host, policy));
}

/** Pushes events, beside the worker's jobs. */
export function composeSender(foundations: Foundations): Sender {
  const http = webhookHttp(foundations);
  const { environment, webhookRetrySeconds } = foundations.settings;
  const retryDelaysMs = webhookRetrySeconds.map((seconds) => seconds * SECOND_MS);
  const sender = startSender({ ...foundations, environment, http, retryDelaysMs });
  return {
    async stop() {
      await sender.stop();
      await http.close();
    },
  };
}

/** What orders stand on, for their routes and for whoever else acts on them. */
export function composeOrders(
  foundations: Foundations,
  catalogue: MarketCatalogue,
  pricing: PricingDeps,
): OrderDeps & { readonly linksAt: (now: Instant) => Links & PlusLinks } {
  const { settings, database, ids, random } = foundations;
  const policy = { strict: settings.environment === 'production', furtherCountries: settings.phoneCountries };
  return {
    database,
    ids,
    random,
    catalogue,
    ...pricing,
    linksAt: linksWith(foundations),
    phoneFault: (market) => (phone) => phoneFault(phone, catalogue.market(market), policy),
    readOrder: createOrderReader(database),
    lookUpQuotation: createQuotationLookUp(database),
    placeInBatch: createPlacementLanes(database),
    rejectionLimits: { inARow: settings.rejectionsInARow, total: settings.rejectionsInAll },
  };
}

/** Links as they are given at one moment: to the delivery for whoever has it, to pictures and labels for a while. */
export function linksWith({ settings, fileLinks }: Foundations): (now: Instant) => Links & PlusLinks {
  return (now) => ({
    share: (token) => `${settings.publicUrl}/track/${token}`,
    label: (fileKey, partnerId) => fileLinks.linkTo(fileKey, partnerId, now + settings.labelLinkMinutes * MINUTE_MS),
    file: (fileKey, partnerId) => fileLinks.linkTo(fileKey, partnerId, now + settings.proofLinkDays * DAY_MS),
  });
}

export function composeJobs(foundations: Foundations): JobHandlers {
  const { secretBox, ids, files, settings, clock, database, session, log } = foundations;
  const catalogue = openOnce(() => openMarketCatalogue(database, session, log));
  return {
    ...partnerJobs(secretBox),
    ...webhookJobs(),
    ...walletJobs(),
    ...driverJobs(),
    ...orderJobs({ ids, linksAt: linksWith(foundations) }),
    ...dispatchJobs({
      ids,
      catalogue,
      offerTimes: {
        aheadMs: settings.offerAheadMinutes * MINUTE_MS,
        lifeMs: settings.offerSeconds * SECOND_MS,
      },
      silentMs: settings.driverSilentSeconds * SECOND_MS,
    }),
    ...(settings.environment === 'sandbox'
      ? sandboxJobs({
          startedAt: clock.now(),
          simulation: openOnce(async () => composeSimulation(foundations, await catalogue())),
        })
      : {}),
    ...proofJobs(files),
    ...plusJobs(
      { files, catalogue },
      openOnce(() => composePlanning(foundations)),
    ),
  };
}

/** What simulated drivers act through, and demo orders are placed through. */
export async function composeSimulation(foundations: Foundations, catalogue: MarketCatalogue) {
  const pricing = await openPricing(foundations, catalogue);
  return { ...foundations, ...composeOrders(foundations, catalogue, pricing), geocoder: noGeocoder };
}

/** Opened when a job first needs it, and again where that failed. */
function openOnce<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Left at every start: jobs that come again for good. */
export async function leaveStandingJobs({ settings, database, clock }: Foundations): Promise<void> {
  const now = clock.now();
  await database.inTransaction(async (tx) => {
    await leavePartnerJobs(tx, now);
    await leaveWebhookJobs(tx, now);
    await leaveWalletJobs(tx, now);
    await leaveDriverJobs(tx, now);
    await leaveDispatchJobs(tx, now);
    await leavePlusJobs(tx, now);
    if (settings.environment === 'sandbox') await leaveSandboxJobs(tx, now);
  });
}

function readinessOf({ database, session, clock }: Foundations): readonly Check[] {
  return [
    { name: 'database', run: () => checkAnswers(database) },
    {
      name: 'notifications',
      run: async () => (session.nodeNumber() === undefined ? 'the listening connection is lost' : undefined),
    },
    { name: 'migrations', run: () => checkMigrations(database) },
    { name: 'clock', run: () => checkClock(database, clock) },
  ];
}
