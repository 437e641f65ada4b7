import type { Call } from './load.ts';

/** Streets of Kowloon, all of them served. */
const AREA = { lat: 22.31, lng: 114.16, heightDegrees: 0.08, widthDegrees: 0.05 };

type Shape = { readonly dropOffs: number; readonly isRouteOptimized?: true };

/** Calls for quotations, no two with the same stops. */
export function createQuotationCalls({ dropOffs, ...further }: Shape): () => Call {
  let calls = 0;
  let stops = 0;
  /** Two irrational steps: places spread evenly, and always the same ones. */
  const nextStop = () => {
    stops += 1;
    const lat = AREA.lat + AREA.heightDegrees * ((stops * 0.7548776662) % 1);
    const lng = AREA.lng + AREA.widthDegrees * ((stops * 0.5698402909) % 1);
    return { coordinates: { lat: lat.toFixed(6), lng: lng.toFixed(6) }, address: `${stops} Nathan Road` };
  };
  return () => {
    const data = {
      serviceType: 'MOTORCYCLE',
      language: 'en_HK',
      stops: Array.from({ length: 1 + dropOffs }, nextStop),
      ...further,
    };
    calls += 1;
    return {
      method: 'POST',
      path: '/v3/quotations',
      body: JSON.stringify({ data }),
      requestId: `quotation-${process.pid}-${calls}`,
    };
  };
}
