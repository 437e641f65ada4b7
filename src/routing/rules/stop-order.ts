import { assert } from '../../foundation/assert.ts';

// Branch and bound over the drop-offs in dictionary order. The bound is the cheapest tree that leads every place to the
// pick-up, with penalties that push it towards a single way (Held and Karp's idea for directed distances).

/**
 * meters[i][j]: whole metres from place i to place j; place 0 is the pick-up, 1…n the drop-offs (n ≤ 15).
 * Not necessarily symmetric.
 */
export type DistanceMatrix = readonly (readonly number[])[];
/** The places 1…n in the order of the visit, and the length of the whole way. */
export type StopOrder = { readonly order: readonly number[]; readonly meters: number };

const MOST_PLACES = 16;
const LONGEST_LEG_METERS = 2 ** 31;
/** A rough bound is enough for most. The others are worth a better one, then the table, whose time is fixed. */
const EFFORTS: readonly Effort[] = [
  { boundRounds: 20, searchSteps: 3_000 },
  { boundRounds: 150, searchSteps: 15_000 },
];
/** Lengths are whole and bounds are not: half a metre is more than all rounding errors and less than a difference. */
const HALF_METER = 0.5;

type Effort = { readonly boundRounds: number; readonly searchSteps: number };

/** A round over all places, legs[from * 16 + to]. Where the end is open, the leg back to the pick-up costs nothing. */
type Round = { readonly places: number; readonly legs: Float64Array; readonly returns: boolean };

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

/**
 * A price for leaving each of some sets of places, such that no leg costs less than the sets it leaves, and a penalty
 * for entering each place. A round enters every place once and leaves every set at least once, hence the bound.
 */
type Bound = { readonly tree: Tree; readonly penalties: Float64Array; readonly penalisedLegs: Float64Array };

/** What is left at least from a drop-off of `rest` over all others of `rest` to the pick-up, before its own penalty. */
function leastFrom({ tree, penalties }: Bound, rest: number): number {
  let meters = -(penalties[0] as number);
  for (let cut = 0; cut < tree.cuts; cut++) {
    if (((tree.cutMembers[cut] as number) & rest) !== 0) meters += tree.cutPrices[cut] as number;
  }
  for (let left = rest; left !== 0; left &= left - 1) meters -= penalties[lowestIn(left)] as number;
  return meters;
}

/** Raises the penalties of places that the tree enters too often and lowers those of places it never enters. */
function boundFor({ places, legs, returns }: Round, knownMeters: number, rounds: number): Bound {
  const tree = createTree();
  const penalties = new Float64Array(MOST_PLACES);
  const penalisedLegs = new Float64Array(MOST_PLACES * MOST_PLACES);
  // With an open end every leg to the pick-up is free, and without this start the first trees are all stars.
  if (!returns) penalties[0] = knownMeters / (places - 1);
  const bestPenalties = penalties.slice();
  let bestMeters = Number.NEGATIVE_INFINITY;
  const slowing = 0.1 ** (1 / rounds);
  for (let round = 0, pace = 2; round < rounds; round++, pace *= slowing) {
    penalise(legs, penalties, penalisedLegs);
    const meters = growTree(tree, places, penalisedLegs) - sumOf(penalties);
    if (meters > bestMeters) {
      bestMeters = meters;
      bestPenalties.set(penalties);
    }
    const excess = tree.entered.map((times, place) => (place < places ? times - 1 : 0));
    const misfit = excess.reduce((sum, times) => sum + times * times, 0);
    if (misfit === 0 || meters > knownMeters - HALF_METER) break;
    const step = (pace * (knownMeters - meters)) / misfit;
    for (let place = 0; place < places; place++)
      penalties[place] = (penalties[place] as number) + step * (excess[place] as number);
  }
  penalise(legs, bestPenalties, penalisedLegs);
  growTree(tree, places, penalisedLegs);
  return { tree, penalties: bestPenalties, penalisedLegs };
}

function penalise(legs: Float64Array, penalties: Float64Array, penalisedLegs: Float64Array): void {
  for (let leg = 0; leg < legs.length; leg++)
    penalisedLegs[leg] = (legs[leg] as number) + (penalties[leg % MOST_PLACES] as number);
}

const FRESH = 0;
const ON_PATH = 1;
const CONNECTED = 2;
const MERGED = 3;

