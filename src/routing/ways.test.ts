import { expect, test } from 'vitest';
import { readableLog, testClock } from '../../test/support/edges.ts';
import type { Point } from '../foundation/geo.ts';
import { HOUR_MS, SECOND_MS } from '../foundation/time.ts';
import { createMetrics } from '../infrastructure/metrics.ts';
import type { RoutingEngine } from './engine.ts';
import { createWays } from './ways.ts';

const POINTS: readonly Point[] = [
  { lat: 22.282, lng: 114.158 },
  { lat: 22.297, lng: 114.172 },
];
const STRAIGHT = { line: POINTS, source: 'estimate' };
const STREETS: readonly Point[] = [
  { lat: 22.282, lng: 114.158 },
  { lat: 22.297, lng: 114.158 },
  { lat: 22.297, lng: 114.172 },
];

function withEngine(way: RoutingEngine['way'] | undefined, timeLimitMs = 1_000) {
  const { log, entries } = readableLog();
  const metrics = createMetrics();
  const clock = testClock();
  const matrix = () => Promise.reject(new Error('nobody asks for distances here'));
  const engine = way === undefined ? undefined : ({ source: 'osrm', matrix, way } as const);
  return {
    clock,
    entries,
    findWay: createWays({ engine, log, metrics, timeLimitMs, clock }),
    fallbacks: async () =>
      [...(await metrics.registry.metrics()).matchAll(/^waybill_way_fallbacks_total\{reason="(\w+)"\} (\d+)$/gm)].map(
        ([, reason, count]) => `${reason} ${count}`,
      ),
  };
}

test('without an engine a way is straight, and nobody is alarmed', async () => {
  const { findWay, fallbacks, entries } = withEngine(undefined);
  expect(await findWay(POINTS, 'car')).toEqual(STRAIGHT);
  expect(await fallbacks()).toEqual([]);
  expect(entries()).toEqual([]);
});

test('the way of the engine is taken, without points that nobody would see', async () => {
  const halfway = { lat: 22.29, lng: 114.158 };
  const { findWay, fallbacks } = withEngine(async () => [STREETS[0] as Point, halfway, ...STREETS.slice(1)]);
  expect(await findWay(POINTS, 'car')).toEqual({ line: STREETS, source: 'osrm' });
  expect(await fallbacks()).toEqual([]);
});

test('the same way is asked for once an hour, and once by all who want it at once', async () => {
  const asked: unknown[][] = [];
  const { findWay, clock } = withEngine(async (points, vehicle) => {
    asked.push([points, vehicle]);
    return [...STREETS];
  });
  await Promise.all([findWay(POINTS, 'car'), findWay(POINTS, 'car')]);
  clock.advance(HOUR_MS - 1);
  await findWay([...POINTS], 'car');
  expect(asked).toEqual([[POINTS, 'car']]);
  await findWay(POINTS, 'foot');
  await findWay(POINTS.toReversed(), 'car');
  expect(asked).toHaveLength(3);
  clock.advance(1);
  await findWay(POINTS, 'car');
  expect(asked).toHaveLength(4);
});

test.each([0, 1])('%i points need no engine', async (count) => {
  const { findWay, fallbacks } = withEngine(() => Promise.reject(new Error('asked')));
  expect(await findWay(POINTS.slice(0, count), 'car')).toEqual({ line: POINTS.slice(0, count), source: 'estimate' });
  expect(await fallbacks()).toEqual([]);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['no points', []],
  ['one point', [STREETS[0]]],
  ['a place that is not on earth', [STREETS[0], { lat: 91, lng: 0 }]],
  ['text', 'north'],
])('an answer with %s is unusable, and the engine is asked again after half a minute', async (_, answer) => {
  const answers = [answer, STREETS];
  const { findWay, fallbacks, entries, clock } = withEngine(async () => answers.shift() as Point[]);
  expect(await findWay(POINTS, 'car')).toEqual(STRAIGHT);
  expect(await fallbacks()).toEqual(['unusable 1']);
  expect(entries()).toMatchObject([{ level: 'warn', reason: 'unusable', engine: 'osrm', points: 2, vehicle: 'car' }]);
  clock.advance(30 * SECOND_MS - 1);
  expect(await findWay(POINTS, 'car')).toEqual(STRAIGHT);
  clock.advance(1);
  expect(await findWay(POINTS, 'car')).toEqual({ line: STREETS, source: 'osrm' });
});

test('an engine that fails or is late is replaced by straight lines', async () => {
  const failing = withEngine(() => {
    throw new Error('no tiles');
  });
  expect(await failing.findWay(POINTS, 'car')).toEqual(STRAIGHT);
  expect(await failing.fallbacks()).toEqual(['error 1']);
  const late = withEngine(() => new Promise(() => {}), 20);
  expect(await late.findWay(POINTS, 'car')).toEqual(STRAIGHT);
  expect(await late.fallbacks()).toEqual(['timeout 1']);
});
