import type { Point } from '../foundation/geo.ts';
import { HOUR_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Log } from '../infrastructure/log.ts';
import { fetchJson } from '../infrastructure/outgoing-http.ts';
import { reasonOf } from '../infrastructure/reason.ts';
import type { Geocoder } from './geocoder.ts';
import { createPace } from './pace.ts';
import { createRecentAnswers } from './recent-answers.ts';
import { serviceUrl } from './service-url.ts';

const MOST_ANSWER_BYTES = 1_000_000;
const MOST_REMEMBERED = 10_000;
/** No geocoder makes sense of more, and it would have to travel in a URL. */
const LONGEST_ADDRESS = 500;

export type GeocoderKind = 'nominatim' | 'photon' | 'pelias';

type Question = { readonly path: string; readonly query: Readonly<Record<string, string>> };
/** How one kind of server is asked and read. */
type Dialect = {
  find(address: string, market: string): Question;
  pointFrom(answer: unknown, market: string): Point | undefined;
  name(point: Point, market: string): Question;
  nameFrom(answer: unknown, market: string): string | undefined;
};

type Parts = {
  readonly kind: GeocoderKind;
  readonly baseUrl: string;
  readonly requestsPerSecond: number;
  /** For one request, once it is its turn. */
  readonly timeLimitMs: number;
  /** For the wait in line before it. */
  readonly longestWaitMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of every question without an answer: who asked is told that there is no such place. */
  readonly noteFailure: () => void;
};

/** A geocoding server of the operator's choice: asked politely, answers kept for an hour, never waited for too long. */
export function createGeocoderServer(parts: Parts): Geocoder {
  const { kind, baseUrl, requestsPerSecond, timeLimitMs, clock, log } = parts;
  const dialect = DIALECTS[kind];
  const takeTurn = createPace({ perSecond: requestsPerSecond, longestWaitMs: parts.longestWaitMs, clock });
  const recentPoints = createRecentAnswers<Point | undefined>({ most: MOST_REMEMBERED, keptMs: HOUR_MS, clock });
  const recentNames = createRecentAnswers<string | undefined>({ most: MOST_REMEMBERED, keptMs: HOUR_MS, clock });
  const ask = async ({ path, query }: Question, language: string): Promise<unknown> => {
    await takeTurn();
    const signal = AbortSignal.timeout(timeLimitMs);
    const headers = { 'accept-language': acceptLanguage(language) };
    return fetchJson(serviceUrl(baseUrl, path, query), { headers, signal, maxBytes: MOST_ANSWER_BYTES });
  };
  const orNothing = async <T>(answer: Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await answer;
    } catch (error) {
      parts.noteFailure();
      log.warn({ geocoder: kind, error: reasonOf(error) }, 'the geocoder gave no answer');
      return undefined;
    }
  };
  return {
    async find(address, market, language) {
      const text = address.trim().replace(/\s+/g, ' ');
      if (text === '' || text.length > LONGEST_ADDRESS) return undefined;
      const key = JSON.stringify([text, market, language]);
      const look = async () => dialect.pointFrom(await ask(dialect.find(text, market), language), market);
      return orNothing(recentPoints(key, look));
    },
    async name(point, market, language) {
      const key = JSON.stringify([point.lat, point.lng, market, language]);
      const look = async () => dialect.nameFrom(await ask(dialect.name(point, market), language), market);
      return orNothing(recentNames(key, look));
    },
  };
}

/** zh_HK is asked for as zh-HK, then any Chinese, then English. */
function acceptLanguage(language: string): string {
  const tag = language.replace('_', '-');
  return [...new Set([tag, tag.split('-')[0], 'en'])].map((name, index) => `${name};q=${1 - index / 10}`).join(',');
}

/**
 * OpenStreetMap counts Hong Kong as part of the country "cn", and so do the geocoders built on it: there the country
 * is widened, and a box keeps the rest of China out.
 */
