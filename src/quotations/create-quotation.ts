import { DeliveryError, type Fault } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type City, effectsOf, isOnline, type Market } from '../markets/index.ts';
import { priceTrip, type RateCardVersion, type RateCatalogue, type Trip } from '../pricing/index.ts';
import { type Geocoder, lengthOf, type MeasureDistances, type StopOrderFinder } from '../routing/index.ts';
import { type PlacedStop, placeStops } from './place-stops.ts';
import { insertQuotation, type QuotationRecord } from './quotations-sql.ts';
import { type CheckedRequest, checkRequest, type QuotationRequest } from './rules/check-request.ts';
import { explainQuotation, pricesOf } from './rules/explanation.ts';
import { QUOTATION_LIFE_MS, type Quotation } from './rules/quotation.ts';
import { vehicleOf } from './rules/requested-service.ts';
import { pointOf } from './rules/requested-stop.ts';
import { findCity } from './rules/service-area.ts';

export type QuotationDeps = {
  readonly database: Database;
  readonly ids: Ids;
  readonly rates: RateCatalogue;
  readonly measure: MeasureDistances;
  readonly stopOrder: StopOrderFinder;
  readonly geocoder: Geocoder | undefined;
};
type Asker = { readonly partnerId: PartnerId; readonly market: Market; readonly now: Instant };

/** Checks what was asked, places the stops, measures, orders and prices them, and keeps the promise. */
export async function createQuotation(
  deps: QuotationDeps,
  asker: Asker,
  request: QuotationRequest,
): Promise<Quotation> {
  const checked = checkRequest(request, asker.market, asker.now, (candidate) => isOnline(candidate, asker.now));
  const stops = await placeStops(deps.geocoder, asker.market.market, checked);
  const city = cityOf(asker.market, checked, stops);
  const card = deps.rates.cardAt(city.locode, checked.serviceType, asker.now);
  if (card === undefined) throw refuse([noPriceFault(city, checked.serviceType)]);
  const unpriced = unpricedFaults(card, checked.specialRequests);
  if (unpriced.length > 0) throw refuse(unpriced);
  const quotation = await quote(deps, asker, checked, stops, city, card);
  await insertQuotation(deps.database, quotation);
  return quotation;
}

function cityOf(market: Market, { serviceType }: CheckedRequest, stops: readonly PlacedStop[]): City {
  const found = findCity(
    market,
    stops.map(({ coordinates }) => coordinates),
  );
  if ('faults' in found) throw refuse(found.faults);
  if (!found.city.services.some(({ key }) => key === serviceType))
    throw refuse([noServiceFault(found.city, serviceType)]);
  return found.city;
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

/** What has no fee in the card is not free: it cannot be sold yet. */
function unpricedFaults({ card }: RateCardVersion, names: readonly string[]): readonly Fault[] {
  return names.flatMap((name, index) => {
    if (Object.hasOwn(card.specialRequests, name)) return [];
    const pointer = `/data/specialRequests/${index}`;
    return [{ code: 'ERR_INVALID_SPECIAL_REQUEST' as const, sentence: `${name} has no price yet.`, pointer }];
  });
}

function refuse(faults: readonly Fault[]): DeliveryError {
  return new DeliveryError(faults as readonly [Fault, ...Fault[]]);
}

async function quote(
  deps: QuotationDeps,
  { partnerId, market, now }: Asker,
  checked: CheckedRequest,
  placed: readonly PlacedStop[],
  city: City,
  card: RateCardVersion,
): Promise<QuotationRecord> {
  const effects = effectsOf(checked.specialRequests);
  const distances = await deps.measure(
    placed.map(({ coordinates }) => pointOf(coordinates)),
    vehicleOf(checked.serviceType),
    city.roadFactor,
  );
  const asGiven = placed.slice(1).map((_, index) => index + 1);
  const given = { order: asGiven, meters: lengthOf(distances.meters, asGiven, effects.returnsToPickUp) };
  const best = checked.isRouteOptimized ? await deps.stopOrder.find(distances.meters, effects.returnsToPickUp) : given;
  const pickUp = deps.rates.pickUpMoment(market.market, city.timeZone, checked.scheduleAt ?? now);
  const tripOf = (meters: number): Trip => ({
    distanceMeters: meters,
    dropOffs: asGiven.length,
    pickUp,
    specialRequests: checked.specialRequests,
  });
  const trip = tripOf(best.meters);
  const price = priceTrip(card.card, trip);
  const before = checked.isRouteOptimized ? priceTrip(card.card, tripOf(given.meters)) : undefined;
  const stops = [0, ...best.order].map((index) => ({
    stopId: deps.ids.next<'stop'>(),
    ...(placed[index] as PlacedStop),
  }));
  const print = (amount: MinorUnits) => formatAmount(amount, market.decimals);
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
      stops,
      isRouteOptimized: checked.isRouteOptimized,
      item: checked.item,
      distanceMeters: best.meters,
      currency: market.currency,
      prices: pricesOf(price, before, print),
      total: print(price.totalMinor),
    },
    trip,
    explanation: explainQuotation({ city, card, checked, price, before, print, distances, given, best, effects, now }),
    totalMinor: price.totalMinor,
  };
}
