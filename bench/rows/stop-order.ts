import { type DistanceMatrix, shortestStopOrder } from '../../src/routing/rules/stop-order.ts';
import type { Row } from '../row.ts';
import { percentile } from '../support/statistics.ts';

/** The two take turns this often, so that a busy moment of the machine meets both. */
const TURN = 50;
const DROP_OFFS = 15;

export const STOP_ORDER: Row = {
  row: 5,
  name: 'stop-order',
  what: 'exact order of 15 drop-offs in cities with one-way streets, p99 of 1,000 deliveries, times faster',
  against: 'a textbook Held-Karp with typed arrays, which must find the same lengths',
  bar: 8,
  moonshot: 20,
  better: 'higher',
  async measure({ isShort }) {
    const matrices = drawDeliveries(isShort ? 3 : 1_000);
    const heldKarp = createHeldKarp(DROP_OFFS);
    for (const matrix of matrices.slice(0, TURN)) {
      for (let times = 0; times < 5; times++) shortestStopOrder(matrix, false);
      heldKarp(matrix);
    }
    const ratios: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 2); round++) {
      const ours: Timed[] = [];
      const theirs: Timed[] = [];
      for (let begin = 0; begin < matrices.length; begin += TURN) {
        const turn = matrices.slice(begin, begin + TURN);
        ours.push(...turn.map((matrix) => timed(() => shortestStopOrder(matrix, false).meters)));
        theirs.push(...turn.map((matrix) => timed(() => heldKarp(matrix))));
      }
      for (const [index, { meters }] of ours.entries()) {
        if (meters !== theirs[index]?.meters)
          throw new Error(`delivery ${index}: ${meters} m, not ${theirs[index]?.meters} m`);
      }
      ratios.push(percentile99Ms(theirs) / percentile99Ms(ours));
    }
    return ratios;
  },
};

type Timed = { readonly meters: number; readonly tookMs: number };

function timed(solve: () => number): Timed {
  const begun = performance.now();
  const meters = solve();
  return { meters, tookMs: performance.now() - begun };
}

function percentile99Ms(runs: readonly Timed[]): number {
  return percentile(
    runs.map(({ tookMs }) => tookMs),
    0.99,
  );
}

/** As in the textbooks: for every set of drop-offs and every last one the shortest way there. Tables are kept. */
function createHeldKarp(count: number): (matrix: DistanceMatrix) => number {
  const sets = 1 << count;
  const shortest = new Float64Array(sets * count);
  const previous = new Int8Array(sets * count);
  const legs = new Float64Array(count * count);
  return (matrix) => {
    shortest.fill(Number.POSITIVE_INFINITY);
    for (let from = 0; from < count; from++) {
      shortest[(1 << from) * count + from] = matrix[0]?.[from + 1] as number;
      for (let to = 0; to < count; to++) legs[from * count + to] = matrix[from + 1]?.[to + 1] as number;
    }
    for (let set = 1; set < sets; set++) {
      for (let last = 0; last < count; last++) {
        if ((set & (1 << last)) === 0) continue;
        const meters = shortest[set * count + last] as number;
        for (let next = 0; next < count; next++) {
          if ((set & (1 << next)) !== 0) continue;
          const target = (set | (1 << next)) * count + next;
          const metersThere = meters + (legs[last * count + next] as number);
          if (metersThere < (shortest[target] as number)) {
            shortest[target] = metersThere;
            previous[target] = last;
          }
        }
      }
    }
    return Math.min(...shortest.subarray((sets - 1) * count));
  };
}

const SIDE = 24;
const BLOCK_METERS = 400;
const ADDRESSES = 80;
const DELIVERIES_A_CITY = 50;
type Street = { readonly to: number; readonly meters: number };
/** The streets that lead away from each junction. */
type City = readonly (readonly Street[])[];
type Draw = () => number;

function drawDeliveries(count: number): DistanceMatrix[] {
  const draw = createDraw(20_240_601);
  const matrices: DistanceMatrix[] = [];
  while (matrices.length < count) {
    const between = distancesInCity(drawCity(draw), draw);
    for (let delivery = 0; delivery < DELIVERIES_A_CITY && matrices.length < count; delivery++) {
      const places = new Set<number>();
      while (places.size <= DROP_OFFS) places.add(Math.floor(draw() * between.length));
      matrices.push([...places].map((from) => [...places].map((to) => between[from]?.[to] as number)));
    }
  }
  return matrices;
}

/** Always the same numbers between 0 and 1. */
function createDraw(seed: number): Draw {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Crooked blocks; a tenth of the streets is missing, three tenths lead one way only. */
function drawCity(draw: Draw): City {
  const crooked = (blocks: number) => (blocks + 0.7 * (draw() - 0.5)) * BLOCK_METERS;
  const junctions = Array.from({ length: SIDE * SIDE }, (_, index) => ({
    x: crooked(index % SIDE),
    y: crooked(Math.floor(index / SIDE)),
    streets: [] as Street[],
  }));
  const build = (from: number, to: number) => {
    const [a, b] = [junctions[from], junctions[to]];
    const kind = draw();
    if (a === undefined || b === undefined || kind < 0.1) return;
    const meters = Math.hypot(a.x - b.x, a.y - b.y) * (1 + 0.3 * draw());
    if (kind >= 0.25) a.streets.push({ to, meters });
    if (kind < 0.25 || kind >= 0.4) b.streets.push({ to: from, meters });
  };
  for (let junction = 0; junction < junctions.length; junction++) {
    if (junction % SIDE < SIDE - 1) build(junction, junction + 1);
    build(junction, junction + SIDE);
  }
  return junctions.map(({ streets }) => streets);
}

/** Whole metres between addresses from each of which one can drive to every other. */
function distancesInCity(city: City, draw: Draw): number[][] {
  const centre = (SIDE / 2) * SIDE + SIDE / 2;
  const fromCentre = shortestWays(city, centre);
  const rows = new Map<number, Float64Array>();
  while (rows.size < ADDRESSES) {
    const address = Math.floor(draw() * city.length);
    const ways = shortestWays(city, address);
    if (Number.isFinite(fromCentre[address]) && Number.isFinite(ways[centre])) rows.set(address, ways);
  }
  return [...rows.values()].map((ways) => [...rows.keys()].map((to) => Math.round(ways[to] as number)));
}

function shortestWays(city: City, start: number): Float64Array {
  const meters = new Float64Array(city.length).fill(Number.POSITIVE_INFINITY);
  meters[start] = 0;
  for (let changed = [start]; changed.length > 0; ) {
    const next = new Set<number>();
    for (const junction of changed) {
      for (const street of city[junction] ?? []) {
        const metersThere = (meters[junction] as number) + street.meters;
        if (metersThere >= (meters[street.to] as number)) continue;
        meters[street.to] = metersThere;
        next.add(street.to);
      }
    }
    changed = [...next];
  }
  return meters;
}
