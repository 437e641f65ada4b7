import type { City, Market, MarketCatalogue } from '../markets/index.ts';
import { cityOf, placeStops, pointOf, type RequestedStop, type Stop } from '../quotations/index.ts';
import type { Geocoder, MeasureDistances } from '../routing/index.ts';

export type PlacingDeps = {
  readonly geocoder: Geocoder;
  readonly measure: MeasureDistances;
  readonly catalogue: Pick<MarketCatalogue, 'all'>;
};

type Placed = {
  readonly city: City;
  readonly stops: readonly [Omit<Stop, 'stopId'>, Omit<Stop, 'stopId'>];
  readonly distanceMeters: number;
};

/** Where the two stops are, in which city, and how far apart by road. */
export async function placeShipment(
  { geocoder, measure, catalogue }: PlacingDeps,
  market: Market,
  requested: readonly RequestedStop[],
): Promise<Placed> {
  const language = market.languages[0] as string;
  const [pickUp, dropOff] = (await placeStops(geocoder, market.market, {
    stops: requested,
    language,
  })) as Placed['stops'];
  const city = cityOf(catalogue, market, [pickUp, dropOff]);
  const points = [pickUp, dropOff].map(({ coordinates }) => pointOf(coordinates));
  const { meters } = await measure(points, 'car', city.roadFactor);
  return { city, stops: [pickUp, dropOff], distanceMeters: meters[0]?.[1] ?? 0 };
}
