import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Assigned, assignCheapest } from './assignment.ts';
import type { AssignmentRow } from './assignment-graph.ts';

/** Tries everything. */
function leastCost(rows: readonly AssignmentRow[], taken: readonly number[] = []): number {
  const [first, ...rest] = rows;
  if (first === undefined) return 0;
  const costs = first.candidates
    .filter(({ column }) => !taken.includes(column))
    .map(({ column, cost }) => cost + leastCost(rest, [...taken, column]));
  return Math.min(first.unmatchedCost + leastCost(rest, taken), ...costs);
}

function costOf(rows: readonly AssignmentRow[], { columns }: Assigned): number {
  return rows.reduce((total, { candidates, unmatchedCost }, row) => {
    const costs = candidates.filter(({ column }) => column === columns[row]).map(({ cost }) => cost);
    return total + (columns[row] === undefined ? unmatchedCost : Math.min(...costs));
  }, 0);
}

function expectNoColumnTwice({ columns }: Assigned): void {
  const used = columns.filter((column) => column !== undefined);
  expect(new Set(used).size).toBe(used.length);
}

/** By weak duality: whatever pays no price above any cost, and all prices of what is free are zero, is a lower bound. */
function expectProof(rows: readonly AssignmentRow[], columnCount: number, assigned: Assigned, tolerance: number): void {
  const { rowPrices, columnPrices, columns } = assigned;
  const used = new Set(columns.map((column, row) => column ?? columnCount + row));
  const priceOf = (row: number, column: number) => (rowPrices[row] as number) + (columnPrices[column] as number);
  let over = Number.NEGATIVE_INFINITY;
  for (const [row, { candidates, unmatchedCost }] of rows.entries()) {
    for (const { column, cost } of candidates) over = Math.max(over, priceOf(row, column) - cost);
    over = Math.max(over, priceOf(row, columnCount + row) - unmatchedCost);
  }
  expect(over).toBeLessThanOrEqual(tolerance);
  expect(Math.max(...columnPrices)).toBeLessThanOrEqual(0);
  expect(columnPrices.findIndex((price, column) => price !== 0 && !used.has(column))).toBe(-1);
  expect(Math.abs(assigned.totalCost - costOf(rows, assigned))).toBeLessThanOrEqual(tolerance * rows.length);
}

function anyRows(most: number, columnCount: number, anyCost: fc.Arbitrary<number>): fc.Arbitrary<AssignmentRow[]> {
  const candidate = fc.record({ column: fc.nat(columnCount - 1), cost: anyCost });
  const candidates = fc.array(candidate, { maxLength: 5 });
  return fc.array(fc.record({ candidates, unmatchedCost: anyCost }), { maxLength: most });
}

describe('a small pool costs what trying everything costs', () => {
  test.each<[kind: string, columns: number, costs: fc.Arbitrary<number>]>([
    ['any costs, also below zero', 6, fc.integer({ min: -50, max: 50 })],
    ['many equal costs', 5, fc.integer({ min: 0, max: 2 })],
    ['one driver for all', 1, fc.integer({ min: -9, max: 9 })],
    ['few drivers', 2, fc.integer({ min: 0, max: 1_000_000 })],
  ])('%s', (_, columns, costs) => {
    fc.assert(
      fc.property(anyRows(6, columns, costs), (rows) => {
        const assigned = assignCheapest(rows, columns);
        expect(costOf(rows, assigned)).toBe(leastCost(rows));
        expect(assigned.totalCost).toBe(leastCost(rows));
        expectNoColumnTwice(assigned);
        expectProof(rows, columns, assigned, 0);
      }),
      { numRuns: 600 },
    );
  });
});

describe('a large pool comes with the proof that nothing is cheaper', () => {
  test.each<[kind: string, rows: number, columns: number]>([
    ['many more drivers than orders', 1_000, 100_000],
    ['as many drivers as orders', 500, 500],
    ['hardly any drivers', 500, 20],
  ])(
    '%s',
    (_, rowCount, columnCount) => {
      const anyRow = fc.record({
        candidates: fc.array(
          fc.record({ column: fc.nat(columnCount - 1), cost: fc.double({ min: -500, max: 5_000, noNaN: true }) }),
          { minLength: 20, maxLength: 20, size: 'max' },
        ),
        unmatchedCost: fc.constant(7_200),
      });
      const size = { minLength: rowCount, maxLength: rowCount, size: 'max' } as const;
      for (const rows of fc.sample(fc.array(anyRow, size), { numRuns: 3, seed: 5 })) {
        const assigned = assignCheapest(rows, columnCount);
        expectNoColumnTwice(assigned);
        expectProof(rows, columnCount, assigned, 1e-6);
      }
    },
    60_000,
  );
});

test('an order gives way to one that has nobody else', () => {
  const either = { candidates: [candidate(0, 10), candidate(1, 100)], unmatchedCost: 1_000 };
  const onlyFirst = { candidates: [candidate(0, 20)], unmatchedCost: 1_000 };
  expect(assignCheapest([either, onlyFirst], 2)).toMatchObject({ columns: [1, 0], totalCost: 120 });
});

test('an order stays without where that is cheaper', () => {
  const rows = [{ candidates: [candidate(0, 11)], unmatchedCost: 10 }];
  expect(assignCheapest(rows, 1)).toMatchObject({ columns: [undefined], totalCost: 10 });
});

test('no orders, and orders without candidates', () => {
  expect(assignCheapest([], 3)).toMatchObject({ columns: [], totalCost: 0 });
  expect(assignCheapest([{ candidates: [], unmatchedCost: 7 }], 0)).toMatchObject({
    columns: [undefined],
    totalCost: 7,
  });
});

test('the same driver twice counts at the lower cost', () => {
  const rows = [{ candidates: [candidate(0, 9), candidate(0, 4)], unmatchedCost: 10 }];
  expect(assignCheapest(rows, 1)).toMatchObject({ columns: [0], totalCost: 4 });
});

test.each([
  [candidate(1, 5), 10],
  [candidate(-1, 5), 10],
  [candidate(0, Number.NaN), 10],
  [candidate(0, 5), Number.POSITIVE_INFINITY],
])('what makes no sense is a mistake of the program: %j', (only, unmatchedCost) => {
  expect(() => assignCheapest([{ candidates: [only], unmatchedCost }], 1)).toThrow('broken assumption');
});

function candidate(column: number, cost: number) {
  return { column, cost };
}
