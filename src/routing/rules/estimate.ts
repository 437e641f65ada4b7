import type { Point } from '../../foundation/geo.ts';

const EARTH_RADIUS_METERS = 6_371_008.8;

export function greatCircleMeters(from: Point, to: Point): number {
  const halfSine = (degrees: number) => Math.sin(radians(degrees) / 2);
  const chord =
    halfSine(to.lat - from.lat) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfSine(to.lng - from.lng) ** 2;
  // Rounding can lift the sum above 1 for opposite ends of the earth.
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** What a road between the two would measure: the great circle times the city's factor, in whole metres. */
export function estimateMeters(from: Point, to: Point, roadFactor: number): number {
  return Math.round(greatCircleMeters(from, to) * roadFactor);
}

/** [from][to] */
export function estimateMatrix(points: readonly Point[], roadFactor: number): number[][] {
  return points.map((from) => points.map((to) => estimateMeters(from, to, roadFactor)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
