import { expect, test } from 'vitest';
import { DAY_MS } from '../../foundation/time.ts';
import type { Market, Service } from '../../markets/index.ts';
import { checkRequest, findFieldFaults, isSoundStop, type QuotationRequest } from './check-request.ts';

const NOW = Date.UTC(2026, 10, 16, 4);
const van = { key: 'VAN', specialRequests: [{ name: 'BAG', maxSelection: 1 }] } as unknown as Service;
const market = {
  name: 'Testland',
  languages: ['en_TT', 'zh_TT'],
  cities: [{ services: [van] }],
} as unknown as Market;
const REQUEST: QuotationRequest = {
  serviceType: 'VAN',
  language: 'en_TT',
  stops: [{ address: 'Central' }, { coordinates: { lat: 22.3, lng: '114.2' } }],
};

const check = (request: QuotationRequest) => checkRequest(request, market, NOW, () => true);
const faultsOf = (data: unknown, isOnline = true) => findFieldFaults(data, market, NOW, () => isOnline);
const pointersOf = (data: unknown) => faultsOf(data).map(({ pointer }) => pointer);

test('a request of nothing but what it needs is for now, in the given order, without special requests', () => {
  const usual = {
    serviceType: 'VAN',
    language: 'en_TT',
    languageKey: 'en_TT',
    scheduleAt: undefined,
    specialRequests: [],
    isRouteOptimized: false,
    item: undefined,
    stops: [
      { coordinates: undefined, address: 'Central' },
      { coordinates: { lat: '22.3', lng: '114.2' }, address: undefined },
    ],
  };
  expect(check(REQUEST)).toEqual(usual);
  const nulls = { scheduleAt: null, specialRequests: null, isRouteOptimized: null, item: null };
  expect(check({ ...REQUEST, ...nulls })).toEqual(usual);
});

test('what is asked for is taken as it was asked for', () => {
  const asked = { specialRequests: ['BAG'], isRouteOptimized: true, item: { weight: '3' } };
  const at = NOW + DAY_MS;
  expect(check({ ...REQUEST, ...asked, scheduleAt: new Date(at).toISOString() })).toMatchObject({
    ...asked,
    scheduleAt: at,
  });
});

test('a language may be written in any case, is given back as written, and known as the market writes it', () => {
  expect(check({ ...REQUEST, language: 'ZH_tt' })).toMatchObject({ language: 'ZH_tt', languageKey: 'zh_TT' });
  expect(faultsOf({ ...REQUEST, language: 'fr_TT' })).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The language "fr_TT" is not one of Testland. It must be en_TT or zh_TT.',
      pointer: '/data/language',
    },
  ]);
  expect(faultsOf({ language: 'x'.repeat(41) })[0]?.sentence).toContain(`"${'x'.repeat(40)}"`);
});

test('all faults are told at once: of service, stops, time and language', () => {
  const wrong = {
    serviceType: 'SLEDGE',
    stops: [{ address: '' }, { address: 'Central' }, { coordinates: { lat: '91', lng: '0' } }],
    scheduleAt: 'soon',
    language: 'fr_TT',
  };
  expect(pointersOf(wrong)).toEqual([
    '/data/serviceType',
    '/data/stops/0/coordinates',
    '/data/stops/2/coordinates/lat',
    '/data/scheduleAt',
    '/data/language',
  ]);
  expect(() => check(wrong)).toThrow('There is no service "SLEDGE" in Testland.');
});

test('special requests are judged by their service, and those of an unknown service by nobody', () => {
  expect(pointersOf({ ...REQUEST, specialRequests: ['BAG', 'SAIL'] })).toEqual(['/data/specialRequests/1']);
  expect(faultsOf({ ...REQUEST, specialRequests: ['BAG'] }, false)).toHaveLength(1);
  expect(pointersOf({ ...REQUEST, serviceType: 'SLEDGE', specialRequests: ['SAIL'] })).toEqual(['/data/serviceType']);
});

test.each([
  undefined,
  null,
  {},
  { serviceType: 7, language: 7, stops: 'Central', scheduleAt: 7, specialRequests: 'SAIL' },
  { serviceType: 'VAN', specialRequests: ['SAIL', 7] },
  { serviceType: 'VAN', specialRequests: { 0: 'SAIL' } },
  { stops: [null, 7, { address: 7 }, { coordinates: [] }] },
])('what has not even the form of a field is left to the schema: %j', (data) => {
  expect(faultsOf(data)).toEqual([]);
});

test.each([
  {},
  { address: 'Central' },
  { address: null, coordinates: null },
  { coordinates: {} },
  { coordinates: { lat: 22.3, lng: '114.2' } },
  { coordinates: { lat: null } },
])('%j has the form of a stop', (stop) => {
  expect(isSoundStop(stop)).toBe(true);
});

test.each([
  [undefined],
  [null],
  ['Central'],
  [{ address: 7 }],
  [{ address: false, coordinates: {} }],
  [{ coordinates: '22.3,114.2' }],
  [{ coordinates: [22.3, 114.2] }],
  [{ coordinates: { lat: true, lng: 114.2 } }],
  [{ coordinates: { lat: 22.3, lng: {} } }],
])('%j has not', (stop) => {
  expect(isSoundStop(stop)).toBe(false);
});
