import type { Point } from '../foundation/geo.ts';

/** Addresses to places and back, within one market. What cannot be found, in time or at all, is undefined. */
export type Geocoder = {
  find(address: string, market: string, language: string): Promise<Point | undefined>;
  name(point: Point, market: string, language: string): Promise<string | undefined>;
};

/** For a deployment that has none: every stop must then carry address and coordinates. */
export const noGeocoder: Geocoder = {
  find: async () => undefined,
  name: async () => undefined,
};
