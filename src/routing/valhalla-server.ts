import { fetchJson } from '../infrastructure/outgoing-http.ts';
import type { RoutingEngine } from './engine.ts';
import { serviceUrl } from './service-url.ts';
import { matrixQuery, metersFrom, wayFrom, wayQuery } from './valhalla-dialect.ts';

const MOST_ANSWER_BYTES = 1_000_000;

/** A Valhalla server. */
export function createValhallaServer(baseUrl: string): RoutingEngine {
  const ask = (path: string, body: unknown, signal: AbortSignal) =>
    fetchJson(serviceUrl(baseUrl, path), { method: 'POST', body, signal, maxBytes: MOST_ANSWER_BYTES });
  return {
    source: 'valhalla',
    matrix: async (points, vehicle, signal) =>
      metersFrom(await ask('sources_to_targets', matrixQuery(points, vehicle), signal)),
    way: async (points, vehicle, signal) => wayFrom(await ask('route', wayQuery(points, vehicle), signal)),
  };
}
