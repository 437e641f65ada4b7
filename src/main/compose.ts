import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { type MarketCatalogue, phoneFault } from '../markets/index.ts';
import {
  createOrderReader,
  createPlacementQueue,
  createQuotationLookUp,
  findOrders,
  type Links,
  type OrderDeps,
} from '../orders/index.ts';
import type { PlatformOfOrder } from '../partners/index.ts';
import { type CityPlanningDeps, findParcels, findPlusQuotation, type PlusLinks, planInThread } from '../plus/index.ts';
import { openRateCatalogue } from '../pricing/index.ts';
import type { PricingDeps } from '../quotations/index.ts';
import {
  createDistances,
  createStopOrderFinder,
  createWays,
  type FindWay,
  type MeasureDistances,
  openRoutingEngine,
} from '../routing/index.ts';
import type { Foundations } from './foundations.ts';

type Routing = { readonly measure: MeasureDistances; readonly findWay: FindWay };

export async function openRouting({ settings, log, metrics, clock }: Foundations): Promise<Routing> {
  const engine = await openRoutingEngine(settings);
  const parts = { engine, log, metrics, clock, timeLimitMs: settings.routingTimeoutMs };
  return { measure: createDistances(parts), findWay: createWays(parts) };
}

export async function openPricing(
  foundations: Foundations,
  catalogue: MarketCatalogue,
  { measure }: Pick<Routing, 'measure'>,
): Promise<PricingDeps> {
  const { database, session, log } = foundations;
  return {
    rates: await openRateCatalogue(database, session, log, catalogue.all),
    measure,
    stopOrder: createStopOrderFinder((cause) => log.error({ err: cause }, 'the thread for stop orders was replaced')),
  };
}

/** What planning the routes of parcels stands on. */
export async function composePlanning(foundations: Foundations, routing?: Routing): Promise<CityPlanningDeps> {
  const { ids, settings } = foundations;
  const { measure } = routing ?? (await openRouting(foundations));
  return {
    ids,
    linksAt: linksWith(foundations),
    measure,
    planRoutes: planInThread,
    room: settings.plusRoom,
    hours: settings.plusHours,
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
    isScheduled: async (partnerId, id) => (await findPlusQuotation(database, id))?.partnerId === partnerId,
    place: createPlacementQueue(database),
    rejectionLimits: { inARow: settings.rejectionsInARow, total: settings.rejectionsInAll },
  };
}

/** Which variant one of a partner's own orders is of. */
export function platformOfOrderIn(database: Database): PlatformOfOrder {
  return async (partnerId, orderId) => {
    const isOwn = (found: { readonly partnerId: PartnerId }) => found.partnerId === partnerId;
    if ((await findOrders(database, [orderId])).some(isOwn)) return 'ON_DEMAND';
    return (await findParcels(database, [orderId])).some(isOwn) ? 'PLUS' : undefined;
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
