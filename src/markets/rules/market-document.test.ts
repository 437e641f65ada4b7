import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDocumentFaults, type MarketDocument, marketFrom } from './market-document.ts';

const FOLDER = new URL('../../../data/markets/', import.meta.url);
const shipped = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as MarketDocument;
const singapore = () => shipped('SG.json');

type Change = readonly [pointer: string, value: unknown];

/** The document of Singapore with other values at these pointers; undefined takes the key out. */
function changed(...changes: readonly Change[]): unknown {
  const document = singapore();
  for (const [pointer, value] of changes) {
    const keys = pointer.slice(1).split('/');
    const last = keys.pop() as string;
    const holder = keys.reduce<Record<string, unknown>>(
      (level, key) => level[key] as Record<string, unknown>,
      document as unknown as Record<string, unknown>,
    );
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return document;
}

const pattern = (text: string) => `must match pattern "${text}"`;
const DECIMAL = pattern('^(0|[1-9][0-9]*)(\\.[0-9]+)?$');
const AMOUNT = pattern('^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$');
const MORE_THAN_0 = 'must be more than 0 with at most 1 decimals';
const KEY = pattern('^[A-Z0-9][A-Z0-9_]*$');
const UNKNOWN_KEY = 'is not a key that is known here';
const RING = '/cities/0/area/coordinates/0/0';
const BOW_TIE = [
  [103.6, 1.2],
  [104, 1.5],
  [104, 1.2],
  [103.6, 1.5],
  [103.6, 1.2],
];

test.each(readdirSync(FOLDER))('the shipped file %s is without faults', (file) => {
  expect(findDocumentFaults(shipped(file))).toEqual([]);
});

test.each([null, [], 'SG', 65, undefined])('%j is no document', (document) => {
  expect(findDocumentFaults(document)).toEqual([{ path: '/', sentence: 'must be object' }]);
});

const REQUIRED = Object.keys(singapore()).filter((key) => key !== 'priorityFee' && key !== 'emergencyNumbers');

test.each(REQUIRED)('a document without %s is refused', (key) => {
  expect(findDocumentFaults(changed([`/${key}`, undefined]))).toEqual([{ path: `/${key}`, sentence: 'is missing' }]);
});

test('an empty document misses every key at once', () => {
  const missing = REQUIRED.map((key) => ({ path: `/${key}`, sentence: 'is missing' }));
  expect(findDocumentFaults({})).toEqual(expect.arrayContaining(missing));
  expect(findDocumentFaults({})).toHaveLength(missing.length);
});

test.each<[pointer: string, value: unknown, sentence: string]>([
  ['/market', 'sg', pattern('^[A-Z]{2}$')],
  ['/market', 'SGP', pattern('^[A-Z]{2}$')],
  ['/name', '', 'must not have fewer than 1 characters'],
  ['/name', 'x'.repeat(201), 'must not have more than 200 characters'],
  ['/currency', 'SG', pattern('^[A-Z]{3}$')],
  ['/currency', 'sgd', pattern('^[A-Z]{3}$')],
  ['/decimals', -1, 'must be >= 0'],
  ['/decimals', 4, 'must be <= 3'],
  ['/decimals', 0.5, 'must be integer'],
  ['/decimals', '1', 'must be integer'],
  ['/callingCode', '+65', pattern('^[1-9][0-9]{0,2}$')],
  ['/callingCode', '065', pattern('^[1-9][0-9]{0,2}$')],
  ['/callingCode', '6565', pattern('^[1-9][0-9]{0,2}$')],
  ['/languages', [], 'must not have fewer than 1 items'],
  ['/languages', ['en_SG', 'en_SG'], 'must not have duplicate items'],
  ['/languages/0', 'en-SG', pattern('^[a-z]{2}_[A-Z]{2}$')],
  ['/plus', 'yes', 'must be boolean'],
  ['/notes', 'a note', UNKNOWN_KEY],
  ['/emergencyNumbers', '999', 'must be object'],
  ['/emergencyNumbers/fire', '995', UNKNOWN_KEY],
  ['/emergencyNumbers/police', undefined, 'is missing'],
  ['/emergencyNumbers/police', 999, 'must be string'],
  ['/emergencyNumbers/police', '99', pattern('^[0-9]{3,6}$')],
  ['/emergencyNumbers/ambulance', '+65 995', pattern('^[0-9]{3,6}$')],
  ['/priorityFee', '0.1', 'must be object'],
  ['/priorityFee/step', '0.1', UNKNOWN_KEY],
  ['/priorityFee/minimum', undefined, 'is missing'],
  ['/priorityFee/minimum', 0.1, 'must be string'],
  ['/priorityFee/minimum', '-0.1', AMOUNT],
  ['/priorityFee/minimum', '0', MORE_THAN_0],
  ['/priorityFee/minimum', '0.0', MORE_THAN_0],
  ['/priorityFee/minimum', '0.15', MORE_THAN_0],
  ['/priorityFee/maximumFloor', undefined, 'is missing'],
  ['/priorityFee/maximumFloor', '1'.repeat(13), AMOUNT],
  ['/priorityFee/maximumFloor', '20.05', 'must have at most 1 decimals'],
  ['/priorityFee/maximumFloor', '0', 'must not be less than minimum'],
  ['/specialRequestGroups/Queueing', 1, 'must be object'],
  ['/specialRequestGroups/Queueing/maxSelection', 0, 'must be >= 1'],
  ['/specialRequestGroups/Queueing/maxSelection', 1.5, 'must be integer'],
  ['/specialRequestGroups/Queueing/maxSelection', undefined, 'is missing'],
  ['/specialRequestGroups/Queueing/name', 'Queue', UNKNOWN_KEY],
  ['/specialRequests/helper', { description: 'One helper' }, UNKNOWN_KEY],
  ['/specialRequests/HELPER/description', undefined, 'is missing'],
  ['/specialRequests/HELPER/description', '', 'must not have fewer than 1 characters'],
  ['/specialRequests/HELPER/price', '5', UNKNOWN_KEY],
  ['/specialRequests/HELPER/effectiveTime', '2026-03-01', pattern('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$')],
  ['/specialRequests/HELPER/offlineTime', '', pattern('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$')],
  ['/services/van', singapore().services.VAN, UNKNOWN_KEY],
  ['/services/VAN/colour', 'white', UNKNOWN_KEY],
  ['/services/VAN/loadKg', undefined, 'is missing'],
  ['/services/VAN/loadKg', 600, 'must be string'],
  ['/services/VAN/loadKg', '600.', DECIMAL],
  ['/services/VAN/loadKg', '-600', DECIMAL],
  ['/services/VAN/dimensions/length', '01', DECIMAL],
  ['/services/VAN/dimensions/height', undefined, 'is missing'],
  ['/services/VAN/dimensions/depth', '1', UNKNOWN_KEY],
  ['/services/VAN/specialRequests', ['HELPER', 'HELPER'], 'must not have duplicate items'],
  ['/services/VAN/specialRequests/0', 'round trip', KEY],
  ['/services/VAN/itemSpecification', undefined, 'is missing'],
  ['/cities', [], 'must not have fewer than 1 items'],
  ['/cities/0/population', 5_000_000, UNKNOWN_KEY],
  ['/cities/0/locode', 'SG_SIN', pattern('^[A-Z]{2} [A-Z0-9]{3}$')],
  ['/cities/0/services', [], 'must not have fewer than 1 items'],
  ['/cities/0/services', ['VAN', 'VAN'], 'must not have duplicate items'],
  ['/cities/0/area/type', 'Polygon', 'must be equal to constant'],
  ['/cities/0/area/coordinates', [], 'must not have fewer than 1 items'],
  ['/cities/0/area/coordinates/0', [], 'must not have fewer than 1 items'],
  [RING, BOW_TIE.slice(0, 3), 'must not have fewer than 4 items'],
  [`${RING}/0`, [103.6], 'must not have fewer than 2 items'],
  [`${RING}/0/0`, 180.1, 'must be <= 180'],
  [`${RING}/0/0`, -180.1, 'must be >= -180'],
  [`${RING}/0/1`, 90.1, 'must be <= 90'],
  [`${RING}/0/1`, -90.1, 'must be >= -90'],
  [`${RING}/0/1`, '1.3', 'must be number'],
  ['/cities/0/inside', singapore().cities[0]?.inside.slice(0, 1), 'must not have fewer than 2 items'],
  ['/cities/0/outside', singapore().cities[0]?.outside.slice(0, 1), 'must not have fewer than 2 items'],
  ['/cities/0/inside/0/lat', '1.364', 'must be number'],
  ['/cities/0/outside/0/name', undefined, 'is missing'],
  ['/cities/0/outside/0/zip', '80000', UNKNOWN_KEY],
])('%s must not be %j', (pointer, value, sentence) => {
  expect(findDocumentFaults(changed([pointer, value]))).toEqual([{ path: pointer, sentence }]);
});

test.each<[pointer: string, value: unknown]>([
  ['/decimals', 3],
  ['/name', 'x'.repeat(200)],
  ['/callingCode', '1'],
  ['/priorityFee', undefined],
  ['/priorityFee/minimum', '20'],
  ['/priorityFee/minimum', '20.0'],
  ['/priorityFee/maximumFloor', '0.1'],
  ['/priorityFee/maximumFloor', '1'.repeat(12)],
  ['/callingCode', '886'],
  ['/services/VAN/loadKg', '0.25'],
  ['/services/VAN/specialRequests', []],
  ['/services/VAN/itemSpecification', {}],
  ['/specialRequests/HELPER/effectiveTime', '2026-03-01T00:00:00Z'],
  ['/specialRequests/HELPER/offlineTime', '2026-03-01T00:00:00Z'],
  ['/cities/0/inside', singapore().cities[0]?.inside.slice(0, 2)],
])('%s may be %j', (pointer, value) => {
  expect(findDocumentFaults(changed([pointer, value]))).toEqual([]);
});

test('an item specification names known lists only, and may leave each out', () => {
  const path = '/services/VAN/itemSpecification';
  expect(findDocumentFaults(changed([`${path}/categories`, undefined]))).toEqual([]);
  expect(findDocumentFaults(changed([path, 'none']))).toEqual([{ path, sentence: 'must be object' }]);
  expect(findDocumentFaults(changed([`${path}/colours`, []]))).toEqual([
    { path: `${path}/colours`, sentence: UNKNOWN_KEY },
  ]);
  expect(findDocumentFaults(changed([`${path}/categories`, ['a b']]))).toEqual([
    { path: `${path}/categories/0`, sentence: KEY },
  ]);
});

test('names are looked up among the document’s own, and a time must be in the calendar', () => {
  const request = '/specialRequests/ROUND_TRIP';
  expect(findDocumentFaults(changed([`${request}/group`, 'constructor']))).toEqual([
    { path: `${request}/group`, sentence: 'names "constructor", which is not in specialRequestGroups' },
  ]);
  expect(findDocumentFaults(changed([`${request}/effectiveTime`, '2026-02-30T00:00:00Z']))).toEqual([
    { path: `${request}/effectiveTime`, sentence: '"2026-02-30T00:00:00Z" is no time' },
  ]);
});

test('a group has a name, and a position two numbers', () => {
  expect(findDocumentFaults(changed(['/specialRequestGroups/', { maxSelection: 1 }]))).toHaveLength(1);
  expect(findDocumentFaults(changed([`${RING}/0`, [103.6, 1.2, 5]])).length).toBeGreaterThan(0);
});

test('several faults are told at once', () => {
  const document = changed(['/market', 'sg'], ['/decimals', 9], ['/cities/0/locode', 'SIN'], ['/notes', 'a note']);
  expect(
    findDocumentFaults(document)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/cities/0/locode', '/decimals', '/market', '/notes']);
});

test('the amounts of a priority fee fit the decimals of the market, and every fault of them is told', () => {
  const bounds = (minimum: string, maximumFloor: string) =>
    findDocumentFaults(changed(['/decimals', 0], ['/priorityFee', { minimum, maximumFloor }])).map(({ path }) => path);
  expect(bounds('1', '20')).toEqual([]);
  expect(bounds('0.1', '20.5')).toEqual(['/priorityFee/minimum', '/priorityFee/maximumFloor']);
  expect(bounds('21', '20')).toEqual(['/priorityFee/maximumFloor']);
  expect(bounds('20', '20')).toEqual([]);
});

test('a special request must name a group that is defined', () => {
  expect(findDocumentFaults(changed(['/specialRequests/HELPER/group', 'Helpers']))).toEqual([
    { path: '/specialRequests/HELPER/group', sentence: 'names "Helpers", which is not in specialRequestGroups' },
  ]);
  expect(findDocumentFaults(changed(['/specialRequests/HELPER/group', 'Queueing']))).toEqual([]);
});

test.each(['effectiveTime', 'offlineTime'])('%s must be a time of the calendar and the clock', (key) => {
  for (const time of ['2026-13-01T00:00:00Z', '2026-01-32T00:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:60:00Z']) {
    expect(findDocumentFaults(changed([`/specialRequests/HELPER/${key}`, time]))).toEqual([
      { path: `/specialRequests/HELPER/${key}`, sentence: `"${time}" is no time` },
    ]);
  }
});

test('a special request must go offline later than it comes online', () => {
  const faultsOf = (offlineTime: string) =>
    findDocumentFaults(
      changed(
        ['/specialRequests/HELPER/effectiveTime', '2026-03-01T00:00:00Z'],
        ['/specialRequests/HELPER/offlineTime', offlineTime],
      ),
    );
  const fault = { path: '/specialRequests/HELPER/offlineTime', sentence: 'must be later than effectiveTime' };
  expect(faultsOf('2026-02-28T23:59:59Z')).toEqual([fault]);
  expect(faultsOf('2026-03-01T00:00:00Z')).toEqual([fault]);
  expect(faultsOf('2026-03-01T00:00:01Z')).toEqual([]);
});

test('a service must name special requests that are defined', () => {
  expect(findDocumentFaults(changed(['/services/VAN/specialRequests', ['HELPER', 'JUGGLING']]))).toEqual([
    {
      path: '/services/VAN/specialRequests/1',
      sentence: 'names JUGGLING, a special request that is not defined',
    },
  ]);
});

test('a special request that is taken out is missed by every service that names it', () => {
  const paths = findDocumentFaults(changed(['/specialRequests/HELPER', undefined])).map(({ path }) => path);
  const services = Object.entries(singapore().services).filter(([, service]) =>
    service.specialRequests.includes('HELPER'),
  );
  expect(paths).toEqual(
    services.map(([key, service]) => `/services/${key}/specialRequests/${service.specialRequests.indexOf('HELPER')}`),
  );
  expect(paths.length).toBeGreaterThan(1);
});

test('a city must name services that are defined', () => {
  expect(findDocumentFaults(changed(['/cities/0/services', ['VAN', 'ROCKET']]))).toEqual([
    { path: '/cities/0/services/1', sentence: 'names ROCKET, a service that is not defined' },
  ]);
});

test('a locode must begin with the market', () => {
  expect(findDocumentFaults(changed(['/cities/0/locode', 'HK SIN']))).toEqual([
    { path: '/cities/0/locode', sentence: 'must begin with "SG "' },
  ]);
});

test('a locode must not stand there twice', () => {
  const [city] = singapore().cities;
  const sentence = 'SG SIN stands here more than once';
  expect(findDocumentFaults(changed(['/cities', [city, city]]))).toEqual([
    { path: '/cities/0/locode', sentence },
    { path: '/cities/1/locode', sentence },
  ]);
  expect(findDocumentFaults(changed(['/cities', [city, { ...city, locode: 'SG JUR' }]]))).toEqual([]);
});

test('a time zone must be one that is known', () => {
  expect(findDocumentFaults(changed(['/cities/0/timeZone', 'Asia/Atlantis']))).toEqual([
    { path: '/cities/0/timeZone', sentence: '"Asia/Atlantis" is no time zone' },
  ]);
});

test('a ring must be closed', () => {
  const ring = singapore().cities[0]?.area.coordinates[0]?.[0]?.slice(0, -1);
  expect(findDocumentFaults(changed([RING, ring]))).toEqual([
    { path: RING, sentence: 'is not closed: its last position must equal its first' },
  ]);
});

test('a ring must not cross itself, and places are not looked at before it is mended', () => {
  expect(findDocumentFaults(changed([RING, BOW_TIE]))).toEqual([
    { path: RING, sentence: 'crosses itself: the lines after positions 0 and 2 meet' },
  ]);
});

test('a ring of the shipped outline with two far positions exchanged crosses itself', () => {
  const ring = singapore().cities[0]?.area.coordinates[0]?.[0] ?? [];
  const [near, far] = [ring[5], ring[25]];
  const exchanged = ring.map((position, index) => (index === 5 ? far : index === 25 ? near : position));
  expect(findDocumentFaults(changed([RING, exchanged]))).toEqual([
    { path: RING, sentence: expect.stringMatching(/^crosses itself: the lines after positions \d+ and \d+ meet$/) },
  ]);
});

test('a hole is checked like an outline, and what lies in it is outside', () => {
  const square = (lng: number, lat: number) => [
    [lng - 0.01, lat - 0.01],
    [lng + 0.01, lat - 0.01],
    [lng + 0.01, lat + 0.01],
    [lng - 0.01, lat + 0.01],
    [lng - 0.01, lat - 0.01],
  ];
  const hole = '/cities/0/area/coordinates/0/1';
  expect(findDocumentFaults(changed([hole, square(103.991, 1.364)]))).toEqual([
    { path: '/cities/0/inside/0', sentence: 'Changi is not inside the area' },
  ]);
  expect(findDocumentFaults(changed([hole, square(103.991, 1.364).slice(0, 4)]))).toEqual([
    { path: hole, sentence: 'is not closed: its last position must equal its first' },
  ]);
});

test('a place inside must be inside the area', () => {
  expect(findDocumentFaults(changed(['/cities/0/inside/1', { name: 'Batam', lat: 1.13, lng: 104.05 }]))).toEqual([
    { path: '/cities/0/inside/1', sentence: 'Batam is not inside the area' },
  ]);
});

test('a place outside must be outside the area', () => {
  const place = { name: 'Raffles Place', lat: 1.284, lng: 103.851 };
  expect(findDocumentFaults(changed(['/cities/0/outside/2', place]))).toEqual([
    { path: '/cities/0/outside/2', sentence: 'Raffles Place is not outside the area' },
  ]);
});

const SMALL: MarketDocument = {
  market: 'HK',
  name: 'Hong Kong',
  currency: 'HKD',
  decimals: 0,
  callingCode: '852',
  emergencyNumbers: { police: '999', ambulance: '999' },
  languages: ['en_HK', 'zh_HK'],
  plus: true,
  priorityFee: { minimum: '1', maximumFloor: '100' },
  specialRequestGroups: { 'Toll fee': { maxSelection: 3 } },
  specialRequests: {
    TOLL_FEE_1: { description: 'One toll', group: 'Toll fee' },
    HELPER: { description: 'One helper', effectiveTime: '2026-03-01T00:00:00Z', offlineTime: '2026-06-01T12:30:00Z' },
  },
  services: {
    VAN: {
      description: 'A van',
      dimensions: { length: '1.7', width: '1.2', height: '1.1' },
      loadKg: '600',
      specialRequests: ['HELPER', 'TOLL_FEE_1'],
      itemSpecification: { weightRange: ['LESS_THAN_3_KG'], categories: ['OTHERS'], handlingInstructions: [] },
    },
    WALKER: {
      description: 'On foot',
      dimensions: { length: '0.3', width: '0.3', height: '0.3' },
      loadKg: '6',
      specialRequests: [],
      itemSpecification: {},
    },
  },
  cities: [
    {
      locode: 'HK HKG',
      name: 'Hong Kong',
      timeZone: 'Asia/Hong_Kong',
      roadFactor: 1.4,
      services: ['WALKER', 'VAN'],
      area: {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [114, 22],
              [115, 22],
              [115, 23],
              [114, 22],
            ],
          ],
        ],
      },
      inside: [],
      outside: [],
    },
  ],
};

