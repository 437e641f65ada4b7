import { expect, test } from 'vitest';
import type { Point } from '../foundation/geo.ts';
import { placeStops } from './place-stops.ts';
import { readStop } from './rules/requested-stop.ts';

const found = async (point: Point) => {
  const geocoder = { find: async () => point, name: async () => undefined };
  const asked = { stops: [{ coordinates: undefined, address: 'Raffles Place' }], language: 'en_SG' };
  const [stop] = await placeStops(geocoder, 'SG', asked);
  return stop?.coordinates;
};

test('coordinates that a geocoder has found can be sent again, however many digits it gives', async () => {
  for (const point of [
    { lat: 1.2999999999999998, lng: 103.85150000000002 },
    { lat: 0.0000001, lng: -0.00000000001 },
    { lat: -90, lng: 180 },
  ]) {
    const coordinates = await found(point);
    expect(readStop({ coordinates: coordinates ?? null, address: 'Raffles Place' }, 0).faults).toEqual([]);
    expect(Number(coordinates?.lat)).toBeCloseTo(point.lat, 8);
    expect(Number(coordinates?.lng)).toBeCloseTo(point.lng, 8);
  }
});

test('they have no digits that the geocoder has not given', async () => {
  expect(await found({ lat: 22.2819, lng: 114.1581 })).toEqual({ lat: '22.2819', lng: '114.1581' });
  expect(await found({ lat: 0, lng: 100 })).toEqual({ lat: '0', lng: '100' });
});
