import {
  fault,
  isHost,
  listWhere,
  oneOf,
  optional,
  optionalText,
  type Reading,
  value,
  webAddress,
  wholeNumber,
} from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** Who measures distances, finds addresses and draws streets. */
export const GEOGRAPHY = {
  routing: preset({
    name: 'WAYBILL_ROUTING',
    meaning: 'how distances are measured: estimate (built in), valhalla (in this process), valhalla-http or osrm',
    byDefault: 'estimate',
    read: oneOf(['estimate', 'valhalla', 'valhalla-http', 'osrm']),
  }),
  routingUrl: setting({
    name: 'WAYBILL_ROUTING_URL',
    meaning: 'with WAYBILL_ROUTING=valhalla-http or osrm: base address of the server',
    shown: 'http://localhost:8002',
    read: webAddress,
  }),
  valhallaConfig: setting({
    name: 'WAYBILL_VALHALLA_CONFIG',
    meaning: "with WAYBILL_ROUTING=valhalla: path of Valhalla's configuration, which names its tiles",
    shown: '/etc/waybill/valhalla.json',
    read: optionalText,
  }),
  routingTimeoutMs: preset({
    name: 'WAYBILL_ROUTING_TIMEOUT_MS',
    meaning: 'how long a quotation waits for measured distances before it takes the estimate, in milliseconds',
    byDefault: '800',
    read: wholeNumber(10, 30_000),
  }),
  geocoder: setting({
    name: 'WAYBILL_GEOCODER',
    meaning:
      'finds addresses: gazetteer (built in, districts only), nominatim, photon, pelias or none; in production none by default',
    shown: 'gazetteer',
    read: (text, environment) =>
      oneOf(['gazetteer', 'none', 'nominatim', 'photon', 'pelias'])(
        text ?? (environment === 'sandbox' ? 'gazetteer' : 'none'),
      ),
  }),
  geocoderUrl: setting({
    name: 'WAYBILL_GEOCODER_URL',
    meaning: 'with WAYBILL_GEOCODER=nominatim, photon or pelias: base address of the server',
    shown: 'http://localhost:8080',
    read: webAddress,
  }),
  geocoderRate: setting({
    name: 'WAYBILL_GEOCODER_RATE',
    meaning: 'requests a second that one process sends to that server at most; by default 1 to nominatim, 20 to others',
    shown: '<1 to 1000>',
    read: optional(wholeNumber(1, 1_000)),
  }),
  mapStyleUrl: setting({
    name: 'WAYBILL_MAP_STYLE_URL',
    meaning: 'real streets on maps: address of a MapLibre style; without it maps show land, service areas and routes',
    shown: 'https://tiles.example.com/style.json',
    read: (text): Reading<string | undefined> =>
      text === undefined || (/^https:\/\//i.test(text) && URL.canParse(text))
        ? value(text)
        : fault('must be an https address, such as https://tiles.example.com/style.json'),
  }),
  mapHosts: setting({
    name: 'WAYBILL_MAP_HOSTS',
    meaning: 'with WAYBILL_MAP_STYLE_URL: further hosts that the style takes tiles, letters and pictures from',
    shown: 'https://tiles.example.com,https://fonts.example.com',
    read: listWhere(isHost, 'https addresses without a path, such as https://*.example.com', 'is none'),
  }),
  mapPmtiles: setting({
    name: 'WAYBILL_MAP_PMTILES',
    meaning: 'real streets on maps from a file of your own: path of a PMTiles extract of the Protomaps basemap',
    shown: '/var/lib/waybill/city.pmtiles',
    read: optionalText,
  }),
};
