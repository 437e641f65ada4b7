import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readableLog, silentLog } from '../../../test/support/edges.ts';
import { startLocalService } from '../../../test/support/local-service.ts';
import { startObjectStore } from '../../../test/support/object-store.ts';
import { readSettings } from '../config/settings.ts';
import { type FileStore, openFileStore } from './file-store.ts';

let folder: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-files-'));
  store = await startObjectStore();
});

afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const dataFolder = () => path.join(folder, 'data');
const onDisk = (data = dataFolder(), log = silentLog) => openFileStore(readSettings({ WAYBILL_DATA: data }), log);
const inS3 = (changes: Readonly<Record<string, string>> = {}, log = silentLog) =>
  openFileStore(readSettings({ ...store.env, ...changes }), log);

describe.each([
  ['on the disk', () => onDisk(), () => onDisk()],
  ['in an object store', () => inS3(), () => inS3()],
] as const)('files %s', (_place, open, openAnother) => {
  let files: FileStore;
  beforeAll(async () => {
    files = await open();
  });

  test('are given back byte for byte, with their type', async () => {
    const everyByte = Buffer.from(Array.from({ length: 1_024 }, (_, index) => index % 256));
    await files.put('proofs/2026/11/first.jpg', everyByte, 'image/jpeg');
    await files.put('proofs/2026/11/first.png', Buffer.from('other'), 'image/png');
    expect(await files.get('proofs/2026/11/first.jpg')).toEqual({ bytes: everyByte, contentType: 'image/jpeg' });
    expect(await files.get('proofs/2026/11/first.png')).toEqual({
      bytes: Buffer.from('other'),
      contentType: 'image/png',
    });
  });

  test('can be large', async () => {
    const large = Buffer.alloc(11 * 1024 * 1024, 'waybill');
    await files.put('proofs/large.jpg', large, 'image/jpeg');
    expect((await files.get('proofs/large.jpg'))?.bytes.equals(large)).toBe(true);
  });

  test('are there for the next process', async () => {
    await files.put('proofs/kept.jpg', Buffer.from('kept'), 'image/jpeg');
    expect((await (await openAnother()).get('proofs/kept.jpg'))?.bytes.toString()).toBe('kept');
  });

  test('that were never put are not there', async () => {
    expect(await files.get('proofs/unknown.jpg')).toBeUndefined();
    expect(await files.get('other/2026/unknown.png')).toBeUndefined();
  });

  test('are gone when they are removed, once or twice', async () => {
    await files.put('proofs/gone.jpg', Buffer.from('gone'), 'image/jpeg');
    await files.remove('proofs/gone.jpg');
    await files.remove('proofs/gone.jpg');
    expect(await files.get('proofs/gone.jpg')).toBeUndefined();
  });

  test('lie under keys of our own making only, whose ending says their type', async () => {
    const bytes = Buffer.from('x');
    await expect(files.put('proofs/../../x.jpg', bytes, 'image/jpeg')).rejects.toThrow('no key');
    await expect(files.put('proofs/x.png', bytes, 'image/jpeg')).rejects.toThrow('no key');
    await expect(files.put('proofs/x.svg', bytes, 'image/svg+xml')).rejects.toThrow('no key');
    await expect(files.get('/etc/passwd')).rejects.toThrow('no file key');
    await expect(files.remove('proofs/..')).rejects.toThrow('no file key');
  });
});

test('files on the disk are whole, whoever reads while they are written', async () => {
  const files = await onDisk();
  const sizes = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const key = `proofs/race-${index}.jpg`;
      const [, read] = await Promise.all([
        files.put(key, Buffer.alloc(300_000, index), 'image/jpeg'),
        files.get(key).then((file) => file?.bytes.length ?? 0),
      ]);
      return read;
    }),
  );
  expect(sizes.filter((size) => size !== 0 && size !== 300_000)).toEqual([]);
});

describe('the disk', () => {
  test('keeps files under the data folder, for nobody else to read, and leaves no half ones', async () => {
    const data = path.join(folder, 'tidy');
    await (await onDisk(data)).put('proofs/2026/11/a.jpg', Buffer.from('a'), 'image/jpeg');
    const kept = path.join(data, 'files', 'proofs', '2026', '11');
    expect(await readdir(kept)).toEqual(['a.jpg']);
    expect((await stat(path.join(kept, 'a.jpg'))).mode & 0o777).toBe(0o600);
  });

  test('that cannot be used is an outage, told in the log', async () => {
    const data = path.join(folder, 'blocked');
    await mkdir(data);
    await writeFile(path.join(data, 'files'), 'in the way');
    const { log, lines } = readableLog();
    const files = await onDisk(data, log);
    await expect(files.put('proofs/a.jpg', Buffer.from('a'), 'image/jpeg')).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    });
    await expect(files.get('proofs/a.jpg')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
    expect(lines.join()).toContain('the file store cannot be reached');
  });
});

describe('the object store', () => {
  test('that is away is an outage, told in the log without the secret', async () => {
    const { log, lines } = readableLog();
    const files = await inS3({ WAYBILL_S3_ENDPOINT: 'http://127.0.0.1:1' }, log);
    await expect(files.get('proofs/a.jpg')).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
    expect(lines.join()).toContain('the file store cannot be reached');
    expect(lines.join()).not.toContain('hunter2');
  });

  test('that has no such bucket takes nothing', async () => {
    const files = await inS3({ WAYBILL_S3_BUCKET: 'missing' });
    await expect(files.put('proofs/a.jpg', Buffer.from('a'), 'image/jpeg')).rejects.toMatchObject({
      code: 'ERR_UNAVAILABLE',
    });
  });

  test('gets requests signed with the key, secret and region of the settings', async () => {
    const service = await startLocalService((_asked, answer) => answer.writeHead(200).end());
    await (await inS3({ WAYBILL_S3_ENDPOINT: `${service.url}/` })).put(
      'proofs/2026/a.jpg',
      Buffer.from('a'),
      'image/jpeg',
    );
    await service.stop();
    const [asked] = service.asked;
    expect(asked?.method).toBe('PUT');
    expect(asked?.url.pathname).toBe('/files/proofs/2026/a.jpg');
    expect(asked?.headers['content-type']).toBe('image/jpeg');
    expect(asked?.headers.authorization).toBe(authorizationOf(asked?.headers ?? {}, asked?.url.pathname ?? ''));
  });
});

/** The scheme that object stores check (AWS Signature Version 4), written down once more. */
function authorizationOf(headers: Readonly<Record<string, unknown>>, pathname: string): string {
  const [time, day] = [String(headers['x-amz-date']), String(headers['x-amz-date']).slice(0, 8)];
  const names = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const lines = names.map((name) => `${name}:${headers[name]}`).join('\n');
  const request = `PUT\n${pathname}\n\n${lines}\n\n${names.join(';')}\nUNSIGNED-PAYLOAD`;
  const scope = `${day}/ap-east-1/s3/aws4_request`;
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), 'AWS4hunter2');
  const digest = createHash('sha256').update(request).digest('hex');
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString('hex');
  return `AWS4-HMAC-SHA256 Credential=S3RVER/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}
