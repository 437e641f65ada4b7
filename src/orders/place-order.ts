import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, type Fault, refuseFaults } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Random } from '../infrastructure/random.ts';
import type { Trace } from '../infrastructure/trace.ts';
import type { Market } from '../markets/index.ts';
import type { RateCatalogue } from '../pricing/index.ts';
import type { QuotationRecord } from '../quotations/index.ts';
import { insufficientCredit } from '../wallet/index.ts';
import { EXPIRE_ORDER } from './expiry-timer.ts';
import type { LookUpQuotation } from './look-up-quotation.ts';
import type { Place } from './placement-queue.ts';
import type { Placement } from './placement-sql.ts';
import { priceAtPlacement } from './price-at-placement.ts';
import { matchByAfterPlacement, orderAt } from './rules/expiry.ts';
import type { Delivery, MatchingOrder, Order, OrderStop } from './rules/order.ts';
import { orderCreated, statusChanged } from './rules/order-events.ts';
import {
  contactsOfStops,
  findRequestFaults,
  hashOfRequest,
  type OrderRequest,
  type PhoneFault,
} from './rules/order-request.ts';
import type { Links } from './rules/order-view.ts';
import { decideQuotationUse } from './rules/quotation-use.ts';
import { newShareToken } from './share-token.ts';

export type PlacementDeps = {
  readonly ids: Ids;
  readonly random: Random;
  readonly rates: RateCatalogue;
  readonly linksAt: (now: Instant) => Links;
  readonly lookUpQuotation: LookUpQuotation;
  /** Whether it is a quotation of the other variant, which has rooms of its own. */
  readonly isScheduled: (partnerId: PartnerId, quotationId: string) => Promise<boolean>;
  readonly phoneFault: (market: string) => PhoneFault;
  readonly place: Place;
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

type Placed = { readonly order: Order; readonly isNew: boolean };

/** Buys an order for the price that was quoted, or the lower one of this moment. The same request again gets the same order. */
export async function placeOrder(deps: PlacementDeps, asker: Asker, request: OrderRequest): Promise<Placed> {
  const { partnerId, market, now } = asker;
  refuseFaults(findRequestFaults(request, deps.phoneFault(market.market)));
  const quotationId = String(request.quotationId);
  const asked = { quotationId, partnerId, market: market.market, requestHash: hashOfRequest(request) };
  const use = await useOfQuotation(deps, asked, now);
  if ('bought' in use) return { order: orderAt(use.bought, now), isNew: false };
  const order = orderFor(deps, asker, request, asked.requestHash, use.buy);
  const links = deps.linksAt(now);
  const outcome = await deps.place({
    order,
    transferId: deps.ids.next<'ledgerTransfer'>(),
    created: orderCreated(order, now, links),
    event: statusChanged(order, '', now, links),
    timerKind: EXPIRE_ORDER,
    trace: asker.trace,
    remembered: asker.remember(order),
  });
  if (outcome === 'QUOTATION_USED') return boughtMeanwhile(deps, asked, now);
  if (outcome.placed) return { order: { ...order, eventCount: outcome.eventCount }, isNew: true };
  const { balanceMinor } = outcome;
  return orThrow(insufficientCredit(balanceMinor, order.fareMinor - balanceMinor, market));
}

type Asked = { quotationId: string; partnerId: PartnerId; market: string; requestHash: Buffer };

async function useOfQuotation({ lookUpQuotation, isScheduled }: PlacementDeps, asked: Asked, now: Instant) {
  const { quotationId, partnerId } = asked;
  const { quotation, boughtOrder } = await lookUpQuotation(quotationId);
  const isUnknown = quotation === undefined && boughtOrder === undefined;
  const known = { ...asked, isScheduled: isUnknown && (await isScheduled(partnerId, quotationId)) };
  return orThrow(decideQuotationUse(quotation, boughtOrder, known, now));
}

/** Two placements of one quotation at once: the second learns what the first has made of it. */
async function boughtMeanwhile(deps: PlacementDeps, asked: Asked, now: Instant): Promise<Placed> {
  const use = await useOfQuotation(deps, asked, now);
  if ('bought' in use) return { order: orderAt(use.bought, now), isNew: false };
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
