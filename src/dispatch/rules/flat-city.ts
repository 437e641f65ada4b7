import type { Point } from '../../foundation/geo.ts';

const METERS_PER_DEGREE = 111_195.08;

/** Metres east and north of the middle. */
export type FlatPoint = { readonly x: number; readonly y: number };
export type Flatten = (point: Point) => FlatPoint;

/** A city laid flat, so that distances need no sine: within 50 km of the middle they are true to 1 in 200. */
export function flattenAround(middle: Point): Flatten {
  const metersPerDegreeEast = METERS_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180);
  return ({ lat, lng }) => ({
    x: shortestTurn(lng - middle.lng) * metersPerDegreeEast,
    y: (lat - middle.lat) * METERS_PER_DEGREE,
  });
}

/** Degrees between -180 and 180: from 179° to -179° it is 2° to the east. */
function shortestTurn(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
