import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../test/support/edges.ts';
import { answerJson, startLocalService } from '../../test/support/local-service.ts';
import { systemClock } from '../infrastructure/clock.ts';
import { readSettings, type SettingsError } from '../infrastructure/config/settings.ts';
import { createMetrics } from '../infrastructure/metrics.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { openGeocoder, openRoutingEngine } from './open-routing.ts';
import { openValhallaInProcess } from './valhalla-in-process.ts';

const PRODUCTION = { WAYBILL_ENVIRONMENT: 'production', WAYBILL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const POINTS = [
  { lat: 1, lng: 103 },
  { lat: 1.1, lng: 103.1 },
];

const deps = () => ({ clock: systemClock, log: silentLog, metrics: createMetrics() });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-routing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    return (error as SettingsError).faults;
  }
}

test('by default distances are estimated and addresses looked up in the gazetteer; in production nowhere', async () => {
  const sandbox = readSettings({});
  expect(await openRoutingEngine(sandbox)).toBeUndefined();
  expect(await (await openGeocoder(sandbox, deps())).find('Central', 'HK', 'en_HK')).toBeDefined();
  const production = readSettings(PRODUCTION);
  expect(await openRoutingEngine(production)).toBeUndefined();
  const none = await openGeocoder(production, deps());
  expect(await none.find('Central', 'HK', 'en_HK')).toBeUndefined();
  expect(await none.name({ lat: 22.282, lng: 114.158 }, 'HK', 'en_HK')).toBeUndefined();
});

test.each([
  ['valhalla-http', 'valhalla'],
  ['osrm', 'osrm'],
])('WAYBILL_ROUTING=%s asks the server of the settings', async (routing, source) => {
  const service = await startLocalService((_, answer) =>
    answerJson(answer, {
      code: 'Ok',
      distances: [
        [0, 1_000],
        [2_000, 0],
      ],
      sources_to_targets: {
        distances: [
          [0, 1],
          [2, 0],
        ],
      },
    }),
  );
  try {
    const engine = await openRoutingEngine(
      readSettings({ WAYBILL_ROUTING: routing, WAYBILL_ROUTING_URL: service.url }),
    );
    expect(engine?.source).toBe(source);
    expect(await engine?.matrix(POINTS, 'car', AbortSignal.timeout(5_000))).toEqual([
      [0, 1_000],
      [2_000, 0],
    ]);
  } finally {
    await service.stop();
  }
});

test.each(['nominatim', 'photon', 'pelias'])(
  'WAYBILL_GEOCODER=%s asks the server of the settings',
  async (geocoder) => {
    const service = await startLocalService((asked, answer) =>
      answerJson(
        answer,
        asked.url.pathname === '/search'
          ? [{ lat: '1.5', lon: '103.5' }]
          : { features: [{ geometry: { coordinates: [103.5, 1.5] } }] },
      ),
    );
    try {
      const settings = readSettings({ WAYBILL_GEOCODER: geocoder, WAYBILL_GEOCODER_URL: service.url });
      const opened = await openGeocoder(settings, deps());
      expect(await opened.find('somewhere', 'SG', 'en_SG')).toEqual({ lat: 1.5, lng: 103.5 });
    } finally {
      await service.stop();
    }
  },
);

