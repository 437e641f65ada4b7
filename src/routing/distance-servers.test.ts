import { afterEach, expect, test } from 'vitest';
import { readableLog } from '../../test/support/edges.ts';
import { type Asked, answerJson, startLocalService } from '../../test/support/local-service.ts';
import type { Point } from '../foundation/geo.ts';
import { createMetrics } from '../infrastructure/metrics.ts';
import { createDistances } from './distances.ts';
import type { RoutingEngine } from './engine.ts';
import { createOsrmServer } from './osrm-server.ts';
import type { VehicleKind } from './rules/vehicle-speed.ts';
import { createValhallaServer } from './valhalla-server.ts';

const POINTS: readonly Point[] = [
  { lat: 22.282, lng: 114.158 },
  { lat: -0.0000001, lng: 114.172 },
];
const VEHICLES: readonly VehicleKind[] = ['foot', 'bicycle', 'motorcycle', 'car', 'truck'];

type Service = Awaited<ReturnType<typeof startLocalService>>;
let service: Service | undefined;
afterEach(() => service?.stop());

async function serve(answering: Parameters<typeof startLocalService>[0]): Promise<Service> {
  service = await startLocalService(answering);
  return service;
}

const ask = (engine: RoutingEngine, vehicle: VehicleKind = 'car') =>
  engine.matrix(POINTS, vehicle, AbortSignal.timeout(5_000));

const VALHALLA_ANSWER = {
  sources_to_targets: {
    durations: [
      [0, 300],
      [320, 0],
    ],
    distances: [
      [0, 2.345],
      [2.7, 0],
    ],
  },
  units: 'kilometers',
  algorithm: 'costmatrix',
};
const OSRM_ANSWER = {
  code: 'Ok',
  distances: [
    [0, 2345.2],
    [2700, 0],
  ],
  sources: [],
  destinations: [],
};

test('Valhalla is asked once for the whole matrix, in kilometres, and read in metres', async () => {
  const { asked, url } = await serve((_, answer) => answerJson(answer, VALHALLA_ANSWER));
  expect(await ask(createValhallaServer(`${url}/valhalla/?key=k`))).toEqual([
    [0, 2_345],
    [2_700, 0],
  ]);
  expect(asked).toHaveLength(1);
  const [{ method, url: asking, body }] = asked as [Asked];
  expect([method, asking.pathname, asking.search]).toEqual(['POST', '/valhalla/sources_to_targets', '?key=k']);
  const locations = [
    { lat: 22.282, lon: 114.158 },
    { lat: -0.0000001, lon: 114.172 },
  ];
  expect(JSON.parse(body)).toEqual({
    sources: locations,
    targets: locations,
    costing: 'auto',
    units: 'kilometers',
    verbose: false,
  });
});

test('Valhalla may also answer pair by pair', async () => {
  const pairs = [
    [0, 2.345],
    [2.7, 0],
  ].map((row, from) => row.map((distance, to) => ({ from_index: from, to_index: to, distance, time: 1 })));
  const { url } = await serve((_, answer) => answerJson(answer, { sources_to_targets: pairs }));
  expect(await ask(createValhallaServer(url))).toEqual([
    [0, 2_345],
    [2_700, 0],
  ]);
});

