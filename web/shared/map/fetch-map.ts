import { type MapGround, readMarketMap, readStreets } from './map-data.ts';

let canDraw = false;

/** What draws a map, and its ground. A browser that cannot draw one is told so before it has fetched what is larger than the rest of the app. */
export async function fetchMap<Draw>(
  market: string,
  fetchDraw: () => Promise<Draw>,
): Promise<{ readonly draw: Draw; readonly ground: MapGround }> {
  canDraw ||= hasWebGl();
  if (!canDraw) throw new Error('This browser has no WebGL 2, by which maps are drawn.');
  const [draw, marketMap, streets] = await Promise.all([fetchDraw(), readMarketMap(market), readStreets()]);
  return { draw, ground: { marketMap, streets } };
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // A page may have a few of them only.
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
