import { HALF_METER, lowestIn, MOST_PLACES, type Round } from './round.ts';

/**
 * A price for leaving each of some sets of places, such that no leg costs less than the sets it leaves, and a penalty
 * for entering each place. A round enters every place once and leaves every set at least once, hence the bound.
 */
export type Bound = { readonly tree: Tree; readonly penalties: Float64Array; readonly penalisedLegs: Float64Array };

/** What is left at least from a drop-off of `rest` over all others of `rest` to the pick-up, before its own penalty. */
export function leastFrom({ tree, penalties }: Bound, rest: number): number {
  let meters = -(penalties[0] as number);
  for (let cut = 0; cut < tree.cuts; cut++) {
    if (((tree.cutMembers[cut] as number) & rest) !== 0) meters += tree.cutPrices[cut] as number;
  }
  for (let left = rest; left !== 0; left &= left - 1) meters -= penalties[lowestIn(left)] as number;
  return meters;
}

/** Raises the penalties of places that the tree enters too often and lowers those of places it never enters. */
export function boundFor({ places, legs, returns }: Round, knownMeters: number, rounds: number): Bound {
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

function sumOf(numbers: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) sum += numbers[index] as number;
  return sum;
}
