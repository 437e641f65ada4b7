import type { Fault } from '../../foundation/errors.ts';
import { isInside, type Point } from '../../foundation/geo.ts';
import type { City, Market } from '../../markets/index.ts';
import type { Coordinates } from './quotation.ts';
import { capital, nameOfStop, pointOf } from './requested-stop.ts';

/** The one city of the market that holds every stop, or what is wrong with each stop that it does not hold; `served` are all markets, to say where that one lies. */
export function findCity(
  market: Market,
  stops: readonly Coordinates[],
  served: readonly Market[],
): { city: City } | { faults: readonly Fault[] } {
  const points = stops.map(pointOf);
  const counted = market.cities.map((city) => ({ city, outside: indexesOutside(city, points) }));
  const whole = counted.find(({ outside }) => outside.length === 0);
  if (whole !== undefined) return { city: whole.city };
  // Judged from the city that holds the pick-up, or else the one that holds the most.
  const home =
    counted.find(({ outside }) => !outside.includes(0)) ??
    counted.toSorted((one, other) => one.outside.length - other.outside.length)[0];
  if (home === undefined) return { faults: stops.map(noCityFault) };
  return {
    faults: home.outside.map((index) =>
      areaFault({ market, home: home.city, served }, stops[index] as Coordinates, index),
    ),
  };
}

function indexesOutside(city: City, points: readonly Point[]): number[] {
  return points.flatMap((point, index) => (isInside(point, city.area) ? [] : [index]));
}

/** Of an order in a city that has been taken off since it was placed. */
function noCityFault(stop: Coordinates, index: number): Fault {
  return outsideFault(stop, index, 'Its city is not served any more.');
}

type Place = { readonly market: Market; readonly home: City; readonly served: readonly Market[] };

function areaFault(place: Place, { lat, lng }: Coordinates, index: number): Fault {
  const { market } = place;
  const point = pointOf({ lat, lng });
  const swapped = { lat: point.lng, lng: point.lat };
  const hint =
    whereItLies(place, point) ??
    (market.cities.some((city) => isInside(swapped, city.area))
      ? `Latitude and longitude seem to be swapped. The nearest served city is ${nearestCity(market, swapped).name}.`
      : `The nearest served city is ${nearestCity(market, point).name}.`);
  return outsideFault({ lat, lng }, index, hint);
}

function whereItLies({ market, home, served }: Place, point: Point): string | undefined {
  for (const other of [market, ...served]) {
    const city = other.cities.find(({ area }) => isInside(point, area));
    if (city === undefined) continue;
    return other.market === market.market
      ? `It lies in ${city.name}, and all stops must lie in one city, here ${home.name}.`
      : `It lies in ${city.name}, which is in the market ${other.market}, not in ${market.market}.`;
  }
  return undefined;
}

function outsideFault({ lat, lng }: Coordinates, index: number, hint: string): Fault {
  return {
    code: 'ERR_OUT_OF_SERVICE_AREA',
    sentence: `${capital(nameOfStop(index))} (${lat}, ${lng}) is outside the service area. ${hint}`,
    pointer: `/data/stops/${index}/coordinates`,
  };
}

function nearestCity(market: Market, point: Point): City {
  return market.cities.reduce((best, city) =>
    borderDistance(city, point) < borderDistance(best, point) ? city : best,
  );
}

/** Good enough to say which is nearer: degrees to the nearest corner, east-west shrunk with the latitude. */
function borderDistance({ area }: City, { lat, lng }: Point): number {
  const shrink = Math.cos((lat * Math.PI) / 180);
  const corners = area.flat(2) as readonly (readonly [number, number])[];
  return Math.min(...corners.map(([cornerLng, cornerLat]) => Math.hypot((cornerLng - lng) * shrink, cornerLat - lat)));
}
