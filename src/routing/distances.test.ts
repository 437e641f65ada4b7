import { expect, test } from 'vitest';
import { readableLog } from '../../test/support/edges.ts';
import type { Point } from '../foundation/geo.ts';
import { createMetrics } from '../infrastructure/metrics.ts';
import { createDistances } from './distances.ts';
import type { RoutingEngine } from './engine.ts';
import { estimateMatrix } from './rules/estimate.ts';

const POINTS: readonly Point[] = [
  { lat: 22.282, lng: 114.158 },
  { lat: 22.297, lng: 114.172 },
];
const ESTIMATE = { meters: estimateMatrix(POINTS, 1.4), source: 'estimate' };

const unasked = () => Promise.reject(new Error('nobody asks for ways here'));

function withEngine(matrix: RoutingEngine['matrix'] | undefined, timeLimitMs = 1_000) {
  const { log, entries } = readableLog();
  const metrics = createMetrics();
  const engine = matrix === undefined ? undefined : ({ source: 'osrm', matrix, way: unasked } as const);
  const measure = createDistances({ engine, log, metrics, timeLimitMs });
  return {
    entries,
    measure: () => measure(POINTS, 'car', 1.4),
    fallbacks: async () =>
      [
        ...(await metrics.registry.metrics()).matchAll(/^waybill_distance_fallbacks_total\{reason="(\w+)"\} (\d+)$/gm),
      ].map(([, reason, count]) => `${reason} ${count}`),
  };
}

test('without an engine distances are estimated, and nobody is alarmed', async () => {
  const { measure, fallbacks, entries } = withEngine(undefined);
  expect(await measure()).toEqual(ESTIMATE);
  expect(await fallbacks()).toEqual([]);
  expect(entries()).toEqual([]);
});

test('the answer of the engine is taken in whole metres, with nothing on the diagonal', async () => {
  const { measure, fallbacks } = withEngine(async () => [
    [3, 2_500.5],
    [2_700.4, 0.2],
  ]);
  expect(await measure()).toEqual({
    meters: [
      [0, 2_501],
      [2_700, 0],
    ],
    source: 'osrm',
  });
  expect(await fallbacks()).toEqual([]);
});

test('the engine is asked once, for all points, with the vehicle', async () => {
  const calls: unknown[][] = [];
  const { measure } = withEngine(async (points, vehicle) => {
    calls.push([points, vehicle]);
    return [
      [0, 1],
      [1, 0],
    ];
  });
  await measure();
  expect(calls).toEqual([[POINTS, 'car']]);
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['no rows', []],
  ['a row too few', [[0, 1]]],
  [
    'a row too many',
    [
      [0, 1],
      [1, 0],
      [1, 1],
    ],
  ],
  ['a missing cell', [[0, 1], [1]]],
  ['a hole', [[0, 1], Object.assign(new Array(2), { 1: 0 })]],
  [
    'an extra cell',
    [
      [0, 1, 2],
      [1, 0, 2],
    ],
  ],
  [
    'a null cell',
    [
      [0, null],
      [1, 0],
    ],
  ],
  [
    'NaN',
    [
      [0, Number.NaN],
      [1, 0],
    ],
  ],
  [
    'infinity',
    [
      [0, Number.POSITIVE_INFINITY],
      [1, 0],
    ],
  ],
  [
    'a negative distance',
    [
      [0, -1],
      [1, 0],
    ],
  ],
  [
    'text',
    [
      [0, '1'],
      [1, 0],
    ],
  ],
])('an answer with %s is unusable', async (_, answer) => {
  const { measure, fallbacks, entries } = withEngine(async () => answer as number[][]);
  expect(await measure()).toEqual(ESTIMATE);
  expect(await fallbacks()).toEqual(['unusable 1']);
  expect(entries()).toMatchObject([{ level: 'warn', reason: 'unusable', engine: 'osrm', points: 2, vehicle: 'car' }]);
});

test('an engine that fails, at once or later, is replaced by the estimate', async () => {
  const later = withEngine(async () => {
    throw new Error('no tiles');
  });
  const atOnce = withEngine(() => {
    throw new Error('no tiles');
  });
  // As where a host has two addresses and nobody listens on either.
  const atNeither = withEngine(async () => {
    throw new AggregateError([new Error('no tiles'), new Error('none here either')]);
  });
  for (const { measure, fallbacks, entries } of [later, atOnce, atNeither]) {
    expect(await measure()).toEqual(ESTIMATE);
    expect(await fallbacks()).toEqual(['error 1']);
    expect(entries()).toMatchObject([{ level: 'warn', reason: 'error', error: 'no tiles' }]);
  }
});

test('an engine that is late is told to stop, and its answer no longer counts', async () => {
  let told: AbortSignal | undefined;
  const { measure, fallbacks, entries } = withEngine((_, __, signal) => {
    told = signal;
    return new Promise(() => {});
  }, 20);
  expect(await measure()).toEqual(ESTIMATE);
  expect(told?.aborted).toBe(true);
  expect(await fallbacks()).toEqual(['timeout 1']);
  expect(entries()).toMatchObject([{ level: 'warn', reason: 'timeout', timeLimitMs: 20 }]);
});

test('an engine that fails because it was told to stop counts as late, once', async () => {
  const { measure, fallbacks } = withEngine(
    (_, __, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    20,
  );
  expect(await measure()).toEqual(ESTIMATE);
  expect(await fallbacks()).toEqual(['timeout 1']);
});

test('an engine in time is not told to stop', async () => {
  let told: AbortSignal | undefined;
  const { measure } = withEngine(async (_, __, signal) => {
    told = signal;
    return [
      [0, 1],
      [1, 0],
    ];
  }, 20);
  await measure();
  await new Promise((resolve) => {
    setTimeout(resolve, 40);
  });
  expect(told?.aborted).toBe(false);
});

test('no point at all has no distances', async () => {
  const measure = createDistances({
    engine: { source: 'valhalla', matrix: async () => [], way: unasked },
    log: readableLog().log,
    metrics: createMetrics(),
    timeLimitMs: 100,
  });
  expect(await measure([], 'car', 1.4)).toEqual({ meters: [], source: 'valhalla' });
});