/** Room for growing trees, one after the other. Legs are named by from * 16 + to. */
type Tree = {
  /** Sets of places (bits) and what was paid to leave each; a set comes after all sets inside it. */
  cuts: number;
  readonly cutMembers: Int32Array;
  readonly cutPrices: Float64Array;
  readonly cutLegs: Uint8Array;
  /** How often the tree, with one leg out of the pick-up, enters each place. */
  readonly entered: Int8Array;
  /** Between groups of places: what the cheapest leg still costs, and which it is. A group is named by a member. */
  readonly costs: Float64Array;
  readonly cheapest: Uint8Array;
  readonly members: Int32Array;
  readonly states: Uint8Array;
};

function createTree(): Tree {
  return {
    cuts: 0,
    cutMembers: new Int32Array(2 * MOST_PLACES),
    cutPrices: new Float64Array(2 * MOST_PLACES),
    cutLegs: new Uint8Array(2 * MOST_PLACES),
    entered: new Int8Array(MOST_PLACES),
    costs: new Float64Array(MOST_PLACES * MOST_PLACES),
    cheapest: new Uint8Array(MOST_PLACES * MOST_PLACES),
    members: new Int32Array(MOST_PLACES),
    states: new Uint8Array(MOST_PLACES),
  };
}

/** The cheapest tree that leads every drop-off to the pick-up (Chu-Liu, Edmonds), and the cheapest leg out of it. */
function growTree(tree: Tree, places: number, legs: Float64Array): number {
  const { states, members } = tree;
  tree.cuts = 0;
  tree.costs.set(legs);
  for (let leg = 0; leg < legs.length; leg++) tree.cheapest[leg] = leg;
  for (let place = 0; place < MOST_PLACES; place++) {
    members[place] = 1 << place;
    states[place] = place < places ? FRESH : MERGED;
  }
  states[0] = CONNECTED;
  for (let place = 1; place < places; place++) if (states[place] === FRESH) connect(tree, place);
  let first = 1;
  for (let place = 2; place < places; place++) if ((legs[place] as number) < (legs[first] as number)) first = place;
  countEntries(tree, first);
  return sumOf(tree.cutPrices.subarray(0, tree.cuts)) + (legs[first] as number);
}

/** Follows cheapest legs from a group until they reach the tree; a circle on the way becomes one group. */
function connect(tree: Tree, start: number): void {
  const { states } = tree;
  const path = [start];
  states[start] = ON_PATH;
  for (let group = start; ; ) {
    const next = payToLeave(tree, group);
    if (states[next] === CONNECTED) break;
    if (states[next] === FRESH) {
      states[next] = ON_PATH;
      path.push(next);
    } else {
      while (path.at(-1) !== next) merge(tree, path.pop() as number, next);
    }
    group = next;
  }
  for (const group of path) states[group] = CONNECTED;
}

function payToLeave(tree: Tree, group: number): number {
  const { costs } = tree;
  const row = group * MOST_PLACES;
  const next = cheapestFrom(costs, tree.states, group);
  const price = costs[row + next] as number;
  tree.cutMembers[tree.cuts] = tree.members[group] as number;
  tree.cutPrices[tree.cuts] = price;
  tree.cutLegs[tree.cuts++] = tree.cheapest[row + next] as number;
  for (let to = 0; to < MOST_PLACES; to++) costs[row + to] = (costs[row + to] as number) - price;
  return next;
}

function cheapestFrom(costs: Float64Array, states: Uint8Array, from: number): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let to = 0; to < MOST_PLACES; to++) {
    const cost = costs[from * MOST_PLACES + to] as number;
    if (to === from || cost >= least || states[to] === MERGED) continue;
    found = to;
    least = cost;
  }
  return found;
}

function merge(tree: Tree, group: number, into: number): void {
  tree.states[group] = MERGED;
  tree.members[into] = (tree.members[into] as number) | (tree.members[group] as number);
  for (let other = 0; other < MOST_PLACES; other++) {
    if (other === into || tree.states[other] === MERGED) continue;
    keepCheaper(tree, group * MOST_PLACES + other, into * MOST_PLACES + other);
    keepCheaper(tree, other * MOST_PLACES + group, other * MOST_PLACES + into);
  }
}

function keepCheaper({ costs, cheapest }: Tree, candidate: number, kept: number): void {
  if ((costs[candidate] as number) >= (costs[kept] as number)) return;
  costs[kept] = costs[candidate] as number;
  cheapest[kept] = cheapest[candidate] as number;
}

/** A set whose leg starts at a place also lets out every smaller set around that place, so the largest choose first. */
function countEntries({ cuts, cutMembers, cutLegs, entered }: Tree, firstDropOff: number): void {
  entered.fill(0);
  entered[firstDropOff] = 1;
  let left = 0;
  for (let cut = cuts - 1; cut >= 0; cut--) {
    if (((cutMembers[cut] as number) & left) !== 0) continue;
    const leg = cutLegs[cut] as number;
    left |= 1 << Math.floor(leg / MOST_PLACES);
    entered[leg % MOST_PLACES] = (entered[leg % MOST_PLACES] as number) + 1;
  }
}

