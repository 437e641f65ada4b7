import { expect, test } from 'vitest';
import { changed, RING, singapore } from '../../../test/support/market-document.ts';
import { findDocumentFaults } from './market-document.ts';

test('names are looked up among the document’s own, and a time must be in the calendar', () => {
  const request = '/specialRequests/ROUND_TRIP';
  expect(findDocumentFaults(changed([`${request}/group`, 'constructor']))).toEqual([
    { path: `${request}/group`, sentence: 'names "constructor", which is not in specialRequestGroups' },
  ]);
  expect(findDocumentFaults(changed([`${request}/effectiveTime`, '2026-02-30T00:00:00Z']))).toEqual([
    { path: `${request}/effectiveTime`, sentence: '"2026-02-30T00:00:00Z" is no time' },
  ]);
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

test.each([
  ['/colour', 'red', '/colour', 'is not a key that is known here'],
  ['/cities/0/mayor', 'Ada', '/cities/0/mayor', 'is not a key that is known here'],
  ['/currency', undefined, '/currency', 'is missing'],
  ['/cities/0/services', undefined, '/cities/0/services', 'is missing'],
])('%s as %j: %s %s', (pointer, value, path, sentence) => {
  expect(findDocumentFaults(changed([pointer, value]))).toEqual([{ path, sentence }]);
});

test.each([
  ['/languages', ['en_SG', 'en_SG']],
  ['/languages', []],
  ['/cities/0/services', ['MOTORCYCLE', 'MOTORCYCLE']],
  ['/services/MOTORCYCLE/specialRequests', ['HELPER', 'HELPER']],
])('%s cannot be %j', (pointer, value) => {
  expect(findDocumentFaults(changed([pointer, value])).map(({ path }) => path)).toEqual([pointer]);
});

test('what is no document is told so, and of one whose form is wrong nothing else is judged', () => {
  expect(findDocumentFaults([]).map(({ path }) => path)).toContain('/');
  expect(findDocumentFaults(changed(['/colour', 'red'], ['/cities/0/timeZone', 'Asia/Atlantis']))).toHaveLength(1);
});

test('an outline ends where it begins', () => {
  const open = singapore().cities[0]?.area.coordinates[0]?.[0]?.slice(0, -1);
  expect(findDocumentFaults(changed([RING, open]))).toEqual([
    { path: RING, sentence: 'is not closed: its last position must equal its first' },
  ]);
});
