import { readdirSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { CityWire, citiesToWire } from './markets-wire.ts';
import type { City, Market, Service, SpecialRequest } from './rules/market.ts';
import type { MarketDocument } from './rules/market-document.ts';
import { marketFrom } from './rules/market-from-document.ts';

const NOW = Date.UTC(2026, 0, 15);
const MOMENT = Date.UTC(2026, 2, 1, 12);

const HELPER: SpecialRequest = {
  name: 'HELPER',
  description: 'One helper',
  group: undefined,
  maxSelection: 1,
  onlineFrom: undefined,
  offlineFrom: undefined,
};
const TOLL_FEE: SpecialRequest = {
  ...HELPER,
  name: 'TOLL_FEE_1',
  description: 'One toll',
  group: 'Toll fee',
  maxSelection: 3,
};
const VAN: Service = {
  key: 'VAN',
  description: 'A van',
  dimensionsMeters: { length: '1.7', width: '1.2', height: '1.1' },
  loadKg: '600',
  specialRequests: [TOLL_FEE, HELPER],
  itemSpecification: {
    weightRange: ['LESS_THAN_3_KG'],
    categories: ['OFFICE_ITEM', 'OTHERS'],
    handlingInstructions: ['KEEP_UPRIGHT'],
  },
};
const WALKER: Service = {
  key: 'WALKER',
  description: 'On foot',
  dimensionsMeters: { length: '0.35', width: '0.25', height: '0.3' },
  loadKg: '6',
  specialRequests: [],
  itemSpecification: {},
};
const KOWLOON: City = {
  locode: 'HK KLN',
  name: 'Kowloon',
  timeZone: 'Asia/Hong_Kong',
  roadFactor: 1.3,
  area: [],
  services: [WALKER],
};
const MARKET: Market = {
  market: 'HK',
  name: 'Hong Kong',
  currency: 'HKD',
  decimals: 0,
  callingCode: '852',
  emergencyNumbers: { police: '999', ambulance: '999' },
  languages: ['en_HK'],
  plus: true,
  priorityFee: { minimumMinor: 1n, maximumFloorMinor: 100n },
  cities: [{ ...KOWLOON, locode: 'HK HKG', name: 'Hong Kong', services: [VAN, WALKER] }, KOWLOON],
};

const WALKER_WIRE = {
  key: 'WALKER',
  description: 'On foot',
  dimensions: {
    length: { value: '0.35', unit: 'm' },
    width: { value: '0.25', unit: 'm' },
    height: { value: '0.3', unit: 'm' },
  },
  load: { value: '6', unit: 'kg' },
  specialRequests: [],
  deliveryItemSpecification: {},
};

/** What a partner reads about one special request at a moment; undefined where it is not listed. */
function requestAt(change: Partial<SpecialRequest>, now: number) {
  const service = { ...VAN, specialRequests: [{ ...HELPER, ...change }] };
  return citiesToWire({ ...MARKET, cities: [{ ...KOWLOON, services: [service] }] }, now)[0]?.services[0]
    ?.specialRequests[0];
}

test('the cities answer has exactly the form of the contract', () => {
  expect(citiesToWire(MARKET, NOW)).toStrictEqual([
    {
      locode: 'HK HKG',
      name: 'Hong Kong',
      services: [
        {
          key: 'VAN',
          description: 'A van',
          dimensions: {
            length: { value: '1.7', unit: 'm' },
            width: { value: '1.2', unit: 'm' },
            height: { value: '1.1', unit: 'm' },
          },
          load: { value: '600', unit: 'kg' },
          specialRequests: [
            {
              name: 'TOLL_FEE_1',
              description: 'One toll',
              parent_type: 'Toll fee',
              max_selection: 3,
              effective_time: '',
              offline_time: '',
            },
            { name: 'HELPER', description: 'One helper', max_selection: 1, effective_time: '', offline_time: '' },
          ],
          deliveryItemSpecification: {
            weightRange: ['LESS_THAN_3_KG'],
            categories: ['OFFICE_ITEM', 'OTHERS'],
            handlingInstructions: ['KEEP_UPRIGHT'],
          },
        },
        WALKER_WIRE,
      ],
    },
    { locode: 'HK KLN', name: 'Kowloon', services: [WALKER_WIRE] },
  ]);
});

test('parent_type is absent without a group and its sentence with one', () => {
  expect(requestAt({}, NOW)).not.toHaveProperty('parent_type');
  expect(requestAt({ group: 'Queueing' }, NOW)).toHaveProperty('parent_type', 'Queueing');
});

test('effective_time is filled until the request comes online, and empty from that moment on', () => {
  const request = { onlineFrom: MOMENT };
  expect(requestAt(request, MOMENT - 1)?.effective_time).toBe('2026-03-01T12:00:00.00Z');
  expect(requestAt(request, MOMENT)?.effective_time).toBe('');
  expect(requestAt(request, MOMENT + 1)?.effective_time).toBe('');
});

test('offline_time is filled until the request goes offline, and from that moment on the request is gone', () => {
  const request = { offlineFrom: MOMENT };
  expect(requestAt(request, MOMENT - 1)?.offline_time).toBe('2026-03-01T12:00:00.00Z');
  expect(requestAt(request, MOMENT)).toBeUndefined();
  expect(requestAt(request, MOMENT + 1)).toBeUndefined();
});

test('each time stands in its own field', () => {
  const request = { onlineFrom: MOMENT, offlineFrom: MOMENT + 86_400_000 };
  expect(requestAt(request, MOMENT - 1)).toMatchObject({
    effective_time: '2026-03-01T12:00:00.00Z',
    offline_time: '2026-03-02T12:00:00.00Z',
  });
  expect(requestAt(request, MOMENT)).toMatchObject({ effective_time: '', offline_time: '2026-03-02T12:00:00.00Z' });
});

test('a time from which is rounded up to the second, and one until which is rounded down', () => {
  expect(requestAt({ onlineFrom: MOMENT + 1 }, NOW)?.effective_time).toBe('2026-03-01T12:00:01.00Z');
  expect(requestAt({ offlineFrom: MOMENT + 999 }, NOW)?.offline_time).toBe('2026-03-01T12:00:00.00Z');
});

test('a request that is gone leaves the others of its service in place', () => {
  const service = { ...VAN, specialRequests: [{ ...TOLL_FEE, offlineFrom: MOMENT }, HELPER] };
  const market = { ...MARKET, cities: [{ ...KOWLOON, services: [service] }] };
  const namesAt = (now: number) => citiesToWire(market, now)[0]?.services[0]?.specialRequests.map(({ name }) => name);
  expect(namesAt(MOMENT - 1)).toEqual(['TOLL_FEE_1', 'HELPER']);
  expect(namesAt(MOMENT)).toEqual(['HELPER']);
});

const FOLDER = new URL('../../data/markets/', import.meta.url);
test.each(readdirSync(FOLDER))('the cities of %s fit the published form', (file) => {
  const document = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as MarketDocument;
  const wire = citiesToWire(marketFrom(document), NOW);
  expect([...Value.Errors(Type.Array(CityWire), wire)]).toEqual([]);
  expect(wire.map(({ locode }) => locode)).toEqual(document.cities.map(({ locode }) => locode));
});
