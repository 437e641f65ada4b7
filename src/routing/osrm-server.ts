import type { Point } from '../foundation/geo.ts';
import { fetchJson } from '../infrastructure/outgoing-http.ts';
import type { RoutingEngine } from './engine.ts';
import { decodeLine } from './rules/line.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';
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
export function createOsrmServer(baseUrl: string): RoutingEngine {
  const ask = (
    service: string,
    vehicle: VehicleKind,
    points: readonly Point[],
    query: Record<string, string>,
    signal: AbortSignal,
  ) => {
    // A plain number may print as 1e-7, which OSRM does not read.
    const places = points.map(({ lat, lng }) => `${lng.toFixed(7)},${lat.toFixed(7)}`).join(';');
    const url = serviceUrl(baseUrl, `${service}/v1/${PROFILE[vehicle]}/${places}`, query);
    return fetchJson(url, { signal, maxBytes: MOST_ANSWER_BYTES });
  };
  return {
    source: 'osrm',
    matrix: async (points, vehicle, signal) =>
      metersFrom(await ask('table', vehicle, points, { annotations: 'distance' }, signal)),
    way: async (points, vehicle, signal) =>
      wayFrom(await ask('route', vehicle, points, { overview: 'full', geometries: 'polyline6' }, signal)),
  };
}

function metersFrom(answer: unknown): number[][] {
  const { code, distances } = (answer ?? {}) as { code?: unknown; distances?: unknown };
  if (code !== 'Ok' || !Array.isArray(distances)) throw new Error(`OSRM answered ${String(code)} without distances`);
  return distances.map((row) =>
    Array.isArray(row) ? row.map((cell) => (typeof cell === 'number' ? cell : Number.NaN)) : [],
  );
}

function wayFrom(answer: unknown): Point[] {
  const { code, routes } = (answer ?? {}) as { code?: unknown; routes?: unknown };
  const line: unknown = Array.isArray(routes) ? routes[0]?.geometry : undefined;
  if (code !== 'Ok' || typeof line !== 'string') throw new Error(`OSRM answered ${String(code)} without a way`);
  return decodeLine(line);
}
