import type { FeatureCollection, MultiPolygon } from 'geojson';

export type MarketMap = {
  readonly land: FeatureCollection<MultiPolygon, Record<string, never>>;
  readonly areas: FeatureCollection<MultiPolygon, { readonly locode: string; readonly name: string }>;
};

export type Streets = { readonly streets: 'none' | 'tiles' } | { readonly streets: 'style'; readonly styleUrl: string };

/** What every map stands on. */
export type MapGround = { readonly marketMap: MarketMap; readonly streets: Streets };

const NOTHING: FeatureCollection<MultiPolygon, never> = { type: 'FeatureCollection', features: [] };

/** Without it a map shows the delivery on water, which is better than nothing. */
export const EMPTY_MAP: MarketMap = { land: NOTHING, areas: NOTHING };

export async function readMarketMap(market: string): Promise<MarketMap> {
  return (await read<MarketMap>(`/map/${encodeURIComponent(market)}.json`)) ?? EMPTY_MAP;
}

export async function readStreets(): Promise<Streets> {
  return (await read<Streets>('/map/settings.json')) ?? { streets: 'none' };
}

async function read<T>(path: string): Promise<T | undefined> {
  try {
    const answer = await fetch(path);
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
