import { assert } from '../../foundation/assert.ts';

export type AssignmentRow = {
  readonly candidates: readonly { readonly column: number; readonly cost: number }[];
  /** What it costs to leave the row without a column. */
  readonly unmatchedCost: number;
};

/** Rows with their candidates in one list. The last candidate of each row is a column of its own, which means "without". */
export type Graph = {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly costs: Float64Array;
};

export function graphOf(rows: readonly AssignmentRow[], columnCount: number): Graph {
  const size = rows.reduce((total, { candidates }) => total + candidates.length + 1, 0);
  const starts = new Int32Array(rows.length + 1);
  const columns = new Int32Array(size);
  const costs = new Float64Array(size);
  let edge = 0;
  for (const [row, { candidates, unmatchedCost }] of rows.entries()) {
    for (const { column, cost } of candidates) {
      assert(column >= 0 && column < columnCount && Number.isFinite(cost), 'a candidate is a column with a cost');
      columns[edge] = column;
      costs[edge++] = cost;
    }
    assert(Number.isFinite(unmatchedCost), 'a row can stay without a column');
    columns[edge] = columnCount + row;
    costs[edge++] = unmatchedCost;
    starts[row + 1] = edge;
  }
  return { rowCount: rows.length, columnCount: columnCount + rows.length, starts, columns, costs };
}
