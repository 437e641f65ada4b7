import { DeliveryError, type Fault } from '../foundation/errors.ts';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import { type City, effectsOf, type Market, type MarketCatalogue } from '../markets/index.ts';
import { driverFare, priceTrip, type RateCardVersion, type RateCatalogue, type Trip } from '../pricing/index.ts';
import { lengthOf, type MeasureDistances, type StopOrderFinder } from '../routing/index.ts';
import { explainPrice, explainRoute, pricesOf } from './rules/explanation.ts';
import type { Coordinates } from './rules/quotation.ts';
import { vehicleOf } from './rules/requested-service.ts';
import { pointOf } from './rules/requested-stop.ts';
import { findCity } from './rules/service-area.ts';

export type PricingDeps = {
  readonly rates: RateCatalogue;
  readonly measure: MeasureDistances;
  readonly stopOrder: StopOrderFinder;
};

/** The one city that holds every stop. */
export function cityOf(
  catalogue: Pick<MarketCatalogue, 'all'>,
  market: Market,
  stops: readonly { readonly coordinates: Coordinates }[],
): City {
  const found = findCity(
    market,
    stops.map(({ coordinates }) => coordinates),
    catalogue.all(),
  );
  if ('faults' in found) throw new DeliveryError(found.faults as [Fault, ...Fault[]]);
  return found.city;
}

type Delivery = {
  readonly market: Market;
  readonly city: City;
  readonly card: RateCardVersion;
  readonly stops: readonly { readonly coordinates: Coordinates }[];
  readonly specialRequests: readonly string[];
  readonly isRouteOptimized: boolean;
  readonly pickUpAt: Instant;
  /** When the card was chosen. */
  readonly judgedAt: Instant;
};

export type PricedStops = {
  /** Indexes of the stops in the order in which they are driven, the pick-up first. */
  readonly order: readonly number[];
  readonly distanceMeters: number;
  readonly trip: Trip;
  readonly prices: Readonly<Record<string, string>>;
  readonly totalMinor: MinorUnits;
  readonly driverFareMinor: MinorUnits;
  readonly explanation: Readonly<Record<string, unknown>>;
};

/** Measures the stops, finds their shortest order where that is asked for, prices them and says why. */
export async function priceStops(deps: PricingDeps, delivery: Delivery): Promise<PricedStops> {
  const { market, city, card, stops, specialRequests, isRouteOptimized, pickUpAt, judgedAt } = delivery;
  const effects = effectsOf(specialRequests);
  const distances = await deps.measure(
    stops.map(({ coordinates }) => pointOf(coordinates)),
    vehicleOf(card.service),
    city.roadFactor,
  );
  const asGiven = stops.slice(1).map((_, index) => index + 1);
  const given = { order: asGiven, meters: lengthOf(distances.meters, asGiven, effects.returnsToPickUp) };
  const best = isRouteOptimized ? await deps.stopOrder.find(distances.meters, effects.returnsToPickUp) : given;
  const pickUp = deps.rates.pickUpMoment(market.market, city.timeZone, pickUpAt);
  const tripOf = (meters: number): Trip => ({
    distanceMeters: meters,
    dropOffs: asGiven.length,
    pickUp,
    specialRequests,
  });
  const trip = tripOf(best.meters);
  const price = priceTrip(card.card, trip);
  const before = isRouteOptimized ? priceTrip(card.card, tripOf(given.meters)) : undefined;
  const print = (amount: MinorUnits) => formatAmount(amount, market.decimals);
  const { items, total, ...cardAndTime } = explainPrice(card, price, print, judgedAt, pickUpAt);
  return {
    order: [0, ...best.order],
    distanceMeters: best.meters,
    trip,
    prices: pricesOf(price, before, print),
    totalMinor: price.totalMinor,
    driverFareMinor: driverFare(card.card, price),
    explanation: {
      ...cardAndTime,
      timeZone: city.timeZone,
      route: explainRoute(city, distances, effects, best, isRouteOptimized ? given : undefined),
      items,
      total,
      driver: { needs: effects.driverNeeds, steps: effects.driverSteps },
    },
  };
}
