import { expect, test } from 'vitest';
import { withArea, withRequestTimes } from './change-document.ts';
import { findDocumentFaults, type MarketDocument } from './market-document.ts';

const square = (size: number): [number, number][][][] => [
  [
    [
      [0, 0],
      [size, 0],
      [size, size],
      [0, size],
      [0, 0],
    ],
  ],
];
const place = (name: string, at: number) => ({ name, lat: at, lng: at });
const DOCUMENT: MarketDocument = {
  market: 'HK',
  name: 'Hong Kong',
  currency: 'HKD',
  decimals: 0,
  callingCode: '852',
  languages: ['en_HK'],
  plus: true,
  specialRequestGroups: {},
  specialRequests: { BAG: { description: 'A bag', effectiveTime: '2026-11-16T00:00:00Z' } },
  services: {
    VAN: {
      description: 'Van',
      dimensions: { length: '1', width: '1', height: '1' },
      loadKg: '500',
      specialRequests: ['BAG'],
      itemSpecification: {},
    },
  },
  cities: [
    {
      locode: 'HK HKG',
      name: 'Hong Kong',
      timeZone: 'Asia/Hong_Kong',
      roadFactor: 1.3,
      services: ['VAN'],
      area: { type: 'MultiPolygon', coordinates: square(10) },
      inside: [place('Core', 1), place('Heart', 2), place('Edge', 9)],
      outside: [place('Sea', 20), place('Isle', 11), place('Far', 30)],
    },
  ],
};

test('a new area of a city; a place that it must hold is a fault unless it is said to move', () => {
  expect(findDocumentFaults(DOCUMENT)).toEqual([]);
  expect(findDocumentFaults(withArea(DOCUMENT, 'HK HKG', square(12), []))).toEqual([
    { path: '/cities/0/outside/1', sentence: 'Isle is not outside the area' },
  ]);
  const smaller = withArea(DOCUMENT, 'HK HKG', square(5), ['Edge']);
  expect(findDocumentFaults(smaller)).toEqual([]);
  expect(smaller.cities[0]?.outside.map(({ name }) => name)).toEqual(['Sea', 'Isle', 'Far', 'Edge']);
  const larger = withArea(DOCUMENT, 'HK HKG', square(12), ['Isle']);
  expect(findDocumentFaults(larger)).toEqual([]);
  expect(larger.cities[0]?.inside.map(({ name }) => name)).toEqual(['Core', 'Heart', 'Edge', 'Isle']);
  expect(larger.cities[0]?.outside.map(({ name }) => name)).toEqual(['Sea', 'Far']);
  expect(withArea(DOCUMENT, 'HK NOWHERE', square(5), [])).toEqual(DOCUMENT);
});

test('other times of a special request, or none', () => {
  const until = withRequestTimes(DOCUMENT, 'BAG', { effectiveTime: undefined, offlineTime: '2026-11-20T00:00:00Z' });
  expect(until.specialRequests.BAG).toEqual({ description: 'A bag', offlineTime: '2026-11-20T00:00:00Z' });
  const always = withRequestTimes(DOCUMENT, 'BAG', { effectiveTime: undefined, offlineTime: undefined });
  expect(always.specialRequests.BAG).toEqual({ description: 'A bag' });
  expect(Object.keys(always.specialRequests.BAG ?? {})).toEqual(['description']);
  const two = { ...DOCUMENT, specialRequests: { ...DOCUMENT.specialRequests, TOLL: { description: 'A toll' } } };
  expect(withRequestTimes(two, 'BAG', { effectiveTime: undefined, offlineTime: undefined })).toEqual({
    ...two,
    specialRequests: { BAG: { description: 'A bag' }, TOLL: { description: 'A toll' } },
  });
  const wrong = { effectiveTime: '2026-11-20T00:00:00Z', offlineTime: '2026-11-20T00:00:00Z' };
  expect(findDocumentFaults(withRequestTimes(DOCUMENT, 'BAG', wrong))).toEqual([
    { path: '/specialRequests/BAG/offlineTime', sentence: 'must be later than effectiveTime' },
  ]);
});
