import { type AssignmentRow, type Graph, graphOf } from './assignment-graph.ts';
import { type CheapestFirstQueue, createCheapestFirstQueue } from './cheapest-first-queue.ts';

export type Assigned = {
  /** For each row its column; undefined where it stays without. */
  readonly columns: readonly (number | undefined)[];
  readonly totalCost: number;
  /** They prove that nothing is cheaper: no candidate costs less than both its prices, and all that is taken costs exactly that. */
  readonly rowPrices: Float64Array;
  readonly columnPrices: Float64Array;
};

const NONE = -1;

type Match = {
  readonly columnOf: Int32Array;
  readonly rowOf: Int32Array;
  readonly rowPrices: Float64Array;
  readonly columnPrices: Float64Array;
};

/** What is known of each column while the search from one row runs; of another row's search where the number differs. */
type Search = {
  readonly queue: CheapestFirstQueue;
  readonly seenFrom: Int32Array;
  readonly settledFrom: Int32Array;
  readonly distance: Float64Array;
  readonly previousRow: Int32Array;
  readonly settled: Int32Array;
};

/** The cheapest choice of at most one column a row and one row a column: shortest augmenting paths (Jonker and Volgenant). */
export function assignCheapest(rows: readonly AssignmentRow[], columnCount: number): Assigned {
  const graph = graphOf(rows, columnCount);
  const match = takeCheapestFree(graph);
  const search = createSearch(graph);
  for (let row = 0; row < graph.rowCount; row++) {
    if (match.columnOf[row] === NONE) augmentFrom(row, graph, match, search);
  }
  const { rowPrices, columnPrices } = match;
  const columns = Array.from(match.columnOf, (column) => (column < columnCount ? column : undefined));
  const sum = (prices: Float64Array) => prices.reduce((total, price) => total + price, 0);
  return { columns, totalCost: sum(rowPrices) + sum(columnPrices), rowPrices, columnPrices };
}

/** Most rows get their cheapest column at once; those whose cheapest is taken are left for the search. */
function takeCheapestFree({ rowCount, columnCount, starts, columns, costs }: Graph): Match {
  const columnOf = new Int32Array(rowCount).fill(NONE);
  const rowOf = new Int32Array(columnCount).fill(NONE);
  const rowPrices = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    let cheapest = starts[row] as number;
    for (let edge = cheapest + 1; edge < (starts[row + 1] as number); edge++) {
      if ((costs[edge] as number) < (costs[cheapest] as number)) cheapest = edge;
    }
    rowPrices[row] = costs[cheapest] as number;
    const column = columns[cheapest] as number;
    if (rowOf[column] !== NONE) continue;
    rowOf[column] = row;
    columnOf[row] = column;
  }
  return { columnOf, rowOf, rowPrices, columnPrices: new Float64Array(columnCount) };
}

function createSearch({ rowCount, columnCount, columns }: Graph): Search {
  return {
    queue: createCheapestFirstQueue(columns.length),
    seenFrom: new Int32Array(columnCount).fill(NONE),
    settledFrom: new Int32Array(columnCount).fill(NONE),
    distance: new Float64Array(columnCount),
    previousRow: new Int32Array(columnCount),
    settled: new Int32Array(rowCount),
  };
}

/** From a row without a column over taken ones to the nearest free one; then each row on the way moves on by one. */
function augmentFrom(root: number, graph: Graph, match: Match, search: Search): void {
  search.queue.clear();
  let settledCount = 0;
  let row = root;
  let reached = 0;
  let column = NONE;
  while (row !== NONE) {
    look(root, row, reached, graph, match, search);
    column = settleNearest(root, search);
    reached = search.distance[column] as number;
    row = match.rowOf[column] as number;
    if (row !== NONE) search.settled[settledCount++] = column;
  }
  raisePrices(root, reached, settledCount, match, search);
  moveOn(root, column, match, search);
}

function look(root: number, row: number, reached: number, graph: Graph, match: Match, search: Search): void {
  const { seenFrom, settledFrom, distance, previousRow, queue } = search;
  const base = reached - (match.rowPrices[row] as number);
  const end = graph.starts[row + 1] as number;
  for (let edge = graph.starts[row] as number; edge < end; edge++) {
    const column = graph.columns[edge] as number;
    if (settledFrom[column] === root) continue;
    const through = base + (graph.costs[edge] as number) - (match.columnPrices[column] as number);
    if (seenFrom[column] === root && (distance[column] as number) <= through) continue;
    seenFrom[column] = root;
    distance[column] = through;
    previousRow[column] = row;
    queue.add(column, through);
  }
}

/** There always is one: the column that means "without" for the row where the search began. */
function settleNearest(root: number, { queue, settledFrom }: Search): number {
  let column = queue.take();
  while (settledFrom[column] === root) column = queue.take();
  settledFrom[column] = root;
  return column;
}

function raisePrices(root: number, reached: number, settledCount: number, match: Match, search: Search): void {
  const { rowOf, rowPrices, columnPrices } = match;
  rowPrices[root] = (rowPrices[root] as number) + reached;
  for (let index = 0; index < settledCount; index++) {
    const column = search.settled[index] as number;
    const row = rowOf[column] as number;
    const rise = reached - (search.distance[column] as number);
    rowPrices[row] = (rowPrices[row] as number) + rise;
    columnPrices[column] = (columnPrices[column] as number) - rise;
  }
}

function moveOn(root: number, free: number, { columnOf, rowOf }: Match, { previousRow }: Search): void {
  let column = free;
  let row = NONE;
  while (row !== root) {
    row = previousRow[column] as number;
    const left = columnOf[row] as number;
    rowOf[column] = row;
    columnOf[row] = column;
    column = left;
  }
}
