import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { greatCircleMeters, type Point } from '../../src/foundation/geo.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { createMetrics } from '../../src/infrastructure/metrics.ts';
import { OperatorError } from '../../src/infrastructure/operator-error.ts';
import { createDistances } from '../../src/routing/distances.ts';
import type { RoutingEngine } from '../../src/routing/engine.ts';
import { openRoutingEngine } from '../../src/routing/open-routing.ts';
import type { VehicleKind } from '../../src/routing/rules/vehicle-speed.ts';
import { openValhallaInProcess } from '../../src/routing/valhalla-in-process.ts';
import { createWays } from '../../src/routing/ways.ts';
import { silentLog, testClock } from '../support/edges.ts';

/**
 * A town of 6 by 6 crossings near the equator, where a degree is as long in every direction. Its streets run along
 * rows (west to east) and columns (south to north); the street of row 2 may be driven eastwards only.
 */
const SIZE = 6;
const BLOCK_DEGREES = 0.002;
const ONE_WAY_ROW = 2;
const crossing = (row: number, column: number): Point => ({
  lat: 1 + row * BLOCK_DEGREES,
  lng: 103 + column * BLOCK_DEGREES,
});
const BLOCK_METERS = greatCircleMeters(crossing(0, 0), crossing(1, 0));
const NUMBERS = Array.from({ length: SIZE }, (_, index) => index);
const nodeId = (row: number, column: number) => 1 + row * SIZE + column;

type Street = {
  readonly id: number;
  readonly nodes: readonly number[];
  readonly tags: Readonly<Record<string, string>>;
};
const STREETS: readonly Street[] = [
  ...NUMBERS.map((row) => ({
    id: 100 + row,
    nodes: NUMBERS.map((column) => nodeId(row, column)),
    tags: { highway: 'residential', name: `Row ${row}`, ...(row === ONE_WAY_ROW ? { oneway: 'yes' } : {}) },
  })),
  ...NUMBERS.map((column) => ({
    id: 200 + column,
    nodes: NUMBERS.map((row) => nodeId(row, column)),
    tags: { highway: 'residential', name: `Column ${column}` },
  })),
];

let folder: string;
let engine: RoutingEngine;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-valhalla-'));
  const map = path.join(folder, 'town.osm.pbf');
  const config = path.join(folder, 'valhalla.json');
  await writeFile(map, townAsPbf());
  await writeFile(config, JSON.stringify(valhallaConfig(path.join(folder, 'tiles'))));
  await promisify(execFile)('node_modules/.bin/valhalla', ['build_tiles', '-c', config, map]);
  const settings = readSettings({ WAYBILL_ROUTING: 'valhalla', WAYBILL_VALHALLA_CONFIG: config });
  engine = (await openRoutingEngine(settings)) as RoutingEngine;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  // The tile builder leaves its notes in the working directory.
  await rm('duplicateways.txt', { force: true });
});

const blocks = async (points: readonly Point[], vehicle: VehicleKind) =>
  (await engine.matrix(points, vehicle, AbortSignal.timeout(10_000))).map((row) =>
    row.map((meters) => Math.round((meters / BLOCK_METERS) * 100) / 100),
  );
const closeTo = (matrix: readonly (readonly number[])[]) =>
  matrix.map((row) => row.map((value) => expect.closeTo(value, 1)));

test('distances follow the streets, not the crow', async () => {
  const points = [crossing(0, 0), crossing(3, 4), crossing(5, 1)];
  expect(await blocks(points, 'car')).toEqual(
    closeTo([
      [0, 7, 6],
      [7, 0, 5],
      [6, 5, 0],
    ]),
  );
});

test('against the one-way street a driver goes around the block, a walker does not', async () => {
  const halfway = (column: number) => ({
    ...crossing(ONE_WAY_ROW, 0),
    lng: crossing(0, column).lng + BLOCK_DEGREES / 2,
  });
  const points = [halfway(1), halfway(3)];
  const around = closeTo([
    [0, 2],
    [6, 0],
  ]);
  for (const vehicle of ['car', 'motorcycle', 'truck', 'bicycle'] as const) {
    expect(await blocks(points, vehicle), vehicle).toEqual(around);
  }
  expect(await blocks(points, 'foot')).toEqual(
    closeTo([
      [0, 2],
      [2, 0],
    ]),
  );
});