test('a market is its document with names resolved, in the order of the document', () => {
  const tollFee = {
    name: 'TOLL_FEE_1',
    description: 'One toll',
    group: 'Toll fee',
    maxSelection: 3,
    onlineFrom: undefined,
    offlineFrom: undefined,
  };
  const helper = {
    name: 'HELPER',
    description: 'One helper',
    group: undefined,
    maxSelection: 1,
    onlineFrom: Date.UTC(2026, 2, 1),
    offlineFrom: Date.UTC(2026, 5, 1, 12, 30),
  };
  expect(marketFrom(SMALL)).toStrictEqual({
    market: 'HK',
    name: 'Hong Kong',
    currency: 'HKD',
    decimals: 0,
    callingCode: '852',
    emergencyNumbers: { police: '999', ambulance: '999' },
    languages: ['en_HK', 'zh_HK'],
    plus: true,
    priorityFee: { minimumMinor: 1n, maximumFloorMinor: 100n },
    cities: [
      {
        locode: 'HK HKG',
        name: 'Hong Kong',
        timeZone: 'Asia/Hong_Kong',
        roadFactor: 1.4,
        area: SMALL.cities[0]?.area.coordinates,
        services: [
          {
            key: 'WALKER',
            description: 'On foot',
            dimensionsMeters: { length: '0.3', width: '0.3', height: '0.3' },
            loadKg: '6',
            specialRequests: [],
            itemSpecification: {},
          },
          {
            key: 'VAN',
            description: 'A van',
            dimensionsMeters: { length: '1.7', width: '1.2', height: '1.1' },
            loadKg: '600',
            specialRequests: [helper, tollFee],
            itemSpecification: { weightRange: ['LESS_THAN_3_KG'], categories: ['OTHERS'], handlingInstructions: [] },
          },
        ],
      },
    ],
  });
});

test('a priority fee is bounded in the smallest unit of the market, by it alone where the document says nothing', () => {
  const { priorityFee: _, ...silent } = SMALL;
  expect(
    marketFrom({ ...SMALL, decimals: 1, priorityFee: { minimum: '0.5', maximumFloor: '20' } }).priorityFee,
  ).toEqual({ minimumMinor: 5n, maximumFloorMinor: 200n });
  expect(marketFrom(silent).priorityFee).toEqual({ minimumMinor: 1n, maximumFloorMinor: 0n });
});

test('a city has only the services that it names', () => {
  const cities = SMALL.cities.map((city) => ({ ...city, services: ['VAN'] }));
  expect(marketFrom({ ...SMALL, cities }).cities[0]?.services.map(({ key }) => key)).toEqual(['VAN']);
});

test('a market that names no emergency numbers has the one that every phone can call', () => {
  const { emergencyNumbers: _, ...without } = SMALL;
  expect(findDocumentFaults(changed(['/emergencyNumbers', undefined]))).toEqual([]);
  expect(marketFrom(without).emergencyNumbers).toEqual({ police: '112', ambulance: '112' });
});
