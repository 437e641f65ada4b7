import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

const MARKETS = ['BR', 'HK', 'ID', 'JP', 'MX', 'MY', 'PH', 'SG', 'TH', 'TW', 'VN'];
const TILES = Buffer.concat([
  Buffer.from('PMTiles\x03'),
  Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251)),
]);

let world: World;
let withTiles: World;
let withStyle: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-map-'));
  const file = path.join(folder, 'city.pmtiles');
  await writeFile(file, TILES);
  world = await createWorld();
  withTiles = await createWorld({ env: { WAYBILL_MAP_PMTILES: file } });
  withStyle = await createWorld({
    env: {
      WAYBILL_MAP_STYLE_URL: 'https://maps.example.com/v1/style.json?key=k',
      WAYBILL_MAP_HOSTS: 'https://*.tiles.example.com, https://letters.example.com:8443',
    },
  });
});
afterAll(async () => {
  await Promise.all([world, withTiles, withStyle].map((one) => one?.close()));
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}, of = world) =>
  of.send({ method: 'GET', path, headers });

describe('the map of a market', () => {
  test('has the land and the service areas of its cities, and is open to everybody', async () => {
    const { status, headers, json } = await get('/map/HK.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(json.market).toBe('HK');
    expect(json.areas.features).toMatchObject([
      { type: 'Feature', properties: { locode: 'HK HKG', name: 'Hong Kong' }, geometry: { type: 'MultiPolygon' } },
    ]);
    const [{ bbox, geometry }] = json.land.features;
    expect(bbox[0]).toBeLessThan(113.9);
    expect(bbox[2]).toBeGreaterThan(114.4);
    expect(geometry.coordinates.length).toBeGreaterThan(10);
  });

  test.each(MARKETS)('every city of %s lies within a part of its land, and the whole is small', async (market) => {
    const { json, text } = await get(`/map/${market}.json`);
    expect(text.length).toBeLessThan(150_000);
    const boxes: number[][] = json.land.features.map(({ bbox }: { bbox: number[] }) => bbox);
    for (const { properties, geometry } of json.areas.features) {
      const positions: [number, number][] = geometry.coordinates.flat(2);
      const isHeld = ([west, south, east, north]: number[]) =>
        positions.every(
          ([lng, lat]) => lng > Number(west) && lng < Number(east) && lat > Number(south) && lat < Number(north),
        );
      expect(boxes.some(isHeld), properties.name).toBe(true);
    }
  });

  test('comes packed to whoever can unpack it, and not again to whoever has it', async () => {
    const plain = await get('/map/SG.json');
    const packed = await get('/map/SG.json', { 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect((await get('/map/SG.json', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
    const tag = String(plain.headers.etag);
    const again = await get('/map/SG.json', { 'if-none-match': tag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect((await get('/map/SG.json', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test.each(['/map/XX.json', '/map/hk.json', '/map/HK', '/map/', '/map/..%2fmarkets%2fHK.json', '/map/tiles.pmtiles'])(
    'there is no %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, json: { message: 'ERR_NOT_FOUND' } });
    },
  );
});

describe('where streets come from', () => {
  const policyOf = async (of: World) => String((await get('/driver', {}, of)).headers['content-security-policy']);

  test('nowhere, unless the operator says so', async () => {
    expect((await get('/map/settings.json')).json).toEqual({ streets: 'none' });
  });

  test('a style of the operator’s, whose hosts alone are added to what pages may ask', async () => {
    expect((await get('/map/settings.json', {}, withStyle)).json).toEqual({
      streets: 'style',
      styleUrl: 'https://maps.example.com/v1/style.json?key=k',
    });
    const hosts = 'https://maps.example.com https://*.tiles.example.com https://letters.example.com:8443';
    const policy = await policyOf(withStyle);
    expect(policy).toContain(`img-src 'self' data: blob: ${hosts};`);
    expect(policy).toContain(`connect-src 'self' ${hosts};`);
    expect(policy.replaceAll(hosts, '')).not.toContain('http');
    expect(policy.replaceAll(` ${hosts}`, '')).toBe(await policyOf(world));
  });

  test('a file of tiles that is served here, and no other host', async () => {
    expect((await get('/map/settings.json', {}, withTiles)).json).toEqual({ streets: 'tiles' });
    expect(await policyOf(withTiles)).toBe(await policyOf(world));
  });
});

describe('the file of tiles', () => {
  const tiles = (headers: Record<string, string>, method = 'GET') =>
    withTiles.send({ method, path: '/map/tiles.pmtiles', headers });

  test('is read in parts', async () => {
    const part = await tiles({ range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 100-199/${TILES.length}`);
    expect(part.bytes.equals(TILES.subarray(100, 200))).toBe(true);
    const rest = await tiles({ range: `bytes=${TILES.length - 1}-` });
    expect([rest.status, rest.bytes.length]).toEqual([206, 1]);
    const whole = await tiles({});
    expect([whole.status, whole.bytes.length, whole.headers['accept-ranges']]).toEqual([200, TILES.length, 'bytes']);
  });

  test('says what it is without being sent, and that it is still the same', async () => {
    const head = await tiles({}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(TILES.length), 0]);
    expect((await tiles({ 'if-none-match': String(head.headers.etag) })).status).toBe(304);
  });

  test('has nothing behind its end', async () => {
    const beyond = await tiles({ range: `bytes=${TILES.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers['content-range']).toBe(`bytes */${TILES.length}`);
  });

  test.each([
    ['nothing', undefined, /city\.pmtiles cannot be read \(ENOENT/],
    ['too little', 'PMTil', /is no PMTiles file of version 3/],
    ['an older version', 'PMTiles\x02', /is no PMTiles file of version 3/],
    ['another format', '<html></html>', /is no PMTiles file of version 3/],
  ])('with %s in it is refused at the start, in words', async (_, content, complaint) => {
    const place = await mkdtemp(path.join(folder, 'wrong-'));
    const file = path.join(place, 'city.pmtiles');
    if (content !== undefined) await writeFile(file, content);
    await expect(createWorld({ env: { WAYBILL_MAP_PMTILES: file } })).rejects.toThrow(complaint);
  });

  test('that is a folder is refused too', async () => {
    await expect(createWorld({ env: { WAYBILL_MAP_PMTILES: folder } })).rejects.toThrow(/cannot be read \(EISDIR/);
  });
});
