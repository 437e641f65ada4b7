import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../random.ts';
import { localCertificate } from './local-authority.ts';

const STARTS = 5;
const NOON = Date.UTC(2026, 10, 16, 12);

test('processes that start at once on a new data folder are all by the one authority that clients are given', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'waybill-tls-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const start = async (_: unknown, order: number) => {
    // Not quite at once: whoever comes while another is writing must not write over it.
    await sleep(order * 20);
    return localCertificate({ dataFolder, publicUrl: 'https://localhost' }, NOON, systemRandom);
  };
  const certificates = await Promise.all(Array.from({ length: STARTS }, start));
  const authority = new X509Certificate(await readFile(path.join(dataFolder, 'tls', 'ca.pem'), 'utf8'));
  expect(certificates.map(({ cert }) => new X509Certificate(cert).verify(authority.publicKey))).toEqual(
    Array(STARTS).fill(true),
  );
  expect(await readdir(dataFolder)).toEqual(['tls']);
}, 30_000);
