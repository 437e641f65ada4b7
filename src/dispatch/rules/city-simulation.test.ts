import { describe, expect, test } from 'vitest';
import {
  type City,
  createWorld,
  nearestFirst,
  poolMatching,
  QUIET,
  SCARCE,
  SEEDS,
  simulate,
} from '../../../test/support/city-simulation.ts';
import { runs } from '../../../test/support/runs.ts';

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const slowestOf = (sorted: readonly number[]) => sorted[Math.ceil(sorted.length * 0.95) - 1] as number;
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/** Pool matching as a share of nearest-first, one for each seed. */
function compare(name: string, city: City) {
  const games = SEEDS.slice(0, runs(3)).map((seed) => {
    const world = createWorld(seed, city);
    const [pool, nearest] = [simulate(world, poolMatching), simulate(world, nearestFirst)];
    expect(pool.waits).toHaveLength(world.orders.length);
    expect(nearest.waits).toHaveLength(world.orders.length);
    return { pool, nearest };
  });
  const ratios = (figure: (waits: readonly number[]) => number) =>
    games.map(({ pool, nearest }) => figure(pool.waits) / figure(nearest.waits));
  const minutes = (figure: (waits: readonly number[]) => number, side: 'pool' | 'nearest') =>
    meanOf(games.map((game) => figure(game[side].waits))).toFixed(1);
  const [mean, slowest] = [ratios(meanOf), ratios(slowestOf)];
  const line = (what: string, figure: (waits: readonly number[]) => number, shares: readonly number[]) =>
    `${name}, ${what}: ${minutes(figure, 'pool')} min against ${minutes(figure, 'nearest')} min nearest-first, ` +
    `ratio ${medianOf(shares).toFixed(2)} (${shares.map((share) => share.toFixed(2)).join(' ')})\n`;
  process.stdout.write(line('mean wait', meanOf, mean) + line('95th percentile', slowestOf, slowest));
  return { mean: medianOf(mean), slowest: medianOf(slowest), games };
}

describe('the same city, the same orders, the same drivers', () => {
  test('where drivers are scarce, matching the pool shortens the mean wait and the slowest ones', () => {
    const { mean, slowest, games } = compare('scarce drivers', SCARCE);
    expect(mean).toBeLessThan(0.6);
    expect(slowest).toBeLessThan(0.7);
    expect(games.every(({ pool, nearest }) => pool.unserved <= nearest.unserved)).toBe(true);
  }, 120_000);

  test('where there are enough drivers it makes no great difference', () => {
    const { mean } = compare('enough drivers', QUIET);
    expect(mean).toBeLessThan(1.05);
  }, 120_000);

  test('a seed can be played again', () => {
    const world = createWorld(SEEDS[0] as number, QUIET);
    expect(simulate(world, poolMatching)).toEqual(simulate(createWorld(SEEDS[0] as number, QUIET), poolMatching));
  }, 60_000);
});
