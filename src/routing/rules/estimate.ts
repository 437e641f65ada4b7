import { greatCircleMeters, type Point } from '../../foundation/geo.ts';

/** What a road between the two would measure: the great circle times the city's factor, in whole metres. */
export function estimateMeters(from: Point, to: Point, roadFactor: number): number {
  return Math.round(greatCircleMeters(from, to) * roadFactor);
}

/** [from][to]; as far there as back. */
export function estimateMatrix(points: readonly Point[], roadFactor: number): number[][] {
  const meters = points.map(() => new Array<number>(points.length).fill(0));
  points.forEach((from, row) => {
    for (let column = 0; column < row; column++) {
      const between = estimateMeters(from, points[column] as Point, roadFactor);
      (meters[row] as number[])[column] = between;
      (meters[column] as number[])[row] = between;
    }
  });
  return meters;
}
