import type { Polygon } from '../../foundation/geo.ts';
import type { Market } from './market.ts';

type Features<Properties> = {
  readonly type: 'FeatureCollection';
  readonly features: readonly {
    readonly type: 'Feature';
    /** West, south, east, north: what lies beyond is not drawn. */
    readonly bbox?: readonly [number, number, number, number];
    readonly properties: Properties;
    readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: readonly Polygon[] };
  }[];
};

/** The land around the cities of a market; one feature for each part of the world that they lie in. */
export type Land = Features<Readonly<Record<string, never>>>;

/** What a map shows of a market without a street, as GeoJSON. */
export type MarketMap = {
  readonly market: string;
  readonly land: Land;
  readonly areas: Features<{ readonly locode: string; readonly name: string }>;
};

export const NO_LAND: Land = { type: 'FeatureCollection', features: [] };

export function marketMap({ market, cities }: Market, land: Land): MarketMap {
  return {
    market,
    land,
    areas: {
      type: 'FeatureCollection',
      features: cities.map(({ locode, name, area }) => ({
        type: 'Feature',
        properties: { locode, name },
        geometry: { type: 'MultiPolygon', coordinates: area },
      })),
    },
  };
}
