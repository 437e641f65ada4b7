import { type Fault, refuseFaults } from '../foundation/errors.ts';
import type { Geocoder } from '../routing/index.ts';
import type { Stop } from './rules/quotation.ts';
import { nameOfStop, pointOf, type RequestedStop } from './rules/requested-stop.ts';

export type PlacedStop = Pick<Stop, 'coordinates' | 'address'>;

/** Gives every stop what it lacks: coordinates to an address, an address to coordinates. */
export async function placeStops(
  geocoder: Geocoder,
  market: string,
  { stops, language }: { readonly stops: readonly RequestedStop[]; readonly language: string },
): Promise<readonly PlacedStop[]> {
  const placed = await Promise.all(stops.map((stop) => placeStop(geocoder, market, language, stop)));
  const faults = placed.flatMap((stop, index) =>
    stop === undefined ? [geocodeFault(stops[index] as RequestedStop, index)] : [],
  );
  refuseFaults(faults);
  return placed as readonly PlacedStop[];
}

async function placeStop(
  geocoder: Geocoder,
  market: string,
  language: string,
  { coordinates, address }: RequestedStop,
): Promise<PlacedStop | undefined> {
  if (coordinates !== undefined && address !== undefined) return { coordinates, address };
  if (coordinates !== undefined) {
    const name = await geocoder.name(pointOf(coordinates), market, language);
    return name === undefined ? undefined : { coordinates, address: name };
  }
  const point = await geocoder.find(address as string, market, language);
  return point === undefined
    ? undefined
    : { coordinates: { lat: degrees(point.lat), lng: degrees(point.lng) }, address: address as string };
}

const DECIMALS_FOUND = 9;

/** As a partner may send it again: never more than 15 decimals, never 1e-7. */
function degrees(value: number): string {
  return value.toFixed(DECIMALS_FOUND).replace(/\.?0+$/, '');
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
