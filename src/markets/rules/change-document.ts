import type { Position } from '../../foundation/geo.ts';
import type { MarketDocument } from './market-document.ts';

type City = MarketDocument['cities'][number];
type RequestTimes = { readonly effectiveTime: string | undefined; readonly offlineTime: string | undefined };
type AreaCoordinates = readonly (readonly (readonly Position[])[])[];

/**
 * With another service area for a city. Places that the old one had to hold or leave out guard against a slip of the hand; those that are
 * named change sides.
 */
export function withArea(
  document: MarketDocument,
  locode: string,
  coordinates: AreaCoordinates,
  placesThatMove: readonly string[],
): MarketDocument {
  const moves = ({ name }: { name: string }) => placesThatMove.includes(name);
  const stays = (place: { name: string }) => !moves(place);
  const area = {
    type: 'MultiPolygon' as const,
    coordinates: coordinates.map((polygon) =>
      polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
    ),
  };
  return {
    ...document,
    cities: document.cities.map(
      (city): City =>
        city.locode !== locode
          ? city
          : {
              ...city,
              area,
              inside: [...city.inside.filter(stays), ...city.outside.filter(moves)],
              outside: [...city.outside.filter(stays), ...city.inside.filter(moves)],
            },
    ),
  };
}

/** With another time from which a special request can be used, and until which. */
export function withRequestTimes(
  document: MarketDocument,
  name: string,
  { effectiveTime, offlineTime }: RequestTimes,
): MarketDocument {
  const {
    effectiveTime: _from,
    offlineTime: _until,
    ...request
  } = document.specialRequests[name] ?? { description: '' };
  const times = {
    ...(effectiveTime === undefined ? {} : { effectiveTime }),
    ...(offlineTime === undefined ? {} : { offlineTime }),
  };
  return { ...document, specialRequests: { ...document.specialRequests, [name]: { ...request, ...times } } };
}
