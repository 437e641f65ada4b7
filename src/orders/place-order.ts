import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, type Fault } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Random } from '../infrastructure/random.ts';
import type { Trace } from '../infrastructure/trace.ts';
import type { Market } from '../markets/index.ts';
import { driverFare, type Price, priceTrip, type RateCardVersion, type RateCatalogue } from '../pricing/index.ts';
import { explainPrice, findQuotationRecords, pricesOf, type QuotationRecord } from '../quotations/index.ts';
import { EXPIRE_ORDER } from './expiry-timer.ts';
import { findBoughtOrders } from './orders-sql.ts';
import type { PlaceInBatch } from './placement-lanes.ts';
import type { Placement } from './placement-sql.ts';
import { matchByAfterPlacement, orderAt } from './rules/expiry.ts';
import type { Delivery, MatchingOrder, Order, OrderStop, Pricing } from './rules/order.ts';
import { orderCreated, statusChanged } from './rules/order-events.ts';
import { contactsOfStops, hashOfRequest, type OrderRequest } from './rules/order-request.ts';
import type { Links } from './rules/order-view.ts';
import { choosePrice } from './rules/placement-price.ts';
import { decideQuotationUse } from './rules/quotation-use.ts';
import { newShareToken } from './share-token.ts';

export type PlacementDeps = {
  readonly ids: Ids;
  readonly random: Random;
  readonly rates: RateCatalogue;
  readonly linksAt: (now: Instant) => Links;
  readonly readForOrder: ReadForOrder;
  readonly placeInBatch: PlaceInBatch;
};

type Asker = {
  readonly partnerId: PartnerId;
  readonly market: Market;
  readonly now: Instant;
  readonly clockAheadMs: number;
  readonly trace: Trace;
  /** What is stored with the order, so that a retry of the call gets its answer. */
  readonly remember: (order: Order) => Placement['remembered'];
};

/** Buys an order for the price that was quoted, or the lower one of this moment. The same request again gets the same order. */
export async function placeOrder(deps: PlacementDeps, asker: Asker, request: OrderRequest): Promise<Order> {
  const { partnerId, market, now } = asker;
  const quotationId = String(request.quotationId);
  const asked = { quotationId, partnerId, market: market.market, requestHash: hashOfRequest(request) };
  const use = await lookUp(deps, asked, now);
  if ('bought' in use) return orderAt(use.bought, now);
  const order = orderFor(deps, asker, request, asked.requestHash, use.buy);
  const links = deps.linksAt(now);
  const outcome = await deps.placeInBatch({
    order,
    transferId: deps.ids.next<'ledgerTransfer'>(),
    created: orderCreated(order, now, links),
    event: statusChanged(order, '', now, links),
    timerKind: EXPIRE_ORDER,
    trace: asker.trace,
    remembered: asker.remember(order),
  });
  if (outcome === 'QUOTATION_USED') return boughtMeanwhile(deps, asked, now);
  if (outcome.placed) return { ...order, eventCount: outcome.eventCount };
  const [missing, balance] = [order.fareMinor - outcome.balanceMinor, outcome.balanceMinor].map(
    (amount) => `${formatAmount(amount, market.decimals)} ${market.currency}`,
  );
  throw new DeliveryError(
    'ERR_INSUFFICIENT_CREDIT',
    `The wallet holds ${balance}, and ${missing} more are needed. Top it up.`,
  );
}

type Asked = { quotationId: string; partnerId: PartnerId; market: string; requestHash: Buffer };

async function lookUp({ readForOrder }: PlacementDeps, asked: Asked, now: Instant) {
  const { quotation, boughtOrder } = isId(asked.quotationId)
    ? await readForOrder(asked.quotationId)
    : { quotation: undefined, boughtOrder: undefined };
  return orThrow(decideQuotationUse(quotation, boughtOrder, asked, now));
}

/** Two placements of one quotation at once: the second learns what the first has made of it. */
async function boughtMeanwhile(deps: PlacementDeps, asked: Asked, now: Instant): Promise<Order> {
  const use = await lookUp(deps, asked, now);
  if ('bought' in use) return orderAt(use.bought, now);
  throw new DeliveryError('ERR_UNAVAILABLE');
}

