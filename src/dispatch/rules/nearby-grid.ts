import type { FlatPoint } from './flat-city.ts';

type Near = { readonly index: number; readonly meters: number };

export type NearbyGrid = {
  /** At most so many within the radius, nearest first, of equals the first given. */
  nearest(from: FlatPoint, most: number, radiusMeters: number, passes: Passes): readonly Near[];
  countWithin(from: FlatPoint, radiusMeters: number, passes: Passes): number;
};

/** Whether a point is to be found at all. */
export type Passes = (index: number) => boolean;

/** Squares of equal size over the middle of all points; who is outside counts to a cell at the edge. */
type Cells = {
  readonly left: number;
  readonly bottom: number;
  readonly sizeMeters: number;
  readonly columns: number;
  readonly rows: number;
};

const POINTS_PER_CELL = 2;
const SAMPLE_SIZE = 1_000;
const OUTERMOST_SHARE = 0.02;

/** Points sorted by cell, row by row, so that a stretch of a row is a stretch of the arrays. */
export function createNearbyGrid(points: readonly FlatPoint[]): NearbyGrid {
  const cells = layCells(points);
  const { starts, order } = sortByCell(points, cells);
  const xs = new Float64Array(points.length);
  const ys = new Float64Array(points.length);
  for (let place = 0; place < points.length; place++) {
    const { x, y } = points[order[place] as number] as FlatPoint;
    xs[place] = x;
    ys[place] = y;
  }

  function eachWithin({ x, y }: FlatPoint, radius: number, found: (index: number, squared: number) => void): void {
    const firstColumn = columnAt(cells, x - radius);
    const lastColumn = columnAt(cells, x + radius);
    const lastRow = rowAt(cells, y + radius);
    for (let row = rowAt(cells, y - radius); row <= lastRow; row++) {
      const end = starts[row * cells.columns + lastColumn + 1] as number;
      for (let place = starts[row * cells.columns + firstColumn] as number; place < end; place++) {
        const squared = ((xs[place] as number) - x) ** 2 + ((ys[place] as number) - y) ** 2;
        if (squared <= radius * radius) found(order[place] as number, squared);
      }
    }
  }

  function nearest(from: FlatPoint, most: number, radiusMeters: number, passes: Passes): readonly Near[] {
    // Where points are spread evenly the first look finds enough; it looks twice as far each time it does not.
    for (let radius = (cells.sizeMeters * Math.sqrt(most)) / 2; ; radius *= 2) {
      const reach = Math.min(radius, radiusMeters);
      const near: Near[] = [];
      eachWithin(from, reach, (index, squared) => {
        if (passes(index)) near.push({ index, meters: Math.sqrt(squared) });
      });
      if (near.length < most && reach < radiusMeters) continue;
      return near.sort((a, b) => a.meters - b.meters || a.index - b.index).slice(0, most);
    }
  }

  function countWithin(from: FlatPoint, radiusMeters: number, passes: Passes): number {
    let count = 0;
    eachWithin(from, radiusMeters, (index) => {
      if (passes(index)) count += 1;
    });
    return count;
  }

  return { nearest, countWithin };
}

function layCells(points: readonly FlatPoint[]): Cells {
  const stride = Math.ceil(points.length / SAMPLE_SIZE);
  const sample = points.filter((_, index) => index % stride === 0);
  const [left, right] = mostlyBetween(sample.map(({ x }) => x));
  const [bottom, top] = mostlyBetween(sample.map(({ y }) => y));
  const area = Math.max(1, right - left) * Math.max(1, top - bottom);
  const sizeMeters = Math.max(1, Math.sqrt((area * POINTS_PER_CELL) / Math.max(1, points.length)));
  const countOver = (meters: number) => Math.floor(meters / sizeMeters) + 1;
  return { left, bottom, sizeMeters, columns: countOver(right - left), rows: countOver(top - bottom) };
}

/** One position from nowhere must not stretch the cells: the outermost on each side do not count. */
function mostlyBetween(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  return [at(OUTERMOST_SHARE), at(1 - OUTERMOST_SHARE)];
}

/** A counting sort: starts[cell] is where the points of a cell begin in the order. */
function sortByCell(points: readonly FlatPoint[], cells: Cells): { starts: Int32Array; order: Int32Array } {
  const cellOf = ({ x, y }: FlatPoint) => rowAt(cells, y) * cells.columns + columnAt(cells, x);
  const starts = new Int32Array(cells.rows * cells.columns + 1);
  const raise = (counts: Int32Array, cell: number, by: number) => {
    counts[cell] = (counts[cell] as number) + by;
  };
  for (const point of points) raise(starts, cellOf(point) + 1, 1);
  for (let cell = 1; cell < starts.length; cell++) raise(starts, cell, starts[cell - 1] as number);
  const next = starts.slice();
  const order = new Int32Array(points.length);
  points.forEach((point, index) => {
    const cell = cellOf(point);
    order[next[cell] as number] = index;
    raise(next, cell, 1);
  });
  return { starts, order };
}

function columnAt({ left, sizeMeters, columns }: Cells, x: number): number {
  return Math.max(0, Math.min(columns - 1, Math.floor((x - left) / sizeMeters)));
}

function rowAt({ bottom, sizeMeters, rows }: Cells, y: number): number {
  return Math.max(0, Math.min(rows - 1, Math.floor((y - bottom) / sizeMeters)));
}
