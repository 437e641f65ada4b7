import { DeliveryError, type Fault, refuseFaults } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { formatAmount } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type City, isOnline, type Market, type MarketCatalogue } from '../markets/index.ts';
import { isPriced, type RateCardVersion } from '../pricing/index.ts';
import type { Geocoder } from '../routing/index.ts';
import { type PlacedStop, placeStops } from './place-stops.ts';
import { cityOf, type PricingDeps, priceStops } from './price-stops.ts';
import { insertQuotations, type QuotationRecord } from './quotations-sql.ts';
import { type CheckedRequest, checkRequest, type QuotationRequest } from './rules/check-request.ts';
import { QUOTATION_LIFE_MS, type Quotation } from './rules/quotation.ts';

type KeepQuotation = (quotation: QuotationRecord) => Promise<void>;

export type QuotationDeps = PricingDeps & {
  readonly keepQuotation: KeepQuotation;
  readonly ids: Ids;
  readonly geocoder: Geocoder;
  readonly catalogue: Pick<MarketCatalogue, 'all'>;
};
type Asker = { readonly partnerId: PartnerId; readonly market: Market; readonly now: Instant };

const LARGEST_BATCH = 64;

/** Quotations that are made together are kept in one statement. */
export function createQuotationKeeper(database: Database): KeepQuotation {
  return microBatch(LARGEST_BATCH, async (quotations: readonly QuotationRecord[]) => {
    await insertQuotations(database, quotations);
    return quotations.map(() => undefined);
  });
}

/** Checks what was asked, places the stops, measures, orders and prices them, and keeps the promise. */
export async function createQuotation(
  deps: QuotationDeps,
  asker: Asker,
  request: QuotationRequest,
): Promise<Quotation> {
  const checked = checkRequest(request, asker.market, asker.now, (candidate) => isOnline(candidate, asker.now));
  const asked = { stops: checked.stops, language: checked.languageKey };
  const stops = await placeStops(deps.geocoder, asker.market.market, asked);
  const city = cityOf(deps.catalogue, asker.market, stops);
  if (!city.services.some(({ key }) => key === checked.serviceType))
    throw new DeliveryError([noServiceFault(city, checked.serviceType)]);
  const card = deps.rates.cardAt(city.locode, checked.serviceType, asker.now);
  if (card === undefined) throw new DeliveryError([noPriceFault(city, checked.serviceType)]);
  refuseFaults(unpricedFaults(card, checked.specialRequests));
  const quotation = await quote(deps, asker, checked, stops, city, card);
  await deps.keepQuotation(quotation);
  return quotation;
}

function noServiceFault(city: City, serviceType: string): Fault {
  const keys = city.services.map(({ key }) => key).join(', ');
  const sentence = `${serviceType} is not offered in ${city.name}. It must be one of ${keys}.`;
  return { code: 'ERR_INVALID_SERVICE_TYPE', sentence, pointer: '/data/serviceType' };
}

function noPriceFault(city: City, serviceType: string): Fault {
  const sentence = `${serviceType} has no price in ${city.name} yet. Ask partner support.`;
  return { code: 'ERR_INVALID_SERVICE_TYPE', sentence, pointer: '/data/serviceType' };
}

function unpricedFaults({ card }: RateCardVersion, names: readonly string[]): readonly Fault[] {
  return names.flatMap((name, index) => {
    if (isPriced(card, name)) return [];
    const pointer = `/data/specialRequests/${index}`;
    return [{ code: 'ERR_INVALID_SPECIAL_REQUEST' as const, sentence: `${name} has no price yet.`, pointer }];
  });
}

async function quote(
  deps: QuotationDeps,
  { partnerId, market, now }: Asker,
  checked: CheckedRequest,
  placed: readonly PlacedStop[],
  city: City,
  card: RateCardVersion,
): Promise<QuotationRecord> {
  const priced = await priceStops(deps, {
    market,
    city,
    card,
    stops: placed,
    specialRequests: checked.specialRequests,
    isRouteOptimized: checked.isRouteOptimized,
    pickUpAt: checked.scheduleAt ?? now,
    judgedAt: now,
  });
  return {
    id: deps.ids.next<'quotation'>(),
    partnerId,
    market: market.market,
    locode: city.locode,
    service: checked.serviceType,
    createdAt: now,
    expiresAt: now + QUOTATION_LIFE_MS,
    document: {
      language: checked.language,
      scheduleAt: checked.scheduleAt,
      specialRequests: checked.specialRequests,
      stops: priced.order.map((index) => ({ stopId: deps.ids.next<'stop'>(), ...(placed[index] as PlacedStop) })),
      isRouteOptimized: checked.isRouteOptimized,
      item: checked.item,
      distanceMeters: priced.distanceMeters,
      currency: market.currency,
      prices: priced.prices,
      total: formatAmount(priced.totalMinor, market.decimals),
    },
    trip: priced.trip,
    explanation: priced.explanation,
    totalMinor: priced.totalMinor,
  };
}
