import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { type DistanceMatrix, lengthOf, type StopOrder, shortestStopOrder } from './stop-order.ts';

/** Every order in dictionary order; a later one wins only where it is shorter. */
function bruteForce(matrix: DistanceMatrix, returns: boolean): StopOrder {
  let best: StopOrder = { order: [], meters: Number.POSITIVE_INFINITY };
  const extend = (order: readonly number[]): void => {
    if (order.length === matrix.length - 1) {
      const meters = walk(matrix, order, returns);
      if (meters < best.meters) best = { order, meters };
      return;
    }
    for (let next = 1; next < matrix.length; next++) if (!order.includes(next)) extend([...order, next]);
  };
  extend([]);
  return best;
}

function walk(matrix: DistanceMatrix, order: readonly number[], returns: boolean): number {
  let meters = 0;
  let at = 0;
  for (const next of returns ? [...order, 0] : order) {
    meters += matrix[at]?.[next] as number;
    at = next;
  }
  return meters;
}

/** Written apart from the rule: shortest ways from the pick-up to each last stop of each set, then the best of them. */
function dynamicProgram(matrix: DistanceMatrix, returns: boolean): number {
  const count = matrix.length - 1;
  const meters = Float64Array.from(matrix.flat());
  const row = count + 1;
  // By set and last stop; filled from small sets to large ones, each from the sets without its last stop.
  const shortest = new Float64Array(count << count).fill(Number.POSITIVE_INFINITY);
  for (let set = 1; set < 1 << count; set++) {
    for (let last = 0; last < count; last++) {
      const before = set & ~(1 << last);
      if (before === set) continue;
      let best = before === 0 ? (meters[last + 1] as number) : Number.POSITIVE_INFINITY;
      for (let from = 0; from < count; from++) {
        const longer = (shortest[before * count + from] as number) + (meters[(from + 1) * row + last + 1] as number);
        if (longer < best) best = longer;
      }
      shortest[set * count + last] = best;
    }
  }
  const ends = shortest.subarray(((1 << count) - 1) * count);
  return Math.min(...ends.map((way, last) => way + (returns ? (meters[(last + 1) * row] as number) : 0)));
}

function squareOf(dropOffs: number, anyMeters: fc.Arbitrary<number>): fc.Arbitrary<number[][]> {
  const size = dropOffs + 1;
  return fc
    .array(fc.array(anyMeters, { minLength: size, maxLength: size }), { minLength: size, maxLength: size })
    .map((rows) => rows.map((row, from) => row.map((meters, to) => (from === to ? 0 : meters))));
}

function anyMatrix(fewest: number, most: number, longest: number): fc.Arbitrary<number[][]> {
  return fc
    .integer({ min: fewest, max: most })
    .chain((dropOffs) => squareOf(dropOffs, fc.integer({ min: 0, max: longest })));
}

function symmetric(matrix: number[][]): number[][] {
  return matrix.map((row, from) => row.map((meters, to) => (from < to ? meters : (matrix[to]?.[from] as number))));
}

/** Streets at right angles: many equal lengths, and several parcels for one house. */
function anyBlocks(fewest: number, most: number): fc.Arbitrary<number[][]> {
  const corner = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  return fc
    .array(corner, { minLength: fewest + 1, maxLength: most + 1 })
    .map((corners) =>
      corners.map(([x1, y1]) => corners.map(([x2, y2]) => 100 * (Math.abs(x1 - x2) + Math.abs(y1 - y2)))),
    );
}

/** As the crow flies with detours that differ by direction. */
function anyRoads(dropOffs: number): fc.Arbitrary<number[][]> {
  const point = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 20_000 }));
  const detours = squareOf(dropOffs, fc.integer({ min: 110, max: 170 }));
  return fc
    .tuple(fc.array(point, { minLength: dropOffs + 1, maxLength: dropOffs + 1 }), detours)
    .map(([points, percent]) =>
      points.map(([x1, y1], from) =>
        points.map(([x2, y2], to) =>
          Math.round((Math.hypot(x1 - x2, y1 - y2) * (percent[from]?.[to] as number)) / 100),
        ),
      ),
    );
}

