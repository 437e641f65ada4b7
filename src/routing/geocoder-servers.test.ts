import { afterEach, expect, test } from 'vitest';
import { readableLog, type TestClock, testClock } from '../../test/support/edges.ts';
import { type Asked, answerJson, startLocalService } from '../../test/support/local-service.ts';
import { HOUR_MS } from '../foundation/time.ts';
import { type Clock, systemClock } from '../infrastructure/clock.ts';
import { createGeocoderServer, type GeocoderKind } from './geocoder-servers.ts';

const KINDS: readonly GeocoderKind[] = ['nominatim', 'photon', 'pelias'];
const PLACE = { lat: 1.3048, lng: 103.8318 };

type Answering = Parameters<typeof startLocalService>[0];
const services: Awaited<ReturnType<typeof startLocalService>>[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

type Options = {
  answering?: Answering;
  clock?: Clock;
  requestsPerSecond?: number;
  timeLimitMs?: number;
  suffix?: string;
};

async function start(kind: GeocoderKind, options: Options = {}) {
  const service = await startLocalService(options.answering ?? working);
  services.push(service);
  const { log, entries } = readableLog();
  const geocoder = createGeocoderServer({
    noteFailure: () => {},
    kind,
    baseUrl: `${service.url}${options.suffix ?? ''}`,
    requestsPerSecond: options.requestsPerSecond ?? 1_000,
    timeLimitMs: options.timeLimitMs ?? 2_000,
    longestWaitMs: options.timeLimitMs ?? 2_000,
    clock: options.clock ?? systemClock,
    log,
  });
  return { geocoder, entries, asked: service.asked };
}

/** What the three servers answer, in their words. */
const working: Answering = ({ url }, answer) => {
  const feature = (properties: unknown) => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [103.8318, 1.3048] }, properties }],
  });
  const answers: Record<string, unknown> = {
    '/search': [{ place_id: 1, lat: '1.3048', lon: '103.8318', display_name: 'Orchard Road, Singapore' }],
    '/reverse': url.searchParams.has('format')
      ? { display_name: '1, Orchard Road, Singapore', address: { country_code: 'sg' } }
      : feature({
          name: 'Ion',
          housenumber: '2',
          street: 'Orchard Turn',
          city: 'Singapore',
          country: 'Singapore',
          countrycode: 'SG',
        }),
    '/api': feature({ name: 'Orchard', countrycode: 'SG' }),
    '/v1/search': feature({ label: 'Orchard Road, Singapore', country_a: 'SGP' }),
    '/v1/reverse': feature({ label: '3 Orchard Road, Singapore', country_a: 'SGP' }),
  };
  answerJson(answer, answers[url.pathname] ?? {}, url.pathname in answers ? 200 : 404);
};

const query = ({ url }: Asked) => Object.fromEntries(url.searchParams);