/** The length of a good round: always on to the nearest by the given costs, then stretches swap while it helps. */
function guessRound({ places, legs }: Round, costs: Float64Array): number {
  const way = [0];
  for (let left = (1 << places) - 2; left !== 0; ) {
    const row = (way.at(-1) as number) * MOST_PLACES;
    let nearest = lowestIn(left);
    for (let others = left; others !== 0; others &= others - 1) {
      if ((costs[row + lowestIn(others)] as number) < (costs[row + nearest] as number)) nearest = lowestIn(others);
    }
    way.push(nearest);
    left &= ~(1 << nearest);
  }
  way.push(0);
  while (swapStretches(way, legs));
  let meters = 0;
  for (let index = 0; index < places; index++) meters += legBetween(legs, way, index, index + 1);
  return meters;
}

/** Makes the one exchange of two neighbouring stretches that saves most; false where none saves anything. */
function swapStretches(way: number[], legs: Float64Array): boolean {
  let mostSaved = 0;
  let cuts: readonly [number, number, number] = [0, 0, 0];
  for (let first = 0; first < way.length - 3; first++) {
    for (let second = first + 1; second < way.length - 2; second++) {
      const now = legBetween(legs, way, first, first + 1) + legBetween(legs, way, second, second + 1);
      const joined = legBetween(legs, way, first, second + 1);
      for (let third = second + 1; third < way.length - 1; third++) {
        const saved =
          now +
          legBetween(legs, way, third, third + 1) -
          joined -
          legBetween(legs, way, third, first + 1) -
          legBetween(legs, way, second, third + 1);
        if (saved <= mostSaved) continue;
        mostSaved = saved;
        cuts = [first + 1, second + 1, third + 1];
      }
    }
  }
  if (mostSaved === 0) return false;
  const [first, second, third] = cuts;
  way.splice(first, third - first, ...way.slice(second, third), ...way.slice(first, second));
  return true;
}

function legBetween(legs: Float64Array, way: readonly number[], from: number, to: number): number {
  return legs[(way[from] as number) * MOST_PLACES + (way[to] as number)] as number;
}

/** The dynamic program over all sets: left[rest / 2 * 16 + at] is the way from `at` over `rest` to the pick-up. */
function tabulateOrder({ places, legs }: Round): number[] {
  const all = (1 << places) - 2;
  const left = new Float64Array((all / 2 + 1) * MOST_PLACES);
  for (let at = 1; at < places; at++) left[at] = legs[at * MOST_PLACES] as number;
  const nextStops = new Uint8Array(MOST_PLACES);
  const leftFromNext = new Float64Array(MOST_PLACES);
  for (let rest = 2; rest <= all; rest += 2) {
    let count = 0;
    for (let others = rest; others !== 0; others &= others - 1) {
      const next = lowestIn(others);
      nextStops[count] = next;
      leftFromNext[count++] = left[leftIndex(rest & ~(1 << next), next)] as number;
    }
    for (let outside = rest === all ? 1 : all & ~rest; outside !== 0; outside &= outside - 1) {
      const at = lowestIn(outside);
      let least = Number.POSITIVE_INFINITY;
      for (let index = 0; index < count; index++) {
        const leg = legs[at * MOST_PLACES + (nextStops[index] as number)] as number;
        const meters = leg + (leftFromNext[index] as number);
        if (meters < least) least = meters;
      }
      left[leftIndex(rest, at)] = least;
    }
  }
  return firstInDictionary(legs, left, all);
}

function firstInDictionary(legs: Float64Array, left: Float64Array, all: number): number[] {
  const order: number[] = [];
  for (let at = 0, rest = all; rest !== 0; ) {
    let candidates = rest;
    const stays = (next: number) =>
      (legs[at * MOST_PLACES + next] as number) + (left[leftIndex(rest & ~(1 << next), next)] as number) ===
      (left[leftIndex(rest, at)] as number);
    while (!stays(lowestIn(candidates))) candidates &= candidates - 1;
    at = lowestIn(candidates);
    order.push(at);
    rest &= ~(1 << at);
  }
  return order;
}

/** The pick-up is never among the rest, so its bit is left out of the index. */
function leftIndex(rest: number, at: number): number {
  return (rest >> 1) * MOST_PLACES + at;
}

function lowestIn(set: number): number {
  return 31 - Math.clz32(set & -set);
}

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) sum += numbers[index] as number;
  return sum;
}
