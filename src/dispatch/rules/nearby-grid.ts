import type { FlatPoint } from './flat-city.ts';

type Near = { readonly index: number; readonly meters: number };

export type NearbyGrid = {
  /** At most so many within the radius, nearest first, of equals the first given; without some, by their index. */
  nearest(from: FlatPoint, most: number, radiusMeters: number, without: ReadonlySet<number>): readonly Near[];
  countWithin(from: FlatPoint, radiusMeters: number, without: ReadonlySet<number>): number;
};

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

/** More than all rounding errors of a cell's edges. */
const A_METER = 1;

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

  function nearest(from: FlatPoint, most: number, radiusMeters: number, without: ReadonlySet<number>): readonly Near[] {
    const few: NearestFew = { indexes: new Int32Array(most), squares: new Float64Array(most), count: 0 };
    // Where points are spread evenly the first look finds enough; it looks twice as far each time it does not.
    for (let radius = (cells.sizeMeters * Math.sqrt(most)) / 2; ; radius *= 2) {
      const reach = Math.min(radius, radiusMeters);
      few.count = 0;
      let limit = reach * reach;
      const lastRow = rowAt(cells, from.y + reach);
      for (let row = rowAt(cells, from.y - reach); row <= lastRow; row++) {
        const [first, last] = columnsWithin(cells, row, from, reach);
        const end = starts[row * cells.columns + last + 1] as number;
        for (let place = starts[row * cells.columns + first] as number; place < end; place++) {
          const squared = ((xs[place] as number) - from.x) ** 2 + ((ys[place] as number) - from.y) ** 2;
          if (squared > limit || without.has(order[place] as number)) continue;
          keepNearer(few, order[place] as number, squared);
          if (few.count === most) limit = few.squares[most - 1] as number;
        }
      }
      if (few.count === most || reach === radiusMeters) return inOrder(few);
    }
  }

  function countWithin(from: FlatPoint, radiusMeters: number, without: ReadonlySet<number>): number {
    let count = 0;
    const lastRow = rowAt(cells, from.y + radiusMeters);
    for (let row = rowAt(cells, from.y - radiusMeters); row <= lastRow; row++) {
      const [first, last] = columnsWithin(cells, row, from, radiusMeters);
      const [firstWhole, lastWhole] = wholeColumnsWithin(cells, row, from, radiusMeters);
      if (firstWhole > lastWhole) {
        count += countIn(row, first, last, from, radiusMeters);
      } else {
        count += countIn(row, first, firstWhole - 1, from, radiusMeters);
        count +=
          (starts[row * cells.columns + lastWhole + 1] as number) -
          (starts[row * cells.columns + firstWhole] as number);
        count += countIn(row, lastWhole + 1, last, from, radiusMeters);
      }
    }
    for (const index of without) if (isWithin(points[index] as FlatPoint, from, radiusMeters)) count -= 1;
    return count;
  }

  function countIn(row: number, first: number, last: number, from: FlatPoint, radius: number): number {
    const end = starts[row * cells.columns + last + 1] as number;
    let count = 0;
    for (let place = starts[row * cells.columns + first] as number; place < end; place++) {
      const squared = ((xs[place] as number) - from.x) ** 2 + ((ys[place] as number) - from.y) ** 2;
      if (squared <= radius * radius) count += 1;
    }
    return count;
  }

  return { nearest, countWithin };
}

function isWithin({ x, y }: FlatPoint, from: FlatPoint, radius: number): boolean {
  return (x - from.x) ** 2 + (y - from.y) ** 2 <= radius * radius;
}

/** The nearest so far, in their order. */
type NearestFew = { readonly indexes: Int32Array; readonly squares: Float64Array; count: number };

/** Puts one more in its place; where there is no room left, the last has to go. */
function keepNearer(few: NearestFew, index: number, squared: number): void {
  const { indexes, squares } = few;
  let place = few.count;
  if (place < indexes.length) few.count += 1;
  else if (isBehind(few, place - 1, index, squared)) place -= 1;
  else return;
  for (; place > 0 && isBehind(few, place - 1, index, squared); place--) {
    squares[place] = squares[place - 1] as number;
    indexes[place] = indexes[place - 1] as number;
  }
  squares[place] = squared;
  indexes[place] = index;
}

function isBehind({ indexes, squares }: NearestFew, place: number, index: number, squared: number): boolean {
  const other = squares[place] as number;
  return other > squared || (other === squared && (indexes[place] as number) > index);
}

function inOrder({ indexes, squares, count }: NearestFew): readonly Near[] {
  const near: Near[] = [];
  for (let place = 0; place < count; place++)
    near.push({ index: indexes[place] as number, meters: Math.sqrt(squares[place] as number) });
  return near;
}

/** From which to which column a row has points within the radius, at most. */
function columnsWithin(cells: Cells, row: number, { x, y }: FlatPoint, radius: number): readonly [number, number] {
  const [bottom, top] = edgesOf(cells, row);
  const nearest = Math.max(0, bottom - y, y - top) - A_METER;
  const half = nearest <= 0 ? radius : Math.sqrt(Math.max(0, radius * radius - nearest * nearest)) + A_METER;
  return [columnAt(cells, x - half), columnAt(cells, x + half)];
}

/** From which to which column a row has nothing but points within the radius; the first is after the last where there is none. */
function wholeColumnsWithin(cells: Cells, row: number, { x, y }: FlatPoint, radius: number): readonly [number, number] {
  const [bottom, top] = edgesOf(cells, row);
  const farthest = Math.max(y - bottom, top - y) + A_METER;
  if (farthest >= radius) return [1, 0];
  const half = Math.sqrt(radius * radius - farthest * farthest) - A_METER;
  const first = Math.ceil((x - half - cells.left) / cells.sizeMeters);
  const last = Math.floor((x + half - cells.left) / cells.sizeMeters) - 1;
  return [Math.max(1, first), Math.min(cells.columns - 2, last)];
}

/** Where a row begins and ends; the outermost have no end. */
function edgesOf({ bottom, sizeMeters, rows }: Cells, row: number): readonly [number, number] {
  return [
    row === 0 ? Number.NEGATIVE_INFINITY : bottom + row * sizeMeters,
    row === rows - 1 ? Number.POSITIVE_INFINITY : bottom + (row + 1) * sizeMeters,
  ];
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
