import { assertPresent } from '../foundation/assert.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import type { RoutingEngine } from './engine.ts';
import { openGazetteer } from './gazetteer.ts';
import { type Geocoder, noGeocoder } from './geocoder.ts';
import { createGeocoderServer } from './geocoder-servers.ts';
import { createOsrmServer } from './osrm-server.ts';
import { openValhallaInProcess } from './valhalla-in-process.ts';
import { createValhallaServer } from './valhalla-server.ts';

const GEOCODER_TIME_LIMIT_MS = 3_000;
/** Long enough for all 16 addresses of a quotation at one request a second. */
const GEOCODER_LONGEST_WAIT_MS = 16_000;
/** What the public Nominatim asks of everybody; the others are one's own. */
const REQUESTS_PER_SECOND = { nominatim: 1, photon: 20, pelias: 20 } as const;

/** The engine that the settings choose; undefined where distances are to be estimated and ways are straight. */
export async function openRoutingEngine(settings: Settings): Promise<RoutingEngine | undefined> {
  switch (settings.routing) {
    case 'estimate':
      return undefined;
    case 'valhalla':
      return openValhallaInProcess(required(settings.valhallaConfig));
    case 'valhalla-http':
      return createValhallaServer(required(settings.routingUrl));
    case 'osrm':
      return createOsrmServer(required(settings.routingUrl));
  }
}

type GeocoderDeps = { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics };

export async function openGeocoder(settings: Settings, { clock, log, metrics }: GeocoderDeps): Promise<Geocoder> {
  const failures = metrics.counter('waybill_geocoder_failures_total', 'Questions that the geocoder did not answer', []);
  switch (settings.geocoder) {
    case 'none':
      return noGeocoder;
    case 'gazetteer':
      return openGazetteer();
    default:
      return createGeocoderServer({
        kind: settings.geocoder,
        baseUrl: required(settings.geocoderUrl),
        requestsPerSecond: settings.geocoderRate ?? REQUESTS_PER_SECOND[settings.geocoder],
        timeLimitMs: GEOCODER_TIME_LIMIT_MS,
        longestWaitMs: GEOCODER_LONGEST_WAIT_MS,
        clock,
        log,
        noteFailure: () => failures.inc(),
      });
  }
}

function required(setting: string | undefined): string {
  return assertPresent(setting, 'settings without what their choice needs are refused when they are read');
}