test.each<[GeocoderKind, string, object, string, object, string]>([
  [
    'nominatim',
    '/search',
    { q: 'Orchard Road', format: 'jsonv2', limit: '1', countrycodes: 'sg' },
    '/reverse',
    { lat: '1.3048', lon: '103.8318', format: 'jsonv2' },
    '1, Orchard Road, Singapore',
  ],
  [
    'photon',
    '/api',
    { q: 'Orchard Road', limit: '1', countrycode: 'SG' },
    '/reverse',
    { lat: '1.3048', lon: '103.8318', limit: '1' },
    'Ion, 2 Orchard Turn, Singapore',
  ],
  [
    'pelias',
    '/v1/search',
    { text: 'Orchard Road', size: '1', 'boundary.country': 'SG' },
    '/v1/reverse',
    { 'point.lat': '1.3048', 'point.lon': '103.8318', size: '1', 'boundary.country': 'SG' },
    '3 Orchard Road, Singapore',
  ],
])(
  '%s finds an address and names a place, within the market',
  async (kind, find, findQuery, reverse, reverseQuery, name) => {
    const { geocoder, asked } = await start(kind);
    expect(await geocoder.find('  Orchard \n Road ', 'SG', 'en_SG')).toEqual(PLACE);
    expect(await geocoder.name(PLACE, 'SG', 'en_SG')).toBe(name);
    expect(asked.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([`GET ${find}`, `GET ${reverse}`]);
    expect(asked.map(query)).toEqual([findQuery, reverseQuery]);
  },
);

test.each(KINDS)('%s is told the language, and keeps the path and the key of its address', async (kind) => {
  const { geocoder, asked } = await start(kind, { suffix: '/geo/?api_key=k' });
  await geocoder.find('中環', 'HK', 'zh_HK');
  await geocoder.find('Orchard', 'SG', 'en');
  expect(asked.map(({ headers }) => headers['accept-language'])).toEqual(['zh-HK;q=1,zh;q=0.9,en;q=0.8', 'en;q=1']);
  for (const { url } of asked) {
    expect(url.pathname).toMatch(/^\/geo\//);
    expect(url.searchParams.get('api_key')).toBe('k');
  }
});

test('Hong Kong, which OpenStreetMap counts as China, is found by a box', async () => {
  const nominatim = await start('nominatim');
  await nominatim.geocoder.find('Central', 'HK', 'en_HK');
  expect(nominatim.asked.map(query)).toMatchObject([
    { countrycodes: 'hk,cn', viewbox: '113.82,22.13,114.45,22.57', bounded: '1' },
  ]);
  const photon = await start('photon', {
    answering: (_, answer) =>
      answerJson(answer, {
        features: [{ geometry: { coordinates: [114.158, 22.282] }, properties: { countrycode: 'CN' } }],
      }),
  });
  expect(await photon.geocoder.find('Central', 'HK', 'en_HK')).toEqual({ lat: 22.282, lng: 114.158 });
  expect(photon.asked.map(query)).toEqual([{ q: 'Central', limit: '1', bbox: '113.82,22.13,114.45,22.57' }]);
});

test('a place of another country is not found', async () => {
  const photon = await start('photon');
  expect(await photon.geocoder.find('Orchard', 'MY', 'en_MY')).toBeUndefined();
  expect(await photon.geocoder.name(PLACE, 'MY', 'en_MY')).toBeUndefined();
  const nominatim = await start('nominatim');
  expect(await nominatim.geocoder.name(PLACE, 'MY', 'en_MY')).toBeUndefined();
});

test.each<[string, unknown]>([
  ['nothing found', []],
  ['no features', { features: [] }],
  ['an error', { error: 'Unable to geocode' }],
  ['null', null],
  ['a number', 7],
  ['coordinates that are none', [{ lat: 'north', lon: '' }]],
  ['coordinates off the earth', { features: [{ geometry: { coordinates: [1_000, 2] } }] }],
  ['half a point', { features: [{ geometry: { coordinates: [100] } }] }],
  ['null for a point', { features: [{ geometry: { coordinates: [null, null] } }] }],
  ['empty names', { display_name: ' ', features: [{ properties: { label: '', name: '' } }] }],
])('an answer with %s finds and names nothing', async (_, answered) => {
  for (const kind of KINDS) {
    const { geocoder } = await start(kind, { answering: (__, answer) => answerJson(answer, answered) });
    expect(await geocoder.find('Orchard', 'SG', 'en_SG')).toBeUndefined();
    expect(await geocoder.name(PLACE, 'SG', 'en_SG')).toBeUndefined();
  }
});

test.each<[string, Answering]>([
  ['is broken', (_, answer) => answerJson(answer, {}, 500)],
  ['redirects', (_, answer) => answer.writeHead(301, { location: '/' }).end()],
  ['sends bad JSON', (_, answer) => answer.end('[{"lat":')],
  ['sends a gigabyte', (_, answer) => answer.writeHead(200, { 'content-length': 1e9 }).flushHeaders()],
  ['hangs up', (_, answer) => answer.destroy()],
  ['is silent', () => {}],
])('a server that %s finds nothing in time, with a line in the log that repeats no address', async (_, answering) => {
  const { geocoder, entries } = await start('nominatim', { answering, timeLimitMs: 150 });
  expect(await geocoder.find('7 Secret Lane', 'SG', 'en_SG')).toBeUndefined();
  expect(await geocoder.name(PLACE, 'SG', 'en_SG')).toBeUndefined();
  expect(entries()).toMatchObject([
    { level: 'warn', geocoder: 'nominatim' },
    { level: 'warn', geocoder: 'nominatim' },
  ]);
  expect(JSON.stringify(entries())).not.toMatch(/Secret|103\.8318/);
});

test('an empty address and one of more than 500 characters are not even asked for', async () => {
  const { geocoder, asked } = await start('nominatim');
  expect(await geocoder.find(' ', 'SG', 'en_SG')).toBeUndefined();
  expect(await geocoder.find('a'.repeat(501), 'SG', 'en_SG')).toBeUndefined();
  expect(asked).toHaveLength(0);
  expect(await geocoder.find('a'.repeat(500), 'SG', 'en_SG')).toEqual(PLACE);
});

test('an answer is remembered for an hour, per address, market and language', async () => {
  const clock: TestClock = testClock();
  const { geocoder, asked } = await start('nominatim', { clock, requestsPerSecond: 1_000 });
  const find = (address: string, market: string, language: string) => {
    clock.advance(1);
    return geocoder.find(address, market, language);
  };
  await find('Orchard', 'SG', 'en_SG');
  const askedAt = clock.now();
  expect(await find(' Orchard', 'SG', 'en_SG')).toEqual(PLACE);
  expect(asked).toHaveLength(1);
  await find('orchard', 'SG', 'en_SG');
  await find('Orchard', 'MY', 'en_SG');
  await find('Orchard', 'SG', 'zh_SG');
  expect(asked).toHaveLength(4);
  clock.set(askedAt + HOUR_MS - 1);
  await geocoder.find('Orchard', 'SG', 'en_SG');
  expect(asked).toHaveLength(4);
  clock.set(askedAt + HOUR_MS);
  await geocoder.find('Orchard', 'SG', 'en_SG');
  expect(asked).toHaveLength(5);
});

test('that nothing was found is remembered too, that the server failed is not', async () => {
  let answers = 0;
  const { geocoder, asked } = await start('nominatim', {
    answering: (_, answer) => (++answers === 1 ? answer.destroy() : answerJson(answer, [])),
  });
  for (let time = 0; time < 4; time++) expect(await geocoder.find('Nowhere', 'SG', 'en_SG')).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('the same question asked twice at once is one request', async () => {
  const { geocoder, asked } = await start('photon');
  const found = await Promise.all([1, 2, 3].map(() => geocoder.find('Orchard', 'SG', 'en_SG')));
  expect(found).toEqual([PLACE, PLACE, PLACE]);
  expect(asked).toHaveLength(1);
});

test('requests leave at the polite pace', async () => {
  const times: number[] = [];
  const { geocoder } = await start('nominatim', {
    requestsPerSecond: 10,
    answering: (asked, answer) => {
      times.push(performance.now());
      working(asked, answer);
    },
  });
  const askedAt = performance.now();
  const found = await Promise.all(['a', 'b', 'c', 'd'].map((address) => geocoder.find(address, 'SG', 'en_SG')));
  expect(found).toEqual([PLACE, PLACE, PLACE, PLACE]);
  // Four requests are three intervals of 100 ms, whatever else takes time; timers may fire a little early.
  expect((times[3] as number) - askedAt).toBeGreaterThan(270);
});

test('who would have to wait too long in line finds nothing, at once', async () => {
  const { geocoder, asked, entries } = await start('nominatim', { requestsPerSecond: 0.01, timeLimitMs: 20_000 });
  const found = await Promise.all(['a', 'b', 'c'].map((address) => geocoder.find(address, 'SG', 'en_SG')));
  expect(found).toEqual([PLACE, undefined, undefined]);
  expect(asked).toHaveLength(1);
  const refused = { level: 'warn', error: 'too many are waiting in line already' };
  expect(entries()).toMatchObject([refused, refused]);
});

test('the line is bounded however long the time limit is', async () => {
  const { geocoder, asked } = await start('photon', {
    requestsPerSecond: 1_000,
    timeLimitMs: 10_000,
    clock: testClock(),
  });
  const addresses = Array.from({ length: 300 }, (_, index) => `street ${index}`);
  const found = await Promise.all(addresses.map((address) => geocoder.find(address, 'SG', 'en_SG')));
  expect(found.filter((place) => place !== undefined)).toHaveLength(101);
  expect(asked).toHaveLength(101);
});

test('a clock that is set back holds nobody up', async () => {
  const clock = testClock();
  const { geocoder } = await start('photon', { clock, requestsPerSecond: 0.01, timeLimitMs: 20_000 });
  expect(await geocoder.find('a', 'SG', 'en_SG')).toEqual(PLACE);
  clock.advance(-24 * HOUR_MS);
  expect(await geocoder.find('b', 'SG', 'en_SG')).toEqual(PLACE);
});
