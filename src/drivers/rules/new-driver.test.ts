import { expect, test } from 'vitest';
import type { Market } from '../../markets/index.ts';
import type { NewDriver } from './driver.ts';
import { newDriverFaults } from './new-driver.ts';

const service = (key: string) => ({
  key,
  description: '',
  dimensionsMeters: { length: '1', width: '1', height: '1' },
  loadKg: '20',
  specialRequests: [],
  itemSpecification: {},
});
const city = { locode: 'HK HKG', name: 'Hong Kong', timeZone: 'Asia/Hong_Kong', roadFactor: 1.4, area: [] };
const HONG_KONG: Market = {
  market: 'HK',
  name: 'Hong Kong',
  currency: 'HKD',
  decimals: 0,
  callingCode: '852',
  emergencyNumbers: { police: '999', ambulance: '999' },
  languages: ['en_HK', 'zh_HK'],
  plus: true,
  priorityFee: { minimumMinor: 1n, maximumFloorMinor: 100n },
  cities: [{ ...city, services: [service('MOTORCYCLE'), service('VAN')] }],
};
const SURROUNDINGS = {
  markets: [HONG_KONG],
  phoneFault: (phone: string, { callingCode }: Market) =>
    phone.startsWith(`+${callingCode}`) ? undefined : 'must be a number of Hong Kong',
  knownCapabilities: ['HELPERS_1', 'LOADING'],
};
const ADA: NewDriver = {
  name: 'Ada',
  phone: '+85256847123',
  plate: 'AB 1234',
  service: 'MOTORCYCLE',
  locode: 'HK HKG',
  languages: ['en_HK'],
  capabilities: ['LOADING'],
};
const faultsOf = (further: Partial<NewDriver>) => newDriverFaults({ ...ADA, ...further }, SURROUNDINGS);

test('a driver of whom everything is right has no fault', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ languages: [], capabilities: [] })).toEqual([]);
});

test.each<[Partial<NewDriver>, string]>([
  [{ locode: 'HK XXX' }, 'There is no city HK XXX. It must be a locode such as "HK HKG".'],
  [{ phone: '+6591234567' }, 'The phone must be a number of Hong Kong.'],
  [{ service: 'ROCKET' }, 'Hong Kong has no service ROCKET. It has MOTORCYCLE, VAN.'],
  [{ languages: ['en_HK', 'th_TH'] }, 'Hong Kong has no language th_TH. It has en_HK, zh_HK.'],
  [{ capabilities: ['FLYING'] }, 'No special request asks for FLYING. A driver can have HELPERS_1, LOADING, PARCELS.'],
])('%j is refused with a sentence', (further, sentence) => {
  expect(faultsOf(further)).toEqual([{ field: Object.keys(further)[0], sentence }]);
});

test('everything is told at once; without a city, what needs none to be judged', () => {
  const wrong = { name: '', phone: '1', plate: '', service: 'ROCKET', languages: ['th_TH'], capabilities: ['FLYING'] };
  const fieldsOf = (further: Partial<NewDriver>) => faultsOf(further).map(({ field }) => field);
  expect(fieldsOf(wrong)).toEqual(['name', 'plate', 'phone', 'service', 'languages', 'capabilities']);
  expect(fieldsOf({ ...wrong, locode: 'HK XXX' })).toEqual(['name', 'plate', 'locode', 'service', 'capabilities']);
  expect(faultsOf({ service: 'ROCKET', locode: 'HK XXX' })[1]?.sentence).toBe('No city has a service ROCKET.');
});

test.each([
  ['A', undefined],
  ['å'.repeat(200), undefined],
  ['å'.repeat(201), 'The name must have 1 to 200 characters.'],
  ['', 'The name must have 1 to 200 characters.'],
  ['  ', 'The name must have 1 to 200 characters.'],
  ['A\u0000', 'The name must have 1 to 200 characters.'],
])('a name of %j', (name, fault) => {
  expect(faultsOf({ name })[0]?.sentence).toBe(fault);
});

const PLATE_FAULT = 'The plate must have 1 to 20 letters, digits, spaces, dots or hyphens.';
test.each([
  ['A', undefined],
  ['กข 1234', undefined],
  ['品川 330 あ 12-34', undefined],
  ['1'.repeat(20), undefined],
  ['1'.repeat(21), PLATE_FAULT],
  ['', PLATE_FAULT],
  [' AB', PLATE_FAULT],
  ['AB\n1', PLATE_FAULT],
  ['<b>', PLATE_FAULT],
])('a plate of %j', (plate, fault) => {
  expect(faultsOf({ plate })[0]?.sentence).toBe(fault);
});