test('a way follows the streets through all its stops, in their order', async () => {
  const findWay = createWays({
    engine,
    log: silentLog,
    metrics: createMetrics(),
    timeLimitMs: 10_000,
    clock: testClock(),
  });
  const stops = [crossing(0, 0), crossing(0, 4), crossing(3, 4)];
  const { line, source } = await findWay(stops, 'car');
  expect(source).toBe('valhalla');
  expect(line).toHaveLength(3);
  for (const [index, stop] of stops.entries()) expect(greatCircleMeters(line[index] as Point, stop)).toBeLessThan(2);
  // Nobody drives through the houses: between two corners either the row or the column stays.
  const around = await findWay([crossing(0, 0), crossing(5, 5)], 'car');
  for (const [index, to] of around.line.slice(1).entries()) {
    const from = around.line[index] as Point;
    expect(Math.min(Math.abs(from.lat - to.lat), Math.abs(from.lng - to.lng))).toBeLessThan(0.00005);
  }
  const metrics = createMetrics();
  const lost = createWays({ engine, log: silentLog, metrics, timeLimitMs: 10_000, clock: testClock() });
  const faraway = [
    { lat: 48.1, lng: 11.5 },
    { lat: 48.2, lng: 11.6 },
  ];
  expect(await lost(faraway, 'car')).toEqual({ line: faraway, source: 'estimate' });
  expect(await metrics.registry.metrics()).toContain('waybill_way_fallbacks_total{reason="error"} 1');
});

test('a quotation of sixteen stops is measured in one call, in whole metres', async () => {
  const points = NUMBERS.flatMap((row) => NUMBERS.map((column) => crossing(row, column))).slice(0, 16);
  const measure = createDistances({ engine, log: silentLog, metrics: createMetrics(), timeLimitMs: 10_000 });
  const { meters, source } = await measure(points, 'car', 1.4);
  expect(source).toBe('valhalla');
  for (const [from, row] of meters.entries()) {
    expect(row).toHaveLength(16);
    expect(row[from]).toBe(0);
    for (const value of row) expect(Number.isSafeInteger(value)).toBe(true);
  }
});

test('many quotations at once are all measured, and one that is called off while in line is not', async () => {
  const points = [crossing(0, 0), crossing(3, 4)];
  const callOff = new AbortController();
  const all = Array.from({ length: 20 }, () => engine.matrix(points, 'car', AbortSignal.timeout(10_000)));
  const calledOff = engine.matrix(points, 'car', callOff.signal);
  callOff.abort();
  await expect(calledOff).rejects.toThrow('aborted');
  expect(new Set((await Promise.all(all)).map((matrix) => JSON.stringify(matrix))).size).toBe(1);
  expect(await blocks(points, 'car')).toEqual(
    closeTo([
      [0, 7],
      [7, 0],
    ]),
  );
});

test('where Valhalla has no streets the estimate is taken', async () => {
  const metrics = createMetrics();
  const measure = createDistances({ engine, log: silentLog, metrics, timeLimitMs: 10_000 });
  const faraway = [
    { lat: 48.1, lng: 11.5 },
    { lat: 48.2, lng: 11.6 },
  ];
  expect((await measure(faraway, 'car', 1.4)).source).toBe('estimate');
  expect(await metrics.registry.metrics()).toContain('waybill_distance_fallbacks_total{reason="error"} 1');
});

test('a configuration with a hole is refused at the start, by what it lacks', async () => {
  const complete = JSON.parse(await readFile(path.join(folder, 'valhalla.json'), 'utf8'));
  const holed = path.join(folder, 'holed.json');
  const { skadi: _, ...limits } = complete.service_limits;
  await writeFile(holed, JSON.stringify({ ...complete, service_limits: limits }));
  await expect(openValhallaInProcess(holed)).rejects.toThrow(/lacks service_limits\.skadi/);
  await expect(openValhallaInProcess(holed)).rejects.toBeInstanceOf(OperatorError);
});

test('Valhalla writes nothing to the terminal of the program', async () => {
  const script = path.join(folder, 'ask.mts');
  const source = path.resolve('src/routing/valhalla-in-process.ts');
  const config = path.join(folder, 'valhalla.json');
  await writeFile(
    script,
    `import type { VehicleKind } from '../../src/routing/rules/vehicle-speed.ts';
import { openValhallaInProcess } from ${JSON.stringify(source)};
     const engine = await openValhallaInProcess(${JSON.stringify(config)});
     await engine.matrix(${JSON.stringify([crossing(0, 0), crossing(1, 1)])}, 'car', AbortSignal.timeout(10_000));`,
  );
  const { stdout, stderr } = await promisify(execFile)('node_modules/.bin/tsx', [script]);
  expect(stdout + stderr).toBe('');
  expect(JSON.parse(await readFile(config, 'utf8')).mjolnir.logging.type).toBe('std_out');
});