function orderFor(
  deps: PlacementDeps,
  { partnerId, market, now, clockAheadMs }: Asker,
  request: OrderRequest,
  requestHash: Buffer,
  quotation: QuotationRecord,
): MatchingOrder {
  const { document } = quotation;
  const contacts = contactsOfStops(document.stops, request);
  if ('faults' in contacts) throw new DeliveryError(contacts.faults as [Fault, ...Fault[]]);
  const { fareMinor, pricing } = priceAtPlacement(deps.rates, quotation, market, now);
  const id = deps.ids.next<'order'>();
  return {
    id,
    partnerId,
    quotationId: quotation.id,
    market: quotation.market,
    locode: quotation.locode,
    service: quotation.service,
    placedAt: now,
    scheduleAt: document.scheduleAt,
    currency: document.currency,
    fareMinor,
    priorityFeeMinor: 0n,
    giveBacks: 0,
    giveBacksInARow: 0,
    formerDriverIds: [],
    editsUsed: 0,
    delivery: deliveryOf(quotation, request, contacts.stops),
    pricing,
    history: [{ at: now, event: 'placed', status: 'ASSIGNING_DRIVER', by: 'partner' }],
    requestHash,
    shareToken: newShareToken(deps.random),
    replaces: undefined,
    replacedBy: undefined,
    streamId: id,
    eventCount: 1,
    revision: 1,
    clockAheadMs,
    status: 'ASSIGNING_DRIVER',
    matchBy: matchByAfterPlacement(now, document.scheduleAt),
  };
}

function deliveryOf({ document }: QuotationRecord, request: OrderRequest, stops: readonly OrderStop[]): Delivery {
  return {
    language: document.language,
    specialRequests: document.specialRequests,
    isRouteOptimized: document.isRouteOptimized,
    ...(document.item === undefined ? {} : { item: document.item }),
    distanceMeters: document.distanceMeters,
    stops,
    proofRequired: request.isPODEnabled ?? false,
    ...(request.metadata === undefined || request.metadata === null ? {} : { metadata: request.metadata }),
    ...(request.partner ? { channelPartner: request.partner } : {}),
  };
}

/** The trip of the quotation, priced anew; for an immediate order the pick-up is now. */
function priceAtPlacement(
  rates: RateCatalogue,
  quotation: QuotationRecord,
  market: Market,
  now: Instant,
): { fareMinor: MinorUnits; pricing: Pricing } {
  const { locode, service, document, trip, explanation } = quotation;
  const city = market.cities.find((candidate) => candidate.locode === locode);
  const pickUpAt = document.scheduleAt ?? now;
  const card = rates.cardAt(locode, service, now);
  const current =
    city === undefined || card === undefined
      ? undefined
      : priceTrip(card.card, { ...trip, pickUp: rates.pickUpMoment(market.market, city.timeZone, pickUpAt) });
  const print = (amount: MinorUnits) => formatAmount(amount, market.decimals);
  const taken = choosePrice(quotation.totalMinor, current?.totalMinor);
  const placement = {
    quotedTotal: document.total,
    totalAtPlacement: print(current?.totalMinor ?? quotation.totalMinor),
    taken,
  };
  const common = { decimals: market.decimals, placement };
  if (taken === 'AT_PLACEMENT' && card !== undefined && current !== undefined) {
    return {
      fareMinor: current.totalMinor,
      pricing: {
        ...common,
        prices: pricesOf(current, undefined, print),
        cardVersion: card.version,
        pickUpAt,
        driverFare: driverFare(card.card, current).toString(),
        explanation: { ...explanation, ...explainPrice(card, current, print, now, pickUpAt) },
      },
    };
  }
  const quoted = quotedPrice(rates, quotation);
  const { totalBeforeOptimization, ...prices } = document.prices;
  return {
    fareMinor: quotation.totalMinor,
    pricing: {
      ...common,
      prices,
      cardVersion: versionOf(quotation),
      pickUpAt: document.scheduleAt ?? quotation.createdAt,
      driverFare: driverFare(quoted.card.card, quoted.price).toString(),
      explanation,
    },
  };
}

function quotedPrice(rates: RateCatalogue, quotation: QuotationRecord): { card: RateCardVersion; price: Price } {
  const card = rates.cardOfVersion(quotation.locode, quotation.service, versionOf(quotation));
  if (card === undefined) throw new Error(`the card of quotation ${quotation.id} is not known`);
  return { card, price: priceTrip(card.card, quotation.trip) };
}

function versionOf({ explanation }: QuotationRecord): number {
  return (explanation as { rateCard: { version: number } }).rateCard.version;
}

type ForOrder = { readonly quotation: QuotationRecord | undefined; readonly boughtOrder: Order | undefined };
export type ReadForOrder = (quotationId: string) => Promise<ForOrder>;

const LARGEST_BATCH = 64;

/** Quotations and what they have bought, in two reads for all placements that arrive together. */
export function createForOrderReader(database: Database): ReadForOrder {
  return microBatch(LARGEST_BATCH, async (ids: readonly string[]) => {
    const distinct = [...new Set(ids)];
    const [quotations, orders] = await Promise.all([
      findQuotationRecords(database, distinct),
      findBoughtOrders(database, distinct),
    ]);
    return ids.map((id) => ({
      quotation: quotations.find((quotation) => quotation.id === id),
      boughtOrder: orders.find((order) => order.quotationId === id),
    }));
  });
}
