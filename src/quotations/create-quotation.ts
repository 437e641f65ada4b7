import { DeliveryError, type Fault } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { formatAmount, formatExact, type MinorUnits } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type City, effectsOf, isOnline, type Market } from '../markets/index.ts';
import {
  PRICE_ITEMS,
  type Price,
  priceTrip,
  type RateCardVersion,
  type RateCatalogue,
  type Trip,
} from '../pricing/index.ts';
import type { Distances, Geocoder, StopOrderFinder, VehicleKind } from '../routing/index.ts';
import { insertQuotation, type QuotationRecord } from './quotations-sql.ts';
import { type CheckedRequest, checkRequest, type QuotationRequest } from './rules/check-request.ts';
import { QUOTATION_LIFE_MS, type Quotation, type Stop } from './rules/quotation.ts';
import { vehicleOf } from './rules/requested-service.ts';
import { nameOfStop, pointOf, type RequestedStop } from './rules/requested-stop.ts';
import { findCity } from './rules/service-area.ts';

export type QuotationDeps = {
  readonly database: Database;
  readonly ids: Ids;
  readonly rates: RateCatalogue;
  readonly measure: (
    points: readonly { lat: number; lng: number }[],
    vehicle: VehicleKind,
    roadFactor: number,
  ) => Promise<Distances>;
  readonly stopOrder: StopOrderFinder;
  readonly geocoder: Geocoder | undefined;
};
type Asker = { readonly partnerId: PartnerId; readonly market: Market; readonly now: Instant };
type PlacedStop = Pick<Stop, 'coordinates' | 'address'>;

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
  if (card === undefined) throw refuse([noServiceFault(city, checked.serviceType)]);
  const quotation = await quote(deps, asker, checked, stops, city, card);
  await insertQuotation(deps.database, quotation);
  return quotation;
}

async function placeStops(
  geocoder: Geocoder | undefined,
  market: string,
  { stops, language }: CheckedRequest,
): Promise<readonly PlacedStop[]> {
  const placed = await Promise.all(stops.map((stop) => placeStop(geocoder, market, language, stop)));
  const faults = placed.flatMap((stop, index) =>
    stop === undefined ? [geocodeFault(stops[index] as RequestedStop, index)] : [],
  );
  if (faults.length > 0) throw refuse(faults);
  return placed as readonly PlacedStop[];
}

async function placeStop(
  geocoder: Geocoder | undefined,
  market: string,
  language: string,
  { coordinates, address }: RequestedStop,
): Promise<PlacedStop | undefined> {
  if (coordinates !== undefined && address !== undefined) return { coordinates, address };
  if (coordinates !== undefined) {
    const name = await geocoder?.name(pointOf(coordinates), market, language);
    return name === undefined ? undefined : { coordinates, address: name };
  }
  const point = await geocoder?.find(address as string, market, language);
  return point === undefined
    ? undefined
    : { coordinates: { lat: String(point.lat), lng: String(point.lng) }, address: address as string };
}

function geocodeFault({ address }: RequestedStop, index: number): Fault {
  const place = nameOfStop(index);
  return {
    code: 'ERR_REVERSE_GEOCODE_FAILURE',
    sentence:
      address === undefined
        ? `No address could be found for the coordinates of ${place}. Give its address.`
        : `The address of ${place} could not be found. Give its latitude and longitude.`,
    pointer: `/data/stops/${index}/${address === undefined ? 'coordinates' : 'address'}`,
  };
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
  const given = { order: asGiven, meters: wayLength(distances, asGiven, effects.returnsToPickUp) };
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
    explanation: explain({ city, card, checked, price, before, print, distances, given, best, effects, now }),
    totalMinor: price.totalMinor,
  };
}

function wayLength({ meters }: Distances, order: readonly number[], returns: boolean): number {
  const way = [0, ...order, ...(returns ? [0] : [])];
  return way.slice(1).reduce((sum, place, index) => sum + (meters[way[index] as number]?.[place] ?? 0), 0);
}

function pricesOf(
  price: Price,
  before: Price | undefined,
  print: (amount: MinorUnits) => string,
): Record<string, string> {
  const shown = price.items.filter(({ item, amountMinor }) => item === 'base' || amountMinor > 0n);
  const ordered = PRICE_ITEMS.flatMap((name) => shown.filter(({ item }) => item === name));
  return {
    ...Object.fromEntries(ordered.map(({ item, amountMinor }) => [item, print(amountMinor)])),
    ...(before === undefined ? {} : { totalBeforeOptimization: print(before.totalMinor) }),
  };
}

type Explained = {
  readonly city: City;
  readonly card: RateCardVersion;
  readonly checked: CheckedRequest;
  readonly price: Price;
  readonly before: Price | undefined;
  readonly print: (amount: MinorUnits) => string;
  readonly distances: Distances;
  readonly given: { readonly meters: number };
  readonly best: { readonly order: readonly number[]; readonly meters: number };
  readonly effects: ReturnType<typeof effectsOf>;
  readonly now: Instant;
};

/** Why this price: everything that went into it, kept with the quotation. */
function explain({ city, card, checked, price, before, print, distances, given, best, effects, now }: Explained) {
  return {
    rateCard: {
      locode: card.locode,
      service: card.service,
      version: card.version,
      judgedAt: formatInstant(now),
      rounding: { step: formatExact(card.card.rounding.step), mode: card.card.rounding.mode },
    },
    pickUpAt: formatInstant(checked.scheduleAt ?? now),
    timeZone: city.timeZone,
    route: {
      distanceMeters: best.meters,
      measuredBy: distances.source,
      ...(distances.source === 'estimate' ? { roadFactor: city.roadFactor } : {}),
      returnsToPickUp: effects.returnsToPickUp,
      ...(before === undefined
        ? {}
        : {
            optimized: {
              distanceBeforeMeters: given.meters,
              savedMeters: given.meters - best.meters,
              order: best.order,
            },
          }),
    },
    items: price.items
      .filter(({ item, amountMinor }) => item === 'base' || amountMinor > 0n)
      .map(({ item, amountMinor, exact, inputs }) => ({
        item,
        amount: print(amountMinor),
        beforeRounding: exact,
        inputs,
      })),
    total: print(price.totalMinor),
    driver: { needs: effects.driverNeeds, steps: effects.driverSteps },
  };
}
