import { expect, test } from 'vitest';
import { changed } from '../../../test/support/market-document.ts';
import { findDocumentFaults, type MarketDocument } from './market-document.ts';
import { marketFrom } from './market-from-document.ts';

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
