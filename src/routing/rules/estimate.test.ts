import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMatrix, estimateMeters } from './estimate.ts';

const anyPoint = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const anyFactor = fc.double({ min: 1, max: 3, noNaN: true });

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