/** What Valhalla must be told. It reads every limit, also of what is never asked of it, and ends the process over some. */
function valhallaConfig(tileFolder: string) {
  const logging = { type: 'std_out', color: false };
  const costingLimits = {
    max_distance: 500_000,
    max_locations: 50,
    max_matrix_distance: 400_000,
    max_matrix_location_pairs: 2_500,
    min_transit_walking_distance: 1,
    max_transit_walking_distance: 10_000,
  };
  const costings = 'auto motorcycle motor_scooter truck bicycle pedestrian bus taxi bikeshare multimodal transit'.split(
    ' ',
  );
  return {
    mjolnir: { tile_dir: tileFolder, concurrency: 1, logging },
    loki: {
      actions: ['sources_to_targets', 'route'],
      use_connectivity: true,
      logging,
      service_defaults: {
        radius: 0,
        minimum_reachability: 5,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1_000,
        heading_tolerance: 60,
      },
    },
    thor: { source_to_target_algorithm: 'select_optimal', logging },
    odin: { logging },
    meili: {
      mode: 'auto',
      customizable: [],
      verbose: false,
      logging,
      grid: { size: 500, cache_size: 100_240 },
      default: {
        beta: 3,
        sigma_z: 4.07,
        breakage_distance: 2_000,
        gps_accuracy: 5,
        interpolation_distance: 10,
        max_route_distance_factor: 5,
        max_route_time_factor: 5,
        max_search_radius: 100,
        search_radius: 50,
        turn_penalty_factor: 0,
        geometry: false,
        route: true,
      },
    },
    service_limits: {
      ...Object.fromEntries(costings.map((costing) => [costing, costingLimits])),
      isochrone: { max_contours: 4, max_distance: 1, max_distance_contour: 1, max_locations: 1, max_time_contour: 1 },
      trace: {
        max_alternates: 1,
        max_alternates_shape: 1,
        max_distance: 1,
        max_gps_accuracy: 1,
        max_search_radius: 1,
        max_shape: 1,
      },
      skadi: { max_shape: 1, min_resample: 10 },
      status: { allow_verbose: false },
      centroid: { max_distance: 1, max_locations: 5 },
      max_alternates: 0,
      max_distance_disable_hierarchy_culling: 0,
      max_exclude_locations: 50,
      max_exclude_polygons_length: 10_000,
      max_radius: 200,
      max_reachability: 100,
      max_timedep_distance: 500_000,
      max_timedep_distance_matrix: 0,
      allow_hard_exclusions: false,
      hierarchy_limits: { allow_modification: false },
    },
  };
}

/** The town in OpenStreetMap's PBF form, which is the only one that the tile builder reads. */
function townAsPbf(): Buffer {
  const nodes = NUMBERS.flatMap((row) =>
    NUMBERS.map((column) => ({ id: nodeId(row, column), ...crossing(row, column) })),
  );
  const words = ['', ...new Set(STREETS.flatMap(({ tags }) => Object.entries(tags).flat()))];
  const wordNumbers = (list: readonly string[]) => list.map((word) => varint(words.indexOf(word)));
  const denseNodes = Buffer.concat([
    packed(1, steps(nodes.map(({ id }) => id)).map(zigzag)),
    packed(8, steps(nodes.map(({ lat }) => Math.round(lat * 1e7))).map(zigzag)),
    packed(9, steps(nodes.map(({ lng }) => Math.round(lng * 1e7))).map(zigzag)),
  ]);
  const ways = STREETS.map(({ id, nodes: refs, tags }) =>
    Buffer.concat([
      Buffer.concat([varint(1 << 3), varint(id)]),
      packed(2, wordNumbers(Object.keys(tags))),
      packed(3, wordNumbers(Object.values(tags))),
      packed(8, steps(refs).map(zigzag)),
    ]),
  );
  const block = Buffer.concat([
    bytes(1, Buffer.concat(words.map((word) => bytes(1, Buffer.from(word))))),
    bytes(2, bytes(2, denseNodes)),
    bytes(2, Buffer.concat(ways.map((way) => bytes(3, way)))),
  ]);
  const features = ['OsmSchema-V0.6', 'DenseNodes'].map((feature) => bytes(4, Buffer.from(feature)));
  return Buffer.concat([fileBlock('OSMHeader', Buffer.concat(features)), fileBlock('OSMData', block)]);
}

function fileBlock(type: string, content: Buffer): Buffer {
  const blob = bytes(1, content);
  const header = Buffer.concat([bytes(1, Buffer.from(type)), varint(3 << 3), varint(blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

function steps(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function varint(value: number): Buffer {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) + 128);
  return Buffer.from([...digits, rest]);
}

function zigzag(value: number): Buffer {
  return varint(value >= 0 ? value * 2 : -value * 2 - 1);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function packed(field: number, values: readonly Buffer[]): Buffer {
  return bytes(field, Buffer.concat(values));
}
