import {
  createWorld,
  nearestFirst,
  poolMatching,
  SCARCE,
  SEEDS,
  simulate,
} from '../../test/support/city-simulation.ts';
import type { Row } from '../row.ts';

export const WAITING_TIME: Row = {
  row: 13,
  name: 'waiting-time',
  what: 'mean wait from the placement to the driver at the pick-up, 80 drivers in a city that orders for more at its peaks, five seeds, by pool matching',
  against: 'the nearest driver for the oldest order first: the same orders, drivers, moods and traffic',
  bar: 0.5,
  moonshot: 0.3,
  better: 'lower',
  async measure({ isShort }) {
    return SEEDS.slice(0, isShort ? 1 : SEEDS.length).map((seed) => {
      const world = createWorld(seed, SCARCE);
      return meanOf(simulate(world, poolMatching).waits) / meanOf(simulate(world, nearestFirst).waits);
    });
  },
};

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
