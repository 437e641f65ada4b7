import { expect, test } from 'vitest';
import { capital, nameOfStop, pointOf, readStop } from './requested-stop.ts';

const faultsOf = (lat: unknown, lng: unknown = '114.1694') =>
  readStop({ coordinates: { lat, lng } as { lat: string; lng: string }, address: 'A street' }, 2).faults;

test('coordinates are kept digit for digit, and numbers become strings', () => {
  expect(readStop({ coordinates: { lat: '22.319300000000000', lng: 114.1694 }, address: 'A' }, 0).stop).toEqual({
    coordinates: { lat: '22.319300000000000', lng: '114.1694' },
    address: 'A',
  });
});

test('a coordinate may stand between blanks, and a point is its numbers', () => {
  expect(readStop({ coordinates: { lat: ' 22.30 ', lng: '-114' } }, 0).stop.coordinates).toEqual({
    lat: '22.30',
    lng: '-114',
  });
  expect(pointOf({ lat: '22.30', lng: '-114' })).toEqual({ lat: 22.3, lng: -114 });
});

test('stops are counted as people do', () => {
  expect([0, 1, 15].map(nameOfStop)).toEqual(['the pick-up', 'drop-off 1', 'drop-off 15']);
  expect(capital(nameOfStop(1))).toBe('Drop-off 1');
});

test('15 decimals are taken, 16 are not', () => {
  expect(faultsOf('22.123456789012345')).toEqual([]);
  expect(faultsOf('22.1234567890123456')).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The latitude of drop-off 2 must not have more than 15 decimals.',
      pointer: '/data/stops/2/coordinates/lat',
    },
  ]);
});

test('the ends of the earth are taken, beyond them nothing is', () => {
  expect([faultsOf('90', '180'), faultsOf('-90', '-180')]).toEqual([[], []]);
  expect(faultsOf('90.000000000000001')).toHaveLength(0);
  expect(faultsOf('90.1', '90')[0]?.sentence).toBe(
    'The latitude of drop-off 2 must be from -90 to 90; it is 90.1. Latitude and longitude seem to be swapped.',
  );
  expect(faultsOf('1', '180.5')).toMatchObject([
    {
      sentence: 'The longitude of drop-off 2 must be from -180 to 180; it is 180.5.',
      pointer: '/data/stops/2/coordinates/lng',
    },
  ]);
  expect(faultsOf('180', '-22.3')[0]?.sentence).toContain('seem to be swapped');
  expect(faultsOf('180.1', '22.3')[0]?.sentence).toMatch(/it is 180\.1\.$/);
});

test.each(['90.1', '-114', 'east', '', undefined])(
  'a latitude beyond its bounds is not swapped with "%s", which is none',
  (lng) => {
    expect(faultsOf('100', lng)[0]?.sentence).toMatch(/it is 100\.$/);
  },
);

test.each(['', 'NaN', 'Infinity', '1e400', '1e2', '22,5', '0x16', '22.', '--1', '22.3 N', '９'])(
  '"%s" is no coordinate',
  (text) => {
    expect(faultsOf(text).map(({ code }) => code)).toEqual(['ERR_INVALID_FIELD']);
  },
);

test('what a coordinate looks like is shown by one of its kind', () => {
  expect(faultsOf('22,3193', '114,1694').map(({ sentence }) => sentence)).toEqual([
    'The latitude of drop-off 2 must be a decimal number such as 22.3193.',
    'The longitude of drop-off 2 must be a decimal number such as 114.1694.',
  ]);
});

test.each([undefined, null])('a missing half is named: %j', (missing) => {
  expect(faultsOf(missing)).toEqual([
    {
      code: 'ERR_MISSING_FIELD',
      sentence: 'The latitude of drop-off 2 is missing.',
      pointer: '/data/stops/2/coordinates/lat',
    },
  ]);
});

test('so is the other half', () => {
  expect(faultsOf('22.3', null)).toMatchObject([{ sentence: 'The longitude of drop-off 2 is missing.' }]);
});

test('an empty half is none either, and where one is wrong neither is kept', () => {
  for (const coordinates of [
    { lat: '22.3', lng: '' },
    { lat: '', lng: '114.2' },
  ]) {
    const read = readStop({ coordinates }, 0);
    expect(read.faults).toMatchObject([{ code: 'ERR_INVALID_FIELD' }]);
    expect(read.stop.coordinates).toBeUndefined();
  }
});

test.each([{}, { lat: null, lng: null }, { lat: '', lng: '' }, { lat: null, lng: '' }])(
  'coordinates %j are as good as none: the address tells',
  (coordinates) => {
    expect(readStop({ coordinates, address: 'Central' }, 0)).toEqual({
      stop: { coordinates: undefined, address: 'Central' },
      faults: [],
    });
  },
);

test('a stop needs coordinates or an address, and blanks are no address', () => {
  expect(readStop({ address: 'Central' }, 0).faults).toEqual([]);
  expect(readStop({ coordinates: { lat: '1', lng: '2' } }, 0).faults).toEqual([]);
  expect(readStop({ coordinates: null, address: '  ' }, 0).faults).toEqual([
    {
      code: 'ERR_MISSING_FIELD',
      sentence: 'The pick-up needs coordinates, an address, or both.',
      pointer: '/data/stops/0/coordinates',
    },
  ]);
});

test('an address of 1,000 characters is taken, one more is not', () => {
  const of = (length: number) =>
    readStop({ coordinates: { lat: '1', lng: '2' }, address: 'x'.repeat(length) }, 1).faults;
  expect(of(1_000)).toEqual([]);
  expect(of(1_001)).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The address of drop-off 1 must not be longer than 1000 characters.',
      pointer: '/data/stops/1/address',
    },
  ]);
});