const TABLE_ONLY: Parameters<typeof shortestStopOrder>[2] = [];
/** Only a search that has found nothing comes to a second one, and then to the table, which would hide it. */
const searchOnly = (boundRounds: number, searchSteps: number): Parameters<typeof shortestStopOrder>[2] => [
  { boundRounds, searchSteps },
  {
    get boundRounds(): never {
      throw new Error('the search has found nothing');
    },
    searchSteps: 0,
  },
];
const SEARCH_ONLY = searchOnly(3, Number.MAX_SAFE_INTEGER);

describe('up to 8 drop-offs the answer is that of trying every order, to the same order among equals', () => {
  test.each<[kind: string, matrices: fc.Arbitrary<number[][]>, usualRuns: number]>([
    ['any distances', anyMatrix(1, 6, 10_000), 150],
    ['any distances, 7 and 8 drop-offs', anyMatrix(7, 8, 10_000), 6],
    ['symmetric distances', anyMatrix(1, 7, 10_000).map(symmetric), 30],
    ['many equal distances and zeros', anyMatrix(1, 6, 2), 150],
    ['many equal distances and zeros, 7 and 8 drop-offs', anyMatrix(7, 8, 3), 6],
    ['symmetric ones with many equal', anyMatrix(1, 6, 3).map(symmetric), 100],
    ['blocks with several parcels for one house', anyBlocks(1, 7), 50],
    ['distances of up to 2^31', anyMatrix(1, 6, 2 ** 31), 100],
  ])(
    '%s',
    (_, matrices, usualRuns) => {
      fc.assert(
        fc.property(matrices, fc.boolean(), (matrix, returns) => {
          const expected = bruteForce(matrix, returns);
          expect(shortestStopOrder(matrix, returns)).toEqual(expected);
          expect(shortestStopOrder(matrix, returns, TABLE_ONLY)).toEqual(expected);
          expect(shortestStopOrder(matrix, returns, SEARCH_ONLY)).toEqual(expected);
        }),
        { numRuns: runs(usualRuns) },
      );
    },
    runs(30_000),
  );
});

describe('at 15 drop-offs the length is that of the dynamic program, and the table gives the same order', () => {
  test.each<[kind: string, matrices: fc.Arbitrary<number[][]>]>([
    ['roads', anyRoads(15)],
    ['any distances, as no road has them', squareOf(15, fc.integer({ min: 0, max: 100_000 }))],
    ['any distances of a few values', squareOf(15, fc.integer({ min: 0, max: 5 }))],
    ['symmetric ones', squareOf(15, fc.integer({ min: 0, max: 1000 })).map(symmetric)],
    ['blocks', anyBlocks(15, 15)],
    ['distances of up to 2^31', squareOf(15, fc.integer({ min: 0, max: 2 ** 31 }))],
  ])(
    '%s',
    (_, matrices) => {
      fc.assert(
        fc.property(matrices, fc.boolean(), (matrix, returns) => {
          const found = shortestStopOrder(matrix, returns);
          expect(found.meters).toBe(dynamicProgram(matrix, returns));
          expect(found.meters).toBe(walk(matrix, found.order, returns));
          expect([...found.order].sort((a, b) => a - b)).toEqual(matrix.slice(1).map((_, index) => index + 1));
          expect(shortestStopOrder(matrix, returns, TABLE_ONLY)).toEqual(found);
        }),
        { numRuns: runs(3) },
      );
    },
    runs(60_000),
  );
});

// Without the bound none of these is found before the effort is spent, and the table answers them all, as correctly.
test.each([
  [15, true],
  [15, false],
  [12, true],
  [12, false],
])('along roads a good bound finds the order of %i in a few hundred steps (returns: %s)', (dropOffs, returns) => {
  for (const matrix of fc.sample(fc.noBias(anyRoads(dropOffs)), { numRuns: 20, seed: 5 }))
    expect(() => shortestStopOrder(matrix, returns, searchOnly(20, 800))).not.toThrow();
});

// Told apart, they take more than 30,000 steps there and back.
test.each([
  [true, 800],
  [false, 50],
])('parcels for one house are not tried in every order (returns: %s)', (returns, steps) => {
  const houses = Array.from({ length: 16 }, (_, place) => place % 4);
  const matrix = houses.map((from) => houses.map((to) => Math.abs(from - to) * 1000));
  expect(() => shortestStopOrder(matrix, returns, searchOnly(20, steps))).not.toThrow();
});