test('each vehicle has its way of driving in Valhalla, and a truck the size of a city truck', async () => {
  const { asked, url } = await serve((_, answer) => answerJson(answer, VALHALLA_ANSWER));
  for (const vehicle of VEHICLES) await ask(createValhallaServer(url), vehicle);
  const queries = asked.map(({ body }) => JSON.parse(body));
  expect(queries.map(({ costing }) => costing)).toEqual(['pedestrian', 'bicycle', 'motorcycle', 'auto', 'truck']);
  expect(queries.map(({ costing_options }) => costing_options !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('OSRM is asked once for the whole matrix, longitude first and never in powers of ten', async () => {
  const { asked, url } = await serve((_, answer) => answerJson(answer, OSRM_ANSWER));
  expect(await ask(createOsrmServer(`${url}/`))).toEqual([
    [0, 2345.2],
    [2700, 0],
  ]);
  expect(asked).toHaveLength(1);
  const [{ method, url: asking }] = asked as [Asked];
  expect(method).toBe('GET');
  expect(decodeURIComponent(asking.pathname)).toBe('/table/v1/car/114.1580000,22.2820000;114.1720000,-0.0000001');
  expect(asking.search).toBe('?annotations=distance');
});

test('each vehicle has its profile in OSRM', async () => {
  const { asked, url } = await serve((_, answer) => answerJson(answer, OSRM_ANSWER));
  for (const vehicle of VEHICLES) await ask(createOsrmServer(url), vehicle);
  expect(asked.map(({ url: asking }) => asking.pathname.split('/')[3])).toEqual(['foot', 'bike', 'car', 'car', 'car']);
});

test('a pair without a way between is not a number', async () => {
  const { url } = await serve((asked, answer) =>
    answerJson(
      answer,
      asked.method === 'GET'
        ? {
            code: 'Ok',
            distances: [
              [0, null],
              [1, 0],
            ],
          }
        : {
            sources_to_targets: {
              distances: [
                [0, null],
                [0.001, 0],
              ],
            },
          },
    ),
  );
  expect(await ask(createOsrmServer(url))).toEqual([
    [0, Number.NaN],
    [1, 0],
  ]);
  expect(await ask(createValhallaServer(url))).toEqual([
    [0, Number.NaN],
    [1, 0],
  ]);
});

test.each([
  ['an error of OSRM', { code: 'NoTable', message: 'none' }],
  ['an error of Valhalla', { error_code: 171, error: 'No suitable edges near location' }],
  ['null', null],
  ['a list', []],
  ['text', 'Ok'],
  ['distances that are no list', { code: 'Ok', distances: 7, sources_to_targets: { distances: 7 } }],
])('%s is an error of the engine', async (_, answered) => {
  const { url } = await serve((__, answer) => answerJson(answer, answered));
  await expect(ask(createOsrmServer(url))).rejects.toThrow('without distances');
  await expect(ask(createValhallaServer(url))).rejects.toThrow('without distances');
});

test.each([createOsrmServer, createValhallaServer])(
  'whatever a server does, a quotation has its distances (%o)',
  async (create) => {
    const misdeeds: Parameters<typeof startLocalService>[0][] = [
      (_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (_, answer) => answer.writeHead(500).end('{}'),
      (_, answer) => answer.end('{"code":"Ok","distances":[[0,'),
      (_, answer) => answer.writeHead(200, { 'content-length': 1e9 }).flushHeaders(),
      (_, answer) => answer.end(`[${'1,'.repeat(1_000_000)}1]`),
      (_, answer) => answer.destroy(),
      () => {},
      (_, answer) =>
        answerJson(answer, {
          code: 'Ok',
          distances: [
            [0, -5],
            [1, 0],
          ],
          sources_to_targets: [
            [{}, {}],
            [{}, {}],
          ],
        }),
    ];
    let misdeed = 0;
    const { url } = await serve((asked, answer) => misdeeds[misdeed]?.(asked, answer));
    const metrics = createMetrics();
    const measure = createDistances({ engine: create(url), log: readableLog().log, metrics, timeLimitMs: 1_000 });
    for (misdeed = 0; misdeed < misdeeds.length; misdeed++) {
      expect((await measure(POINTS, 'car', 1.4)).source).toBe('estimate');
    }
    const counted = await metrics.registry.getSingleMetricAsString('waybill_distance_fallbacks_total');
    expect(counted).toContain('{reason="error"} 6');
    expect(counted).toContain('{reason="timeout"} 1');
    expect(counted).toContain('{reason="unusable"} 1');
  },
);

test('Valhalla is asked for the line alone, and its legs become one', async () => {
  // One leg from 1° to 1.5° north, one from there to 1.5° east.
  const legs = [{ shape: '_c`|@_c`|@_qo]?' }, { shape: '_upzA_c`|@?_qo]' }];
  const { asked, url } = await serve((_, answer) => answerJson(answer, { trip: { legs } }));
  const way = await createValhallaServer(`${url}/?key=k`).way(POINTS, 'truck', AbortSignal.timeout(5_000));
  expect(way).toEqual([
    { lat: 1, lng: 1 },
    { lat: 1.5, lng: 1 },
    { lat: 1.5, lng: 1.5 },
  ]);
  const [{ method, url: asking, body }] = asked as [Asked];
  expect([method, asking.pathname, asking.search]).toEqual(['POST', '/route', '?key=k']);
  expect(JSON.parse(body)).toMatchObject({
    locations: [
      { lat: 22.282, lon: 114.158 },
      { lat: -0.0000001, lon: 114.172 },
    ],
    costing: 'truck',
    costing_options: { truck: { length: 7 } },
    directions_type: 'none',
    shape_format: 'polyline6',
  });
});

test('OSRM is asked for its whole line', async () => {
  const { asked, url } = await serve((_, answer) =>
    answerJson(answer, { code: 'Ok', routes: [{ geometry: '_c`|@_c`|@_qo]?' }] }),
  );
  expect(await createOsrmServer(url).way(POINTS, 'bicycle', AbortSignal.timeout(5_000))).toEqual([
    { lat: 1, lng: 1 },
    { lat: 1.5, lng: 1 },
  ]);
  const [{ method, url: asking }] = asked as [Asked];
  expect(method).toBe('GET');
  expect(decodeURIComponent(asking.pathname)).toBe('/route/v1/bike/114.1580000,22.2820000;114.1720000,-0.0000001');
  expect(Object.fromEntries(asking.searchParams)).toEqual({ overview: 'full', geometries: 'polyline6' });
});

test.each([
  ['an error of OSRM', { code: 'NoRoute', routes: [] }],
  ['an error of Valhalla', { error_code: 442, error: 'No path could be found for input' }],
  ['null', null],
  ['a list', []],
  ['lines that are no text', { code: 'Ok', routes: [{ geometry: {} }], trip: { legs: [{ shape: 7 }] } }],
  ['holes', { code: 'Ok', routes: [null], trip: { legs: [null] } }],
])('%s is an error where a way was asked for', async (_, answered) => {
  const { url } = await serve((__, answer) => answerJson(answer, answered));
  for (const engine of [createOsrmServer(url), createValhallaServer(url)])
    await expect(engine.way(POINTS, 'car', AbortSignal.timeout(5_000))).rejects.toThrow('without a way');
});

test('a request that is late is dropped, so that the server can stop working on it', async () => {
  const dropped = new Promise<void>((resolve) => {
    serve((_, answer) => {
      answer.once('close', resolve);
    }).then(({ url }) => {
      const metrics = createMetrics();
      const measure = createDistances({
        engine: createValhallaServer(url),
        log: readableLog().log,
        metrics,
        timeLimitMs: 50,
      });
      return measure(POINTS, 'car', 1.4);
    });
  });
  await dropped;
});
