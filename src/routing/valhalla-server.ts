import { fetchJson } from '../infrastructure/outgoing-http.ts';
import type { DistanceEngine } from './distances.ts';
import { serviceUrl } from './service-url.ts';
import { valhallaMeters, valhallaQuery } from './valhalla-matrix.ts';

const MOST_ANSWER_BYTES = 1_000_000;

/** A Valhalla server. */
export function createValhallaServer(baseUrl: string): DistanceEngine {
  const url = serviceUrl(baseUrl, 'sources_to_targets');
  return {
    source: 'valhalla',
    async matrix(points, vehicle, signal) {
      const body = valhallaQuery(points, vehicle);
      return valhallaMeters(await fetchJson(url, { method: 'POST', body, signal, maxBytes: MOST_ANSWER_BYTES }));
    },
  };
}