describe('among equally short orders the first in the dictionary is taken', () => {
  const inOrder = Array.from({ length: 15 }, (_, index) => index + 1);
  const places = [0, ...inOrder];

  test.each([true, false])('when all places are one (returns: %s)', (returns) => {
    const matrix = places.map(() => places.map(() => 0));
    expect(shortestStopOrder(matrix, returns)).toEqual({ order: inOrder, meters: 0 });
  });

  test.each([true, false])('when all places are equally far from one another (returns: %s)', (returns) => {
    const matrix = places.map((from) => places.map((to) => (from === to ? 0 : 700)));
    expect(shortestStopOrder(matrix, returns)).toEqual({ order: inOrder, meters: returns ? 11_200 : 10_500 });
  });

  test('when the drop-offs lie along one street, there and back', () => {
    const matrix = places.map((from) => places.map((to) => Math.abs(from - to) * 100));
    expect(shortestStopOrder(matrix, true)).toEqual({ order: inOrder, meters: 3000 });
  });

  test('when parcels for one house are spread over the list', () => {
    const houses = places.map((place) => place % 4);
    const matrix = houses.map((from) => houses.map((to) => Math.abs(from - to) * 1000));
    const byHouse = [4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];
    expect(shortestStopOrder(matrix, false)).toEqual({ order: byHouse, meters: 3000 });
  });

  test('when the effort for a search is spent after any number of steps', () => {
    fc.assert(
      fc.property(
        anyMatrix(9, 9, 20),
        fc.boolean(),
        fc.integer({ min: 0, max: 400 }),
        (matrix, returns, searchSteps) => {
          const cut = shortestStopOrder(matrix, returns, [{ boundRounds: 1, searchSteps }]);
          expect(cut).toEqual(shortestStopOrder(matrix, returns, TABLE_ONLY));
        },
      ),
    );
  });
});

describe('small ways', () => {
  test('without a drop-off there is nothing to order', () => {
    for (const returns of [true, false]) expect(shortestStopOrder([[0]], returns)).toEqual({ order: [], meters: 0 });
  });

  test('one drop-off is driven to, and back from where asked', () => {
    const matrix = [
      [0, 300],
      [450, 0],
    ];
    expect(shortestStopOrder(matrix, false)).toEqual({ order: [1], meters: 300 });
    expect(shortestStopOrder(matrix, true)).toEqual({ order: [1], meters: 750 });
  });

  test('a one-way street turns the order round, and the way back turns it again', () => {
    const matrix = [
      [0, 100, 120],
      [900, 0, 500],
      [100, 50, 0],
    ];
    expect(shortestStopOrder(matrix, false)).toEqual({ order: [2, 1], meters: 170 });
    expect(shortestStopOrder(matrix, true)).toEqual({ order: [1, 2], meters: 700 });
  });
});

test('a length is the sum of the legs in the given order', () => {
  fc.assert(
    fc.property(anyMatrix(0, 15, 2 ** 31), fc.boolean(), (matrix, returns) => {
      const backwards = matrix.slice(1).map((_, index) => matrix.length - 1 - index);
      expect(lengthOf(matrix, backwards, returns)).toBe(walk(matrix, backwards, returns));
    }),
  );
});

test.each<[fault: string, matrix: DistanceMatrix]>([
  ['no place', []],
  ['17 places', Array.from({ length: 17 }, () => new Array<number>(17).fill(0))],
  ['a missing distance', [[0, 1], [1]]],
  [
    'half a metre',
    [
      [0, 0.5],
      [1, 0],
    ],
  ],
  [
    'a negative distance',
    [
      [0, -1],
      [1, 0],
    ],
  ],
  [
    'a metre too many',
    [
      [0, 2 ** 31 + 1],
      [1, 0],
    ],
  ],
  [
    'no way',
    [
      [0, Number.POSITIVE_INFINITY],
      [1, 0],
    ],
  ],
  [
    'no number',
    [
      [0, Number.NaN],
      [1, 0],
    ],
  ],
])('%s is a fault of the program', (_, matrix) => {
  expect(() => shortestStopOrder(matrix, false)).toThrow('broken assumption');
});
