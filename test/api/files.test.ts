import { createHash } from 'node:crypto';
import https from 'node:https';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { DAY_MS } from '../../src/foundation/time.ts';
import { linksWith } from '../../src/main/compose.ts';
import { startObjectStore } from '../support/object-store.ts';
import { createWorld, type World } from '../support/world.ts';

const KEY = 'proofs/2026/11/x7Kq.jpg';
const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, index) => index));

let store: Awaited<ReturnType<typeof startObjectStore>>;
const before = getGlobalDispatcher();
beforeAll(async () => {
  // As in the program, which reads undici before anything is fetched: Node's own fetch would then go by an agent of another version.
  setGlobalDispatcher(new Agent());
  store = await startObjectStore();
});
afterAll(async () => {
  setGlobalDispatcher(before);
  await store.stop();
});

describe.each(['disk', 's3'])('links to files in: %s', (place) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ env: place === 's3' ? store.env : {} });
    await world.foundations.files.put(KEY, EVERY_BYTE, 'image/jpeg');
    await world.foundations.files.put(KEY.replace('jpg', 'png'), Buffer.from('png'), 'image/png');
  });
  afterAll(() => world.close());

  /** The path of a link, as a browser would ask for it. */
  const linkTo = (key = KEY) => {
    const { pathname, search } = new URL(
      world.foundations.fileLinks.linkTo(key, '5001', world.clock.now() + 7 * DAY_MS),
    );
    return `${pathname}${search}`;
  };

  function download(path: string): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: world.port,
        ca: world.ca,
        servername: 'localhost',
        path,
        agent: false,
      };
      https
        .get(options, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
          );
        })
        .on('error', reject);
    });
  }

  test('show the file to whoever has the link, without any signature of a partner', async () => {
    const { status, headers, bytes } = await download(linkTo());
    expect(status).toBe(200);
    expect(bytes.equals(EVERY_BYTE)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '256',
      'cache-control': 'private',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    });
    expect((await download(linkTo(KEY.replace('jpg', 'png')))).headers['content-type']).toBe('image/png');
  });

  test('live for seven days and not a moment longer; a new one lives on', async () => {
    const link = linkTo();
    world.clock.advance(7 * DAY_MS - 1);
    expect((await download(link)).status).toBe(200);
    world.clock.advance(1);
    const dead = await world.send({ path: link });
    expect(dead.status).toBe(404);
    expect(dead.json).toEqual({
      message: 'ERR_NOT_FOUND',
      errors: [
        { id: 'ERR_NOT_FOUND', message: 'This link leads to nothing any more. Read the order again for a new one.' },
      ],
    });
    expect((await download(linkTo())).status).toBe(200);
  });

  test('that were changed in any part, or were never ours, lead to nothing', async () => {
    const link = linkTo();
    const other = linkTo(KEY.replace('jpg', 'png'));
    const wrong = [
      link.replace('owner=5001', 'owner=5002'),
      link.replace(/expires=\d/, 'expires=9'),
      link.replace(/signature=[^&]+/, `signature=${'A'.repeat(43)}`),
      link.replace(/signature=[^&]+/, ''),
      link.replace('?', '?owner=5001&'),
      link.split('?')[0] as string,
      `${other.split('?')[0]}?${link.split('?')[1]}`,
      '/files/',
      '/files/proofs/2026/11/x7Kq.jpg',
      `/files/${Buffer.from('../../master-key').toString('base64url')}`,
      '/files/%2e%2e%2f%2e%2e%2fmaster-key',
      `/files/${createHash('sha512').update('x').digest('base64url')}?signature[]=1&owner[x]=2`,
    ];
    for (const path of wrong) {
      const { status, json } = await world.send({ path });
      expect([path, status, json.message]).toEqual([path, 404, 'ERR_NOT_FOUND']);
    }
  });

  test('to a file that is gone lead to nothing', async () => {
    expect((await world.send({ path: linkTo('proofs/2026/11/gone.jpg') })).status).toBe(404);
  });

  test('can only be read', async () => {
    const { status, headers } = await world.send({ method: 'DELETE', path: linkTo() });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('are not told to readers of the log', async () => {
    const link = linkTo();
    await download(link);
    const signature = /signature=([\w-]+)/.exec(link)?.[1] ?? 'none';
    expect(world.logLines.join('\n')).toContain('/files/');
    expect(world.logLines.join('\n')).not.toContain(signature);
  });
});

test('a store that is away is answered 503, and the caller may come again', async () => {
  const away = await createWorld({ env: { ...store.env, WAYBILL_S3_ENDPOINT: 'http://127.0.0.1:1' } });
  const { pathname, search } = new URL(away.foundations.fileLinks.linkTo(KEY, '5001', away.clock.now() + 7 * DAY_MS));
  const { status, json, headers } = await away.send({ path: `${pathname}${search}` });
  await away.close();
  expect([status, json.message, headers['retry-after']]).toEqual([503, 'ERR_UNAVAILABLE', '2']);
});

test('the life of a link is a setting', async () => {
  const world = await createWorld({ env: { WAYBILL_PROOF_LINK_DAYS: '1' } });
  await world.foundations.files.put(KEY, EVERY_BYTE, 'image/jpeg');
  const now = world.clock.now();
  const { pathname, search } = new URL(linksWith(world.foundations)(now).file(KEY, '5001' as PartnerId));
  world.clock.advance(DAY_MS - 1);
  expect((await world.send({ path: `${pathname}${search}` })).status).toBe(200);
  world.clock.advance(1);
  expect((await world.send({ path: `${pathname}${search}` })).status).toBe(404);
  await world.close();
});
