import { assert } from '../../foundation/assert.ts';
import { HALF_METER, lowestIn, MOST_PLACES, type Round } from './round.ts';
import { type Bound, boundFor, leastFrom } from './round-bound.ts';
import { guessRound } from './round-guess.ts';
import { tabulateOrder } from './stop-order-table.ts';

// Branch and bound over the drop-offs in dictionary order. The bound is the cheapest tree that leads every place to the
// pick-up, with penalties that push it towards a single way (Held and Karp's idea for directed distances).

/**
 * meters[i][j]: whole metres from place i to place j; place 0 is the pick-up, 1…n the drop-offs (n ≤ 15).
 * Not necessarily symmetric.
 */
export type DistanceMatrix = readonly (readonly number[])[];
/** The places 1…n in the order of the visit, and the length of the whole way. */
export type StopOrder = { readonly order: readonly number[]; readonly meters: number };

const LONGEST_LEG_METERS = 2 ** 31;
/** A rough bound is enough for most. The others are worth a better one, then the table, whose time is fixed. */
const EFFORTS: readonly Effort[] = [
  { boundRounds: 20, searchSteps: 3_000 },
  { boundRounds: 150, searchSteps: 15_000 },
];
type Effort = { readonly boundRounds: number; readonly searchSteps: number };

/**
 * The provably shortest order. Open end, or back to the pick-up where `returns`. Among equally short orders the one
 * that is first in dictionary order, whichever of the efforts, or the table after them, found it.
 */
export function shortestStopOrder(
  matrix: DistanceMatrix,
  returns: boolean,
  efforts: readonly Effort[] = EFFORTS,
): StopOrder {
  assertUsable(matrix);
  const order = matrix.length === 1 ? [] : findOrder(roundOver(matrix, returns), efforts);
  return { order, meters: lengthOf(matrix, order, returns) };
}

function findOrder(round: Round, efforts: readonly Effort[]): readonly number[] {
  for (const effort of efforts) {
    const order = searchOrder(round, effort);
    if (order !== undefined) return order;
  }
  return tabulateOrder(round);
}

/** Length of the stops in the given order. */
export function lengthOf(matrix: DistanceMatrix, order: readonly number[], returns: boolean): number {
  const way = returns ? [0, ...order, 0] : [0, ...order];
  return way.slice(1).reduce((meters, to, index) => meters + (matrix[way[index] as number]?.[to] as number), 0);
}

function assertUsable(matrix: DistanceMatrix): void {
  assert(matrix.length >= 1 && matrix.length <= MOST_PLACES, 'a way has a pick-up and at most 15 drop-offs');
  for (const row of matrix) {
    assert(row.length === matrix.length, 'a distance matrix is square');
    for (const meters of row) {
      assert(Number.isInteger(meters) && meters >= 0 && meters <= LONGEST_LEG_METERS, 'distances are whole metres');
    }
  }
}

function roundOver(matrix: DistanceMatrix, returns: boolean): Round {
  const legs = new Float64Array(MOST_PLACES * MOST_PLACES);
  for (const [from, row] of matrix.entries()) {
    legs.set(row, from * MOST_PLACES);
    if (!returns) legs[from * MOST_PLACES] = 0;
  }
  return { places: matrix.length, legs, returns };
}

type Search = {
  readonly round: Round;
  readonly twinsBefore: Int32Array;
  readonly bound: Bound;
  /** The shortest way so far to each pair of drop-offs still to visit and the one among them visited next. */
  readonly reached: Map<number, number>;
  readonly way: number[];
  best: number[] | undefined;
  /** What a round may have at most to be of interest. */
  limitMeters: number;
  stepsLeft: number;
};

/** Undefined where the search takes more steps than allowed. */
function searchOrder(round: Round, { boundRounds, searchSteps }: Effort): number[] | undefined {
  const guess = guessRound(round, round.legs);
  const bound = boundFor(round, guess, boundRounds);
  const search: Search = {
    round,
    twinsBefore: twinsBefore(round),
    bound,
    reached: new Map(),
    way: [],
    best: undefined,
    limitMeters: Math.min(guess, guessRound(round, bound.penalisedLegs)) + HALF_METER,
    stepsLeft: searchSteps,
  };
  visit(search, 0, (1 << round.places) - 2, 0);
  return search.stepsLeft < 0 ? undefined : search.best;
}

/**
 * Goes on from the place `at` to every drop-off of `rest`, the smallest number first. So the first round found of any
 * length is the first in the dictionary; a later one counts only where it is shorter.
 */
function visit(search: Search, at: number, rest: number, meters: number): void {
  const { legs } = search.round;
  if (rest === 0) {
    const wholeMeters = meters + (legs[at * MOST_PLACES] as number);
    if (wholeMeters > search.limitMeters) return;
    search.best = [...search.way];
    search.limitMeters = wholeMeters - HALF_METER;
    return;
  }
  const leastMeters = meters + leastFrom(search.bound, rest);
  for (let left = rest; left !== 0; left &= left - 1) {
    const next = lowestIn(left);
    const leg = at * MOST_PLACES + next;
    if (((search.twinsBefore[next] as number) & rest) !== 0) continue;
    if (leastMeters + (search.bound.penalisedLegs[leg] as number) > search.limitMeters) continue;
    const metersThere = meters + (legs[leg] as number);
    const key = rest * MOST_PLACES + next;
    const before = search.reached.get(key);
    // Whoever came here before, no longer and with smaller numbers, has seen all that could follow.
    if (before !== undefined && before <= metersThere) continue;
    if (--search.stepsLeft < 0) return;
    search.reached.set(key, metersThere);
    search.way.push(next);
    visit(search, next, rest & ~(1 << next), metersThere);
    search.way.pop();
    if (search.stepsLeft < 0) return;
  }
}

/**
 * For each drop-off the smaller ones that could take its place in any round without a change of length, like several
 * parcels for one house. They come first in the dictionary; without this, equal rounds would be searched many times.
 */
function twinsBefore(round: Round): Int32Array {
  const twins = new Int32Array(MOST_PLACES);
  for (let place = 2; place < round.places; place++) {
    for (let other = 1; other < place; other++) {
      if (areTwins(round, place, other)) twins[place] = (twins[place] as number) | (1 << other);
    }
  }
  return twins;
}

function areTwins({ places, legs }: Round, one: number, other: number): boolean {
  const [row, otherRow] = [one * MOST_PLACES, other * MOST_PLACES];
  if (legs[row + other] !== legs[otherRow + one]) return false;
  for (let place = 0; place < places; place++) {
    if (place === one || place === other) continue;
    const column = place * MOST_PLACES;
    if (legs[row + place] !== legs[otherRow + place] || legs[column + one] !== legs[column + other]) return false;
  }
  return true;
}