test('a geocoder that gives no answer is counted, one that knows no such place is not', async () => {
  const service = await startLocalService(({ url }, answer) =>
    answerJson(answer, { features: [] }, url.searchParams.get('q') === 'nowhere' ? 200 : 500),
  );
  const { metrics, ...others } = deps();
  const counted = async () => /^waybill_geocoder_failures_total (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
  const settings = readSettings({ WAYBILL_GEOCODER: 'photon', WAYBILL_GEOCODER_URL: service.url });
  const geocoder = await openGeocoder(settings, { ...others, metrics });
  expect(await geocoder.find('nowhere', 'SG', 'en_SG')).toBeUndefined();
  expect(await counted()).toBe('0');
  expect(await geocoder.find('somewhere', 'SG', 'en_SG')).toBeUndefined();
  expect(await geocoder.name({ lat: 1.3, lng: 103.8 }, 'SG', 'en_SG')).toBeUndefined();
  expect(await counted()).toBe('2');
  await service.stop();
});

test('a choice that needs an address or a file is refused without it', () => {
  expect(faultsOf({ WAYBILL_ROUTING: 'osrm', WAYBILL_GEOCODER: 'photon' })).toEqual([
    'WAYBILL_ROUTING_URL is required with WAYBILL_ROUTING=osrm',
    'WAYBILL_GEOCODER_URL is required with WAYBILL_GEOCODER=photon',
  ]);
  expect(faultsOf({ WAYBILL_ROUTING: 'valhalla-http' })).toEqual([
    'WAYBILL_ROUTING_URL is required with WAYBILL_ROUTING=valhalla-http',
  ]);
  expect(faultsOf({ WAYBILL_ROUTING: 'valhalla' })).toEqual([
    'WAYBILL_VALHALLA_CONFIG is required with WAYBILL_ROUTING=valhalla',
  ]);
  expect(faultsOf({ WAYBILL_ROUTING: 'estimate', WAYBILL_GEOCODER: 'none' })).toEqual([]);
});

test.each(['localhost:8002', 'ftp://host', 'http://', 'file:///etc/passwd', 'http://host:99999/?key=hunter2'])(
  'a server cannot be at %s, and the fault is one and does not repeat it',
  (url) => {
    expect(faultsOf({ WAYBILL_ROUTING: 'osrm', WAYBILL_ROUTING_URL: url })).toEqual([
      'WAYBILL_ROUTING_URL must look like http://host:port',
    ]);
  },
);

test.each([
  ['WAYBILL_ROUTING', 'google'],
  ['WAYBILL_ROUTING_TIMEOUT_MS', '9'],
  ['WAYBILL_ROUTING_TIMEOUT_MS', '30001'],
  ['WAYBILL_GEOCODER', 'google'],
  ['WAYBILL_GEOCODER_RATE', '0'],
  ['WAYBILL_GEOCODER_RATE', '1001'],
])('%s cannot be %s', (name, text) => {
  expect(faultsOf({ [name]: text })).toHaveLength(1);
});

test('Valhalla in process says what is missing: the configuration, the tiles, or the package', async () => {
  const config = path.join(folder, 'valhalla.json');
  const open = (packageName?: string) => openValhallaInProcess(config, packageName);
  const expectFault = async (opening: Promise<unknown>, sentence: RegExp) => {
    await expect(opening).rejects.toBeInstanceOf(OperatorError);
    await expect(opening).rejects.toThrow(sentence);
    await expect(opening).rejects.not.toThrow(/\n/);
  };
  await expectFault(open(), /valhalla\.json cannot be read as a Valhalla configuration: ENOENT/);
  await writeFile(config, '{');
  await expectFault(open(), /cannot be read as a Valhalla configuration/);
  for (const text of ['null', '{}', '{"mjolnir":{"tile_dir":""}}']) {
    await writeFile(config, text);
    await expectFault(open(), /names no tiles that exist .*build_tiles/);
  }
  await writeFile(
    config,
    JSON.stringify({ mjolnir: { tile_dir: path.join(folder, 'none'), tile_extract: '/none.tar' } }),
  );
  await expectFault(open(), /names no tiles that exist/);
  await writeFile(config, JSON.stringify({ mjolnir: { tile_dir: folder }, service_limits: { auto: {}, truck: {} } }));
  await expectFault(
    open(),
    /lacks service_limits\.pedestrian, service_limits\.bicycle, service_limits\.motorcycle; .*build_config/,
  );
  const limits = { pedestrian: {}, bicycle: {}, motorcycle: {}, auto: {}, truck: {} };
  await writeFile(config, JSON.stringify({ mjolnir: { tile_dir: folder }, service_limits: limits }));
  await expectFault(open('@valhallajs/not-there'), /needs the package .*npm install .*WAYBILL_ROUTING=valhalla-http/);
});
