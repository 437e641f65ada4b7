import { lowestIn, MOST_PLACES, type Round } from './round.ts';

/** The length of a good round: always on to the nearest by the given costs, then stretches swap while it helps. */
export function guessRound({ places, legs }: Round, costs: Float64Array): number {
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
