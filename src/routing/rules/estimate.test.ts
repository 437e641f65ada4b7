import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMatrix, estimateMeters, greatCircleMeters } from './estimate.ts';

const EARTH_CIRCUMFERENCE_METERS = 2 * Math.PI * 6_371_008.8;
const anyPoint = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const anyFactor = fc.double({ min: 1, max: 3, noNaN: true });

test.each([
  ['a degree of latitude', { lat: 0, lng: 0 }, { lat: 1, lng: 0 }, EARTH_CIRCUMFERENCE_METERS / 360],
  ['a degree of the equator', { lat: 0, lng: 10 }, { lat: 0, lng: 11 }, EARTH_CIRCUMFERENCE_METERS / 360],
  ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, EARTH_CIRCUMFERENCE_METERS / 360],
  ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 77 }, EARTH_CIRCUMFERENCE_METERS / 2],
  [
    'to the other end of the earth',
    { lat: 22.3, lng: 114.2 },
    { lat: -22.3, lng: -65.8 },
    EARTH_CIRCUMFERENCE_METERS / 2,
  ],
])('%s is as long as geometry says', (_, from, to, meters) => {
  expect(greatCircleMeters(from, to)).toBeCloseTo(meters, 3);
});

test.each([
  ['London to Paris', { lat: 51.5074, lng: -0.1278 }, { lat: 48.8566, lng: 2.3522 }, 343_600],
  ['Hong Kong to Singapore', { lat: 22.308, lng: 113.9185 }, { lat: 1.3644, lng: 103.9915 }, 2_559_000],
  ['Tokyo to Osaka', { lat: 35.6812, lng: 139.7671 }, { lat: 34.7025, lng: 135.4959 }, 403_000],
])('%s agrees with the maps to half a percent', (_, from, to, meters) => {
  expect(Math.abs(greatCircleMeters(from, to) / meters - 1)).toBeLessThan(0.005);
});

test('the factor lengthens the great circle, and the result is whole metres', () => {
  const [from, to] = [
    { lat: 0, lng: 0 },
    { lat: 1, lng: 0 },
  ];
  expect(estimateMeters(from, to, 1)).toBe(111_195);
  expect(estimateMeters(from, to, 1.5)).toBe(166_793);
});

test('the same place is no distance away, and both directions are equally long', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, anyFactor, (a, b, factor) => {
      expect(estimateMeters(a, a, factor)).toBe(0);
      expect(estimateMeters(a, b, factor)).toBe(estimateMeters(b, a, factor));
      expect(Number.isSafeInteger(estimateMeters(a, b, factor))).toBe(true);
    }),
  );
});

test('no estimate is shorter than the way over a third place, but for the rounding', () => {
  fc.assert(
    fc.property(anyPoint, anyPoint, anyPoint, (a, b, c) => {
      expect(greatCircleMeters(a, c)).toBeLessThanOrEqual(greatCircleMeters(a, b) + greatCircleMeters(b, c) + 0.5);
    }),
  );
});

test('the matrix holds every pair, from the row to the column', () => {
  const points = [
    { lat: 0, lng: 0 },
    { lat: 1, lng: 0 },
    { lat: 2, lng: 0 },
  ];
  expect(estimateMatrix(points, 1)).toEqual([
    [0, 111_195, 222_390],
    [111_195, 0, 111_195],
    [222_390, 111_195, 0],
  ]);
  expect(estimateMatrix([], 1)).toEqual([]);
});
