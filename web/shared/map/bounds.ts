import type { MapPoint } from './view.ts';

export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** What holds all points. */
export function boundsOf(points: readonly MapPoint[]): Bounds | undefined {
  if (points.length === 0) return undefined;
  const [lngs, lats] = [points.map(({ lng }) => lng), points.map(({ lat }) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

export function holds([west, south, east, north]: Bounds, { lat, lng }: MapPoint): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north;
}
