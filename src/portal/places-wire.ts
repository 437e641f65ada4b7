import type { City, Market } from '../markets/index.ts';

export function marketRow({ market, name, currency, decimals, callingCode, languages, plus, cities }: Market) {
  return { market, name, currency, decimals, callingCode, languages, plus, cities: cities.map(cityRow) };
}
export type MarketRow = ReturnType<typeof marketRow>;

/** With the corners of its area, by which a map finds it. */
function cityRow({ locode, name, timeZone, area }: City) {
  const points = area.flatMap((polygon) => polygon.flat());
  const [lats, lngs] = [points.map(([, lat]) => lat), points.map(([lng]) => lng)];
  return {
    locode,
    name,
    timeZone,
    corners: [
      { lat: Math.min(...lats), lng: Math.min(...lngs) },
      { lat: Math.max(...lats), lng: Math.max(...lngs) },
    ],
  };
}
