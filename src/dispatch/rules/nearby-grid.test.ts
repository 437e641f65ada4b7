import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlatPoint } from './flat-city.ts';
import { createNearbyGrid } from './nearby-grid.ts';

const nobody: ReadonlySet<number> = new Set();

/** Looks at every point. */
function allWithin(points: readonly FlatPoint[], from: FlatPoint, radiusMeters: number, without: ReadonlySet<number>) {
  return points
    .map(({ x, y }, index) => ({ index, squared: (x - from.x) ** 2 + (y - from.y) ** 2 }))
    .filter(({ index, squared }) => squared <= radiusMeters * radiusMeters && !without.has(index))
    .sort((a, b) => a.squared - b.squared || a.index - b.index)
    .map(({ index, squared }) => ({ index, meters: Math.sqrt(squared) }));
}

function pointWithin(meters: number): fc.Arbitrary<FlatPoint> {
  const anywhere = fc.double({ min: -meters, max: meters, noNaN: true });
  return fc.record({ x: anywhere, y: anywhere });
}

function manyOf(point: fc.Arbitrary<FlatPoint>): fc.Arbitrary<FlatPoint[]> {
  return fc.array(point, { maxLength: 200, size: 'max' });
}

const onAGrid = fc.record({ x: fc.integer({ min: 0, max: 4 }), y: fc.integer({ min: 0, max: 4 }) });
const onALine = fc.record({ x: fc.integer({ min: 0, max: 20_000 }), y: fc.constant(7) });
const withStrays = fc.oneof({ weight: 9, arbitrary: pointWithin(5_000) }, { weight: 1, arbitrary: pointWithin(1e7) });

describe('the grid finds what looking at every point finds', () => {
  test.each<[kind: string, points: fc.Arbitrary<FlatPoint[]>, from: fc.Arbitrary<FlatPoint>, radius: number]>([
    ['a city', manyOf(pointWithin(20_000)), pointWithin(25_000), 20_000],
    ['a city, a small radius', manyOf(pointWithin(20_000)), pointWithin(20_000), 3_000],
    ['many at the same place', manyOf(onAGrid), onAGrid, 3],
    ['all in one street', manyOf(onALine), pointWithin(20_000), 9_000],
    ['positions from nowhere', manyOf(withStrays), withStrays, 8_000],
  ])('%s', (_, points, anyFrom, mostRadius) => {
    const radius = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: mostRadius }));
    fc.assert(
      fc.property(
        points,
        anyFrom,
        radius,
        fc.integer({ min: 1, max: 25 }),
        fc.integer({ min: 1, max: 4 }),
        (...drawn) => {
          const [all, from, radiusMeters, most, every] = drawn;
          const without = new Set([...all.keys()].filter((index) => index % every !== 0));
          const expected = allWithin(all, from, radiusMeters, without);
          const grid = createNearbyGrid(all);
          expect(grid.nearest(from, most, radiusMeters, without)).toEqual(expected.slice(0, most));
          expect(grid.countWithin(from, radiusMeters, without)).toBe(expected.length);
        },
      ),
      { numRuns: 400 },
    );
  });
});

test('who is exactly at the radius is within it', () => {
  const grid = createNearbyGrid([{ x: 3, y: 4 }]);
  expect(grid.countWithin({ x: 0, y: 0 }, 5, nobody)).toBe(1);
  expect(grid.countWithin({ x: 0, y: 0 }, 4.999, nobody)).toBe(0);
});

test('of nobody nobody is found', () => {
  expect(createNearbyGrid([]).nearest({ x: 1, y: 1 }, 20, 20_000, nobody)).toEqual([]);
});
