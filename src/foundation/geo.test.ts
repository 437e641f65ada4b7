import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coarsePlace,
  findCrossing,
  greatCircleMeters,
  isInside,
  type Point,
  type Position,
  type Ring,
  samePosition,
} from './geo.ts';

const SQUARE: Ring = rectangle(0, 0, 10, 10);
const HOLE: Ring = rectangle(4, 4, 6, 6);

function rectangle(west: number, south: number, east: number, north: number): Ring {
  return closed([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);
}

function closed(positions: readonly Position[]): Ring {
  return [...positions, positions[0] as Position];
}

function at(lng: number, lat: number): Point {
  return { lng, lat };
}

const anyCoordinate = fc.integer({ min: -8, max: 8 });
const anyPosition = fc.tuple(anyCoordinate, anyCoordinate);

describe('inside', () => {
  test('a point within the ring is inside, and one beside it is not', () => {
    expect(isInside(at(5, 5), [[SQUARE]])).toBe(true);
    expect(isInside(at(11, 5), [[SQUARE]])).toBe(false);
    expect(isInside(at(-1, 5), [[SQUARE]])).toBe(false);
    expect(isInside(at(5, 11), [[SQUARE]])).toBe(false);
    expect(isInside(at(5, -1), [[SQUARE]])).toBe(false);
  });

  test('longitude and latitude are not taken for one another', () => {
    const wide = rectangle(100, 0, 120, 5);
    expect(isInside({ lng: 110, lat: 3 }, [[wide]])).toBe(true);
    expect(isInside({ lng: 3, lat: 110 }, [[wide]])).toBe(false);
  });

  test.each([
    ['the southern border', at(5, 0)],
    ['the northern border', at(5, 10)],
    ['the western border', at(0, 5)],
    ['the eastern border', at(10, 5)],
    ['a corner', at(10, 10)],
    ['the first corner', at(0, 0)],
  ])('a point on %s is inside', (_, point) => {
    expect(isInside(point, [[SQUARE]])).toBe(true);
  });

  test('a point that lies on the line of an edge but beyond its ends is outside', () => {
    expect(isInside(at(11, 0), [[SQUARE]])).toBe(false);
    expect(isInside(at(0, 11), [[SQUARE]])).toBe(false);
    expect(isInside(at(-3, 10), [[SQUARE]])).toBe(false);
  });

  test('a slanted border belongs to the area, a hair beside it does not', () => {
    const triangle = closed([
      [0, 0],
      [8, 0],
      [0, 8],
    ]);
    expect(isInside(at(4, 4), [[triangle]])).toBe(true);
    expect(isInside(at(4, 4.000001), [[triangle]])).toBe(false);
    expect(isInside(at(4, 3.999999), [[triangle]])).toBe(true);
  });

  test('a ray through a corner is counted once', () => {
    const diamond = closed([
      [0, -5],
      [5, 0],
      [0, 5],
      [-5, 0],
    ]);
    expect(isInside(at(0, 0), [[diamond]])).toBe(true);
    expect(isInside(at(-6, 0), [[diamond]])).toBe(false);
    expect(isInside(at(-4, 5), [[diamond]])).toBe(false);
  });

  test('the bay of a horseshoe is outside', () => {
    const horseshoe = closed([
      [0, 0],
      [10, 0],
      [10, 10],
      [7, 10],
      [7, 3],
      [3, 3],
      [3, 10],
      [0, 10],
    ]);
    expect(isInside(at(5, 5), [[horseshoe]])).toBe(false);
    expect(isInside(at(1, 5), [[horseshoe]])).toBe(true);
    expect(isInside(at(9, 5), [[horseshoe]])).toBe(true);
  });

  test('a hole is outside, its border is not', () => {
    expect(isInside(at(5, 5), [[SQUARE, HOLE]])).toBe(false);
    expect(isInside(at(4, 5), [[SQUARE, HOLE]])).toBe(true);
    expect(isInside(at(3.9, 5), [[SQUARE, HOLE]])).toBe(true);
  });

  test('every hole counts, and the point must also be within the outer ring', () => {
    const holes = [rectangle(1, 1, 2, 2), rectangle(7, 7, 8, 8)];
    expect(isInside(at(1.5, 1.5), [[SQUARE, ...holes]])).toBe(false);
    expect(isInside(at(7.5, 7.5), [[SQUARE, ...holes]])).toBe(false);
    expect(isInside(at(5, 5), [[SQUARE, ...holes]])).toBe(true);
    expect(isInside(at(20, 20), [[SQUARE, ...holes]])).toBe(false);
  });

  test('one of many polygons is enough, also an island in the hole of another', () => {
    const island = rectangle(4.5, 4.5, 5.5, 5.5);
    expect(isInside(at(5, 5), [[SQUARE, HOLE], [island]])).toBe(true);
    expect(isInside(at(5, 5), [[island], [SQUARE, HOLE]])).toBe(true);
    expect(isInside(at(4.2, 5), [[SQUARE, HOLE], [island]])).toBe(false);
  });

  test('nothing is inside of no polygon, or of one without rings', () => {
    expect(isInside(at(0, 0), [])).toBe(false);
    expect(isInside(at(0, 0), [[]])).toBe(false);
  });

  test('a triangle holds exactly the points that are on no wrong side of its edges', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, anyPosition, anyPosition, (a, b, c, p) => {
        fc.pre(side(a, b, c) !== 0);
        const sides = [side(a, b, p), side(b, c, p), side(c, a, p)];
        const expected = sides.every((turn) => turn >= 0) || sides.every((turn) => turn <= 0);
        expect(isInside(at(p[0], p[1]), [[closed([a, b, c])]])).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('the direction of a ring and the corner it starts at make no difference', () => {
    fc.assert(
      fc.property(fc.array(anyPosition, { minLength: 3, maxLength: 8 }), anyPosition, (corners, [lng, lat]) => {
        const expected = isInside(at(lng, lat), [[closed(corners)]]);
        expect(isInside(at(lng, lat), [[closed([...corners].reverse())]])).toBe(expected);
        expect(isInside(at(lng, lat), [[closed(turned(corners))]])).toBe(expected);
      }),
    );
  });
});

describe('crossing', () => {
  test('a plain ring does not cross itself', () => {
    expect(findCrossing(SQUARE)).toBeUndefined();
    expect(findCrossing(closed([...SQUARE.slice(0, 4)].reverse()))).toBeUndefined();
  });

  test('corners on one straight line are no crossing as long as it goes on', () => {
    const ring = closed([
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 10],
    ]);
    expect(findCrossing(ring)).toBeUndefined();
  });

  test('a bow tie crosses itself, and the two edges are named', () => {
    const bowTie = closed([
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ]);
    expect(findCrossing(bowTie)).toEqual([0, 2]);
  });

  test('edges far apart in the ring are compared too', () => {
    const ring = closed([
      [0, 0],
      [10, 0],
      [10, 10],
      [5, -5],
      [0, 10],
    ]);
    expect(findCrossing(ring)).toEqual([0, 2]);
  });

  test('a corner that touches another edge is a crossing, one that stops short of it is not', () => {
    const withDent = (depth: number) =>
      closed([
        [0, 0],
        [10, 0],
        [10, 10],
        [5, depth],
        [0, 10],
      ]);
    expect(findCrossing(withDent(0.5))).toBeUndefined();
    expect(findCrossing(withDent(0))).toEqual([0, 2]);
  });

  test('two corners at the same place are a crossing', () => {
    const eight = closed([
      [0, 0],
      [5, 5],
      [10, 0],
      [10, 10],
      [5, 5],
      [0, 10],
    ]);
    expect(findCrossing(eight)).toEqual([0, 3]);
  });

  test('edges that lie on one line without meeting are no crossing, and are one when they overlap', () => {
    const comb = (left: number) =>
      closed([
        [0, 0],
        [4, 0],
        [4, 5],
        [left, 5],
        [left, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ]);
    expect(findCrossing(comb(6))).toBeUndefined();
    expect(findCrossing(comb(3))).toBeDefined();
  });

  test('an edge that ends where another would come by, if it went on, does not cross it, on whichever side', () => {
    let corners: Position[] = [
      [0, 0],
      [2, 0],
      [2.1, 1],
      [3, 0],
      [1, 5],
    ];
    for (let turn = 0; turn < 4; turn++) {
      corners = corners.map(([x, y]) => [-y, x]);
      expect(findCrossing(closed(corners))).toBeUndefined();
      expect(findCrossing(closed(corners.toReversed()))).toBeUndefined();
    }
  });

  test('an edge that runs back over the one before is a crossing', () => {
    const spike = closed([
      [0, 0],
      [10, 0],
      [10, 10],
      [10, 5],
      [0, 5],
    ]);
    expect(findCrossing(spike)).toEqual([1, 2]);
  });

  test('the last edge that runs back over the first is a crossing', () => {
    const spike = closed([
      [0, 0],
      [10, 0],
      [10, 5],
      [5, 0],
    ]);
    expect(findCrossing(spike)).toBeDefined();
    expect(
      findCrossing(
        closed([
          [0, 0],
          [10, 0],
          [5, 0],
        ]),
      ),
    ).toBeDefined();
  });

  test('a line walked forth and back is a crossing', () => {
    expect(
      findCrossing(
        closed([
          [0, 0],
          [10, 0],
        ]),
      ),
    ).toEqual([0, 1]);
  });

  test('a ring around a middle that it sees in every direction never crosses itself', () => {
    const anyRadii = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(anyRadii, (radii) => {
        const corners = radii.map((radius, index): Position => {
          const angle = (index / radii.length) * 2 * Math.PI;
          return [radius * Math.cos(angle), radius * Math.sin(angle)];
        });
        expect(findCrossing(closed(corners))).toBeUndefined();
      }),
    );
  });

  test('whether a ring crosses itself depends neither on its direction nor on the corner it starts at', () => {
    fc.assert(
      fc.property(fc.array(anyPosition, { minLength: 3, maxLength: 7 }), (corners) => {
        const crosses = findCrossing(closed(corners)) !== undefined;
        expect(findCrossing(closed([...corners].reverse())) !== undefined).toBe(crosses);
        expect(findCrossing(closed(turned(corners))) !== undefined).toBe(crosses);
      }),
      { numRuns: 500 },
    );
  });

  test('of several crossings the first is named', () => {
    const ring = closed([
      [5, 5],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 4],
      [6, 2],
      [6, 6],
      [2, 3],
    ]);
    expect(findCrossing(ring)).toEqual([0, 2]);
  });

  test('edges on one slanted line that end before one another do not meet', () => {
    const ring = closed([
      [0.5, 0.4],
      [0.5, 0.5],
      [0.1, 0],
      [0.1 + 0.2, 0.2],
      [0.5, 0.1],
      [0.4, 0.1 + 0.2],
    ]);
    expect(findCrossing(ring)).toBeUndefined();
  });

  test('the named edges are two different edges of the ring, the first one first', () => {
    fc.assert(
      fc.property(fc.array(anyPosition, { minLength: 3, maxLength: 7 }), (corners) => {
        const crossing = findCrossing(closed(corners));
        fc.pre(crossing !== undefined);
        expect(crossing[0]).toBeLessThan(crossing[1]);
        expect(crossing[1]).toBeLessThan(corners.length);
      }),
    );
  });
});

describe('an outline of a thousand corners', () => {
  const CORNERS = 1_000;
  /** A round outline that counts how often a number of it is looked at. */
  function counted() {
    const looks = { lng: 0, lat: 0 };
    const corners = Array.from({ length: CORNERS }, (_, index) => {
      const angle = (index / CORNERS) * 2 * Math.PI;
      return Object.defineProperties([0, 0] as unknown as [number, number], {
        0: { get: () => ++looks.lng && Math.cos(angle) },
        1: { get: () => ++looks.lat && Math.sin(angle) },
      });
    });
    return { ring: closed(corners), looks };
  }

  test('is checked for crossings without holding every edge against every other', () => {
    const { ring, looks } = counted();
    expect(findCrossing(ring)).toBeUndefined();
    expect(looks.lng + looks.lat).toBeLessThan(100 * CORNERS);
  });

  test('is held against a point by the few edges at its latitude', () => {
    const { ring, looks } = counted();
    expect(isInside(at(0.3, 0.3), [[ring]])).toBe(true);
    expect(looks.lat).toBeLessThanOrEqual(2 * CORNERS);
    expect(looks.lng).toBeLessThan(10);
  });
});

test('a coarse place is the nearest hundredth of a degree, whatever was written', () => {
  expect(coarsePlace({ lat: '22.28449', lng: '-114.158' })).toEqual({ lat: '22.28', lng: '-114.16' });
  expect(coarsePlace({ lat: '22', lng: '0.5' })).toEqual({ lat: '22.00', lng: '0.50' });
});

test('two positions are the same when both numbers are', () => {
  expect(samePosition([1, 2], [1, 2])).toBe(true);
  expect(samePosition([1, 2], [1, 3])).toBe(false);
  expect(samePosition([1, 2], [0, 2])).toBe(false);
  expect(samePosition([1, 2], [2, 1])).toBe(false);
});

function side(a: Position, b: Position, p: Position): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

function turned(corners: readonly Position[]): Position[] {
  return [...corners.slice(1), corners[0] as Position];
}

test('an edge without length is a fault of the ring', () => {
  expect(
    findCrossing([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]),
  ).toBeDefined();
});

describe('as the crow flies', () => {
  const EARTH_CIRCUMFERENCE_METERS = 2 * Math.PI * 6_371_008.8;
  const anyPoint = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });

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

  test('no way is shorter over a third place, but for the rounding', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, anyPoint, (a, b, c) => {
        expect(greatCircleMeters(a, c)).toBeLessThanOrEqual(greatCircleMeters(a, b) + greatCircleMeters(b, c) + 0.5);
      }),
    );
  });
});
