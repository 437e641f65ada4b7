import { fetchJson } from '../infrastructure/outgoing-http.ts';
import type { DistanceEngine, VehicleKind } from './distances.ts';
import { serviceUrl } from './service-url.ts';

const MOST_ANSWER_BYTES = 1_000_000;

/** One OSRM process serves one profile whatever the path says; with several, a proxy chooses by this word. */
const PROFILE: Readonly<Record<VehicleKind, string>> = {
  foot: 'foot',
  bicycle: 'bike',
  motorcycle: 'car',
  car: 'car',
  truck: 'car',
};

/** An OSRM server. */
export function createOsrmServer(baseUrl: string): DistanceEngine {
  return {
    source: 'osrm',
    async matrix(points, vehicle, signal) {
      // A plain number may print as 1e-7, which OSRM does not read.
      const places = points.map(({ lat, lng }) => `${lng.toFixed(7)},${lat.toFixed(7)}`).join(';');
      const url = serviceUrl(baseUrl, `table/v1/${PROFILE[vehicle]}/${places}`, { annotations: 'distance' });
      return metersFrom(await fetchJson(url, { signal, maxBytes: MOST_ANSWER_BYTES }));
    },
  };
}

function metersFrom(answer: unknown): number[][] {
  const { code, distances } = (answer ?? {}) as { code?: unknown; distances?: unknown };
  if (code !== 'Ok' || !Array.isArray(distances)) throw new Error(`OSRM answered ${String(code)} without distances`);
  return distances.map((row) =>
    Array.isArray(row) ? row.map((cell) => (typeof cell === 'number' ? cell : Number.NaN)) : [],
  );
}
