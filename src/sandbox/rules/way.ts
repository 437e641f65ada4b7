import { greatCircleMeters, type Point } from '../../foundation/geo.ts';
import { type Instant, SECOND_MS } from '../../foundation/time.ts';

/** Where a driver is at a time. */
export type Place = Point & { readonly at: Instant };

/** When a driver who goes straight on arrives. */
export function arrivalAt(from: Place, to: Point, metersPerSecond: number): Instant {
  return from.at + Math.round((greatCircleMeters(from, to) / metersPerSecond) * SECOND_MS);
}

/** Where a driver is who goes evenly, and is there on time. */
export function placeAt(from: Place, to: Point, arrivesAt: Instant, at: Instant): Place {
  if (at >= arrivesAt) return { lat: to.lat, lng: to.lng, at };
  if (at <= from.at) return { ...from, at };
  const share = (at - from.at) / (arrivesAt - from.at);
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share, at };
}

const METERS_PER_DEGREE = 111_195;

/** So many metres away in a direction, in radians from the north; true enough within a city. */
export function awayFrom({ lat, lng }: Point, meters: number, bearing: number): Point {
  const metersPerDegreeEast = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  return {
    lat: lat + (meters * Math.cos(bearing)) / METERS_PER_DEGREE,
    lng: lng + (meters * Math.sin(bearing)) / metersPerDegreeEast,
  };
}
