import { lowestIn, MOST_PLACES, type Round } from './round.ts';

/** The dynamic program over all sets: left[rest / 2 * 16 + at] is the way from `at` over `rest` to the pick-up. */
export function tabulateOrder({ places, legs }: Round): number[] {
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
