import { expect, test } from 'vitest';
import { findCityFaults, findPriceListFaults, mayHoldFrom, priceListFrom } from './price-list.ts';

const RATES = { perParcel: '20', perKm: '1.5', perKg: '0' };
const faultsOf = (document: unknown) =>
  findPriceListFaults(document).map(({ path, sentence }) => `${path} ${sentence}`);

test('a good list has no faults and is read exactly', () => {
  const document = { market: 'TH', allCities: RATES, cities: { 'TH BKK': { ...RATES, perKm: '0.0125' } } };
  expect(faultsOf(document)).toEqual([]);
  const { allCities, cities } = priceListFrom(document);
  expect(allCities).toEqual({ perParcel: 20_000_000_000_000n, perKm: 1_500_000_000_000n, perKg: 0n });
  expect(cities.get('TH BKK')?.perKm).toBe(12_500_000_000n);
  expect(cities.get('TH CNX')).toBeUndefined();
});

test('prices for all cities, or for some, are enough; none at all are not', () => {
  expect(faultsOf({ market: 'TH', allCities: RATES })).toEqual([]);
  expect(faultsOf({ market: 'TH', cities: { 'TH BKK': RATES } })).toEqual([]);
  const nothing = ['/ must have prices in allCities, in cities, or in both'];
  expect(faultsOf({ market: 'TH' })).toEqual(nothing);
  expect(faultsOf({ market: 'TH', cities: {} })).toEqual(nothing);
  expect(priceListFrom({ market: 'TH', cities: { 'TH BKK': RATES } }).allCities).toBeUndefined();
  expect(priceListFrom({ market: 'TH', allCities: RATES }).cities).toEqual(new Map());
});

const DECIMAL = 'must be a decimal such as "12.5", with at most 4 decimals';
test.each([
  ['0', []],
  ['0.0001', []],
  ['999999999999.9999', []],
  ['1000000000000', [`/allCities/perKm ${DECIMAL}`]],
  ['0.00001', [`/allCities/perKm ${DECIMAL}`]],
  ['-1', [`/allCities/perKm ${DECIMAL}`]],
  ['1,5', [`/allCities/perKm ${DECIMAL}`]],
  ['01', [`/allCities/perKm ${DECIMAL}`]],
  ['1e3', [`/allCities/perKm ${DECIMAL}`]],
  ['', [`/allCities/perKm ${DECIMAL}`]],
  [1.5, ['/allCities/perKm must be string']],
])('an amount of %j', (perKm, faults) => {
  expect(faultsOf({ market: 'TH', allCities: { ...RATES, perKm } })).toEqual(faults);
});

test('every fault of the form is named at once, and each of them once', () => {
  const faults = faultsOf({ market: 852, allCities: { perParcel: '20', perKm: '1' }, citys: {} });
  expect(faults.toSorted()).toEqual([
    '/allCities/perKg is missing',
    '/citys is not a key that is known here',
    '/market must be string',
  ]);
  expect(faultsOf([])).toEqual(['/ must be object']);
  expect(faultsOf(null)).toEqual(['/ must be object']);
});

test('cities must be of the market', () => {
  const document = { market: 'TH', cities: { 'TH BKK': RATES, 'TH BBK': RATES } };
  expect(findCityFaults(document, ['TH BKK', 'TH CNX'])).toEqual([
    { path: '/cities/TH BBK', sentence: 'must be one of TH BKK, TH CNX' },
  ]);
  expect(findCityFaults({ market: 'TH', allCities: RATES }, ['TH BKK'])).toEqual([]);
});

test('the first list may reach back, a later one holds from now on at the earliest', () => {
  const now = Date.UTC(2026, 10, 16);
  expect(mayHoldFrom(0, true, now)).toBe(true);
  expect(mayHoldFrom(now, false, now)).toBe(true);
  expect(mayHoldFrom(now - 1, false, now)).toBe(false);
});
