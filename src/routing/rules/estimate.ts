import { greatCircleMeters, type Point } from '../../foundation/geo.ts';

/** What a road between the two would measure: the great circle times the city's factor, in whole metres. */
export function estimateMeters(from: Point, to: Point, roadFactor: number): number {
  return Math.round(greatCircleMeters(from, to) * roadFactor);
}

/** [from][to] */
export function estimateMatrix(points: readonly Point[], roadFactor: number): number[][] {
  return points.map((from) => points.map((to) => estimateMeters(from, to, roadFactor)));
}
