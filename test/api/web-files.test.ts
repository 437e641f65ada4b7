import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let script: string;
beforeAll(async () => {
  world = await createWorld();
  const { text } = await get('/driver');
  script = /"(\/assets\/driver-[^"]+\.js)"/.exec(text)?.[1] ?? 'the page names no script';
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) => world.send({ method: 'GET', path, headers });

describe('the files of the browser apps', () => {
  test('are kept for good by whoever has them: their names change with their content', async () => {
    const answer = await get(script);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('come packed as %s to whoever can unpack them, and are the same then', async (packing, unpack) => {
    const plain = await get(script);
    const packed = await get(script, { 'accept-encoding': packing });
    expect(packed.headers['content-encoding']).toBe(packing);
    expect(packed.headers.vary).toMatch(/accept-encoding/i);
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
  });

  test.each(['/assets/', '/assets/none.js', '/assets/../manifest.json', '/assets/%2e%2e/manifest.json'])(
    'nothing else is under their path: %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, json: { message: 'ERR_NOT_FOUND' } });
    },
  );
});

describe('the page of an app', () => {
  test.each([
    '/driver',
    '/driver/account',
    '/driver/orders/1',
    '/portal',
    '/portal/people',
    '/console',
    '/console/acts',
  ])('%s is the app, asked for anew each time', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test.each(['/driver', '/portal', '/console'])(
    'the policy of %s allows nothing but this origin, and nothing that stands inside the page',
    async (path) => {
      const { headers, text } = await get(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(text).not.toMatch(/<style|<script(?![^>]* src=)|style="|onload=/);
    },
  );

  test.each(['driver', 'portal', 'console'])('a path of the API of %s that is none is no page', async (app) => {
    expect(await get(`/${app}/v1/nothing`)).toMatchObject({ status: 404, json: { message: 'ERR_NOT_FOUND' } });
  });
});

describe('what makes the driver app stay on a phone', () => {
  test('a manifest whose icons are there, of the size it says', async () => {
    const { headers, json } = await get('/driver/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(json).toMatchObject({ start_url: '/driver', scope: '/driver', display: 'standalone' });
    for (const { src, sizes, type } of json.icons) {
      const icon = await get(src);
      expect(icon.headers['content-type']).toBe(type);
      const { width, height } = await sharp(icon.bytes).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(json.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain('maskable');
  });

  test('a worker for the whole app that is asked for anew each time and keeps all that the page may ask for', async () => {
    const { headers, text } = await get('/driver/service-worker.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
    });
    const { files } = JSON.parse(/^self\.BUILD = (.*);$/m.exec(text)?.[1] ?? '') as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(['/driver', '/driver/manifest.webmanifest', script]));
    for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
    // It runs as a plain script.
    expect(text).not.toMatch(/^(import|export)\b/m);
  });
});