const WITHIN_ANOTHER_COUNTRY: Readonly<Record<string, { country: string; box: readonly number[] }>> = {
  HK: { country: 'CN', box: [113.82, 22.13, 114.45, 22.57] },
};

function countriesOf(market: string): string[] {
  const other = WITHIN_ANOTHER_COUNTRY[market]?.country;
  return other === undefined ? [market] : [market, other];
}

function isOfMarket(country: unknown, market: string): boolean {
  return typeof country !== 'string' || countriesOf(market).includes(country.toUpperCase());
}

const NOMINATIM: Dialect = {
  find: (q, market) => ({
    path: 'search',
    query: {
      q,
      format: 'jsonv2',
      limit: '1',
      countrycodes: countriesOf(market).join(',').toLowerCase(),
      ...boxed(market, (box) => ({ viewbox: box, bounded: '1' })),
    },
  }),
  pointFrom: (answer) => {
    const [first] = listOf(answer);
    return pointOf(field(first, 'lat'), field(first, 'lon'));
  },
  name: ({ lat, lng }) => ({ path: 'reverse', query: { lat: String(lat), lon: String(lng), format: 'jsonv2' } }),
  nameFrom: (answer, market) =>
    isOfMarket(field(field(answer, 'address'), 'country_code'), market)
      ? textOf(field(answer, 'display_name'))
      : undefined,
};

const PHOTON: Dialect = {
  // Photon refuses a `lang` it was not built with, but falls back quietly where only the header asks for one.
  find: (q, market) => ({
    path: 'api',
    query: { q, limit: '1', ...photonCountry(market), ...boxed(market, (box) => ({ bbox: box })) },
  }),
  pointFrom: featurePoint,
  name: ({ lat, lng }) => ({ path: 'reverse', query: { lat: String(lat), lon: String(lng), limit: '1' } }),
  nameFrom: (answer, market) => {
    const properties = field(firstFeature(answer), 'properties');
    if (!isOfMarket(field(properties, 'countrycode'), market)) return undefined;
    const street = [field(properties, 'housenumber'), field(properties, 'street')].filter(isText).join(' ');
    const parts = ['name', 'district', 'city', 'state', 'country'].map((name) => field(properties, name));
    return textOf([...new Set([parts[0], street, ...parts.slice(1)])].filter(isText).join(', '));
  },
};

const PELIAS: Dialect = {
  find: (text, market) => ({ path: 'v1/search', query: { text, size: '1', 'boundary.country': market } }),
  pointFrom: featurePoint,
  name: ({ lat, lng }, market) => ({
    path: 'v1/reverse',
    query: { 'point.lat': String(lat), 'point.lon': String(lng), size: '1', 'boundary.country': market },
  }),
  nameFrom: (answer) => textOf(field(field(firstFeature(answer), 'properties'), 'label')),
};

const DIALECTS: Readonly<Record<GeocoderKind, Dialect>> = { nominatim: NOMINATIM, photon: PHOTON, pelias: PELIAS };

/** Photon takes one country; where two are possible the box alone decides. */
function photonCountry(market: string): Record<string, string> {
  return countriesOf(market).length === 1 ? { countrycode: market } : {};
}

function boxed(market: string, query: (box: string) => Record<string, string>): Record<string, string> {
  const box = WITHIN_ANOTHER_COUNTRY[market]?.box;
  return box === undefined ? {} : query(box.join(','));
}

function featurePoint(answer: unknown, market: string): Point | undefined {
  const feature = firstFeature(answer);
  if (!isOfMarket(field(field(feature, 'properties'), 'countrycode'), market)) return undefined;
  const [lng, lat] = listOf(field(field(feature, 'geometry'), 'coordinates'));
  return pointOf(lat, lng);
}

function firstFeature(answer: unknown): unknown {
  return listOf(field(answer, 'features'))[0];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

function pointOf(lat: unknown, lng: unknown): Point | undefined {
  const [north, east] = [numberOf(lat), numberOf(lng)];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { lat: north, lng: east } : undefined;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || isText(value) ? Number(value) : Number.NaN;
}
