import { expect, test } from 'vitest';
import { type CityFilters, cityView, waitedMinutes } from './city-view.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const at = (minutesAgo: number) => new Date(NOON - minutesAgo * 60_000).toISOString();
const NOW = {
  drivers: [
    ['1', 'VAN', 'FREE', 22.3, 114.1, null],
    ['2', 'VAN', 'BUSY', 22.3, 114.1, '12'],
    ['3', 'CAR', 'SILENT', 22.3, 114.1, null],
  ],
  orders: [
    ['11', 'VAN', 'ASSIGNING_DRIVER', 22.3, 114.1, at(10), null],
    ['12', 'VAN', 'PICKED_UP', 22.3, 114.1, at(60), '2'],
    ['13', 'CAR', 'ASSIGNING_DRIVER', 22.3, 114.1, at(9), null],
  ],
} as const;
const ALL: CityFilters = { orders: '', drivers: '', service: '', longerThan: 0 };

function idsOf(filters: Partial<CityFilters>) {
  const { drivers, orders } = cityView(NOW, { ...ALL, ...filters }, NOON);
  return [...drivers, ...orders].map(({ id }) => id);
}

test.each([
  [{}, ['1', '2', '3', '11', '12', '13']],
  [{ service: 'CAR' }, ['3', '13']],
  [{ drivers: 'BUSY' }, ['2', '11', '12', '13']],
  [{ orders: 'waiting' }, ['1', '2', '3', '11', '13']],
  [{ orders: 'underWay' }, ['1', '2', '3', '12']],
  [{ orders: 'waiting', longerThan: 10 }, ['1', '2', '3', '11']],
  [{ longerThan: 11 }, ['1', '2', '3']],
])('%j leaves %j', (filters, ids) => {
  expect(idsOf(filters)).toEqual(ids);
});

test('a driver and an order are shown with where they are and with one another', () => {
  const { drivers, orders } = cityView(NOW, ALL, NOON);
  expect(drivers[1]).toEqual({
    kind: 'driver',
    id: '2',
    service: 'VAN',
    state: 'BUSY',
    lat: 22.3,
    lng: 114.1,
    orderId: '12',
  });
  expect(orders[1]).toEqual({
    kind: 'order',
    id: '12',
    service: 'VAN',
    status: 'PICKED_UP',
    isWaiting: false,
    lat: 22.3,
    lng: 114.1,
    since: at(60),
    driverId: '2',
  });
});

test('nothing is shown before the first news', () => {
  expect(cityView(undefined, ALL, NOON)).toEqual({ drivers: [], orders: [] });
});

test('an order that is scheduled has not waited yet', () => {
  expect(waitedMinutes(at(-5), NOON)).toBe(0);
  expect(waitedMinutes(at(1), NOON)).toBe(1);
});
