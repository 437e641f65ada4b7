import { expect, test } from 'vitest';
import { BOW_TIE, changed, RING, singapore } from '../../../test/support/market-document.ts';
import { findDocumentFaults } from './market-document.ts';

const pattern = (text: string) => `must match pattern "${text}"`;
const DECIMAL = pattern('^(0|[1-9][0-9]*)(\\.[0-9]+)?$');
const AMOUNT = pattern('^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$');
const MORE_THAN_0 = 'must be more than 0 with at most 1 decimals';
const KEY = pattern('^[A-Z0-9][A-Z0-9_]*$');
const UNKNOWN_KEY = 'is not a key that is known here';

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
  ['/cities/0/roadFactor', 0.99, 'must be >= 1'],
  ['/cities/0/roadFactor', 3.01, 'must be <= 3'],
  ['/cities/0/roadFactor', '1.4', 'must be number'],
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
  ['/cities/0/roadFactor', 1],
  ['/cities/0/roadFactor', 3],
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

test('a group has a name, and a position two numbers', () => {
  expect(findDocumentFaults(changed(['/specialRequestGroups/', { maxSelection: 1 }]))).toHaveLength(1);
  expect(findDocumentFaults(changed([`${RING}/1`, [103.6, 1.2, 5]]))).toEqual([
    { path: `${RING}/1`, sentence: 'must not have more than 2 items' },
  ]);
});

test('several faults are told at once', () => {
  const document = changed(['/market', 'sg'], ['/decimals', 9], ['/cities/0/locode', 'SIN'], ['/notes', 'a note']);
  expect(
    findDocumentFaults(document)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(['/cities/0/locode', '/decimals', '/market', '/notes']);
});
