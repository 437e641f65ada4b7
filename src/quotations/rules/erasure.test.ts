import { expect, test } from 'vitest';
import { eraseStops } from './erasure.ts';
import type { Stop } from './quotation.ts';

test('a quotation keeps its price and its way, and nobody’s door', () => {
  const stops = [
    { stopId: '1', coordinates: { lat: '22.3193', lng: '-0.1294' }, address: '750 Nathan Road' },
  ] as unknown as readonly Stop[];
  const document = { stops, total: '97', distanceMeters: 5_000, item: { handlingInstructions: ['For Ben'] } };
  expect(eraseStops(document)).toEqual({
    stops: [{ stopId: '1', coordinates: { lat: '22.32', lng: '-0.13' }, address: '' }],
    total: '97',
    distanceMeters: 5_000,
  });
});
