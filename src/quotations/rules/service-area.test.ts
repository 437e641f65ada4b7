import { expect, test } from 'vitest';
import type { City, Market } from '../../markets/index.ts';
import { findCity } from './service-area.ts';

const square = (lng: number, lat: number, width = 1) =>
  [
    [
      [
        [lng, lat],
        [lng + width, lat],
        [lng + width, lat + 1],
        [lng, lat + 1],
        [lng, lat],
      ],
    ],
  ] as unknown as City['area'];
const city = (name: string, lng: number, lat: number, width?: number) =>
  ({ name, area: square(lng, lat, width) }) as unknown as City;
const east = city('East', 100, 10);
const west = city('West', 90, 10);
const market = { market: 'OW', cities: [west, east] } as unknown as Market;
const far = { market: 'FA', cities: [city('Far', 50, 10)] } as unknown as Market;
const served = [far, market];
const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });
const sentences = (...stops: { lat: string; lng: string }[]) => {
  const found = findCity(market, stops, served);
  return 'faults' in found ? found.faults.map(({ sentence, pointer }) => [pointer, sentence]) : found.city.name;
};

test('all stops in one city: that one; its border belongs to it', () => {
  expect(sentences(at(10.5, 100.5), at(10, 101))).toBe('East');
});

test('a stop outside is named with its coordinates and the nearest city', () => {
  expect(sentences(at(10.5, 100.5), at(10.5, 99.9))).toEqual([
    [
      '/data/stops/1/coordinates',
      'Drop-off 1 (10.5, 99.9) is outside the service area. The nearest served city is East.',
    ],
  ]);
  expect(sentences(at(10.5, 92), at(10.5, 90.5))).toEqual([
    [
      '/data/stops/0/coordinates',
      'The pick-up (10.5, 92) is outside the service area. The nearest served city is West.',
    ],
  ]);
});

test('where no city holds the pick-up, the one that holds the most stops judges', () => {
  const [nowhere, inWest, inEast] = [at(10.5, 95), at(10.5, 90.5), at(10.5, 100.5)];
  for (const [stops, home] of [
    [[nowhere, inWest, inEast, inEast], 'East'],
    [[nowhere, inEast, inWest, inWest], 'West'],
  ] as const)
    expect(sentences(...stops)[1]?.[1]).toContain(`all stops must lie in one city, here ${home}.`);
});

test.each([
  ['a degree to the east is half of one to the north at 60° north', at(60, 11), 'East'],
  ['north', at(60.9, 11), 'North'],
  ['the near end of a wide city counts, not its far one', at(60, 1.5), 'Wide'],
])('the nearest city: %s', (_, stop, name) => {
  const cities = [city('North', 10, 61), city('East', 12.6, 59), city('Wide', -10, 59, 10), city('Small', 3.2, 59)];
  const found = findCity({ ...market, cities } as Market, [stop], []);
  expect('faults' in found && found.faults[0]?.sentence).toContain(`The nearest served city is ${name}.`);
});

test('a stop in another city is told so, judged from the pick-up’s', () => {
  expect(sentences(at(10.5, 100.5), at(10.5, 90.5), at(10.6, 90.5))).toEqual([
    [
      '/data/stops/1/coordinates',
      'Drop-off 1 (10.5, 90.5) is outside the service area. It lies in West, and all stops must lie in one city, here East.',
    ],
    [
      '/data/stops/2/coordinates',
      'Drop-off 2 (10.6, 90.5) is outside the service area. It lies in West, and all stops must lie in one city, here East.',
    ],
  ]);
});

test('a stop in a city of another market is told so: the market of the call is mostly the mistake', () => {
  const [pickUp, dropOff] = [at(10.5, 50.5), at(10.6, 50.5)];
  expect(sentences(pickUp, dropOff)).toEqual([
    [
      '/data/stops/0/coordinates',
      'The pick-up (10.5, 50.5) is outside the service area. It lies in Far, which is in the market FA, not in OW.',
    ],
    [
      '/data/stops/1/coordinates',
      'Drop-off 1 (10.6, 50.5) is outside the service area. It lies in Far, which is in the market FA, not in OW.',
    ],
  ]);
});

test('of an order that stays in its city, a stop in another city of the market is told so too', () => {
  const found = findCity({ ...market, cities: [east] }, [at(10.5, 100.5), at(10.5, 90.5)], served);
  expect('faults' in found && found.faults[0]?.sentence).toBe(
    'Drop-off 1 (10.5, 90.5) is outside the service area. It lies in West, and all stops must lie in one city, here East.',
  );
});

test('where the city of an order has been taken off, its stops are told so', () => {
  const found = findCity({ ...market, cities: [] }, [at(10.5, 90.5), at(10.6, 90.5)], served);
  const faults = 'faults' in found ? found.faults : [];
  expect(faults.map(({ code, pointer, sentence }) => [code, pointer, sentence])).toEqual([
    [
      'ERR_OUT_OF_SERVICE_AREA',
      '/data/stops/0/coordinates',
      'The pick-up (10.5, 90.5) is outside the service area. Its city is not served any more.',
    ],
    [
      'ERR_OUT_OF_SERVICE_AREA',
      '/data/stops/1/coordinates',
      'Drop-off 1 (10.6, 90.5) is outside the service area. Its city is not served any more.',
    ],
  ]);
});

test('swapped coordinates are suspected', () => {
  expect(sentences(at(10.5, 90.5), at(90, 10.5))).toEqual([
    [
      '/data/stops/1/coordinates',
      'Drop-off 1 (90, 10.5) is outside the service area. Latitude and longitude seem to be swapped. The nearest served city is West.',
    ],
  ]);
});
