import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatInstant } from '../../src/foundation/time.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { createListener } from '../../src/infrastructure/http/listener.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { endOfCertificate, loadCertificate, watchCertificate } from '../../src/infrastructure/tls/certificates.ts';
import { localCertificate } from '../../src/infrastructure/tls/local-authority.ts';
import { makeAuthority, makeCertificate } from '../../src/infrastructure/tls/make-certificates.ts';
import { readableLog } from '../support/edges.ts';
import { exchange } from '../support/raw-socket.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-tls-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

test('plain HTTP on the HTTPS port gets 400 and a sentence, never data', async () => {
  const answer = await exchange(world, ['GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'], { plain: true });
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('This port speaks HTTPS only.');
  expect(answer).not.toContain('live');
});

test('the local certificate is for localhost, both loopback addresses and this host, by an authority of its own', async () => {
  const { certificate, authority } = inject('shared');
  const peer = await new Promise<tls.PeerCertificate>((resolve, reject) => {
    const socket = tls.connect(
      { port: world.port, host: '127.0.0.1', ca: authority, servername: os.hostname() },
      () => {
        resolve(socket.getPeerCertificate());
        socket.end();
      },
    );
    socket.on('error', reject);
  });
  expect(peer.subjectaltname?.split(', ')).toEqual(
    expect.arrayContaining([
      'DNS:localhost',
      `DNS:${os.hostname()}`,
      'IP Address:127.0.0.1',
      'IP Address:0:0:0:0:0:0:0:1',
    ]),
  );
  expect(certificate.cert).not.toBe(authority);
});

test.each([
  ['TLSv1.1', false],
  ['TLSv1.2', true],
  ['TLSv1.3', true],
] as const)('%s is accepted: %s', async (version, accepted) => {
  const outcome = await new Promise<boolean>((resolve) => {
    const socket = tls.connect(
      {
        port: world.port,
        host: '127.0.0.1',
        ca: inject('shared').authority,
        servername: 'localhost',
        minVersion: version,
        maxVersion: version,
        ciphers: 'ALL:@SECLEVEL=0',
      },
      () => {
        resolve(true);
        socket.end();
      },
    );
    socket.on('error', () => resolve(false));
  });
  expect(outcome).toBe(accepted);
});

test('a certificate near its end is replaced, the authority stays', async () => {
  const at = systemClock.now();
  const local = { dataFolder: folder, publicUrl: 'https://localhost:8443' };
  const first = await localCertificate(local, at, systemRandom);
  expect(await localCertificate(local, at, systemRandom)).toEqual(first);
  const later = await localCertificate(local, at + 380 * 86_400_000, systemRandom);
  expect(later.cert).not.toBe(first.cert);
});

test.each([
  ['https://192.168.1.20:8443', '192.168.1.20', '192.168.1.21'],
  ['https://[fd00::20]:8443', 'fd00::20', 'fd00::21'],
  ['https://courier.local', 'courier.local', 'other.local'],
])('a phone that calls it by %s trusts it by the same authority as before', async (publicUrl, name, stranger) => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'waybill-local-'));
  const authority = () => readFile(path.join(dataFolder, 'tls', 'ca.pem'), 'utf8');
  const made = (url: string) => localCertificate({ dataFolder, publicUrl: url }, systemClock.now(), systemRandom);
  await made('https://localhost:8443');
  const before = await authority();
  const first = await made(publicUrl);
  expect(await made(publicUrl)).toEqual(first);
  expect(await authority()).toBe(before);
  const peer = new X509Certificate(first.cert);
  const isFor = (host: string) => (net.isIP(host) === 0 ? peer.checkHost(host) : peer.checkIP(host)) !== undefined;
  expect([name, 'localhost', '127.0.0.1', '::1', stranger].map(isFor)).toEqual([true, true, true, true, false]);
  await rm(dataFolder, { recursive: true });
});

test('changed certificate files are served without a restart, broken ones are not', async () => {
  const files = { cert: path.join(folder, 'my.crt'), key: path.join(folder, 'my.key') };
  const authority = await makeAuthority('test', systemClock.now(), 86_400_000, systemRandom);
  const write = async () => {
    const made = await makeCertificate(authority, ['localhost'], systemClock.now(), 3_600_000, systemRandom);
    await writeFile(files.key, made.key);
    await writeFile(files.cert, made.cert);
  };
  await write();
  const settings = readSettings({
    WAYBILL_TLS: 'files',
    WAYBILL_TLS_CERT: files.cert,
    WAYBILL_TLS_KEY: files.key,
    WAYBILL_DATA: folder,
  });
  const certificate = await loadCertificate(settings, systemClock, systemRandom);
  const server = createListener((_request, response) => response.end('hello'), {
    certificate,
    requestTimeoutMs: 5000,
    random: systemRandom,
  }) as https.Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = (server.address() as { port: number }).port;
  const { log, lines } = readableLog();
  const watch = watchCertificate(settings, server, systemClock, systemRandom, log);
  const serial = () =>
    new Promise<string>((resolve, reject) => {
      const socket = tls.connect({ port, host: '127.0.0.1', ca: authority.cert, servername: 'localhost' }, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.end();
      });
      socket.on('error', reject);
    });
  const before = await serial();
  await write();
  await expect.poll(serial, { interval: 200 }).not.toBe(before);
  const renewed = await serial();
  const good = await readFile(files.cert, 'utf8');
  const { atime, mtime } = await stat(files.cert);
  const put = async (text: string) => {
    await writeFile(files.cert, text);
    await utimes(files.cert, atime, mtime);
  };
  await put(good.toUpperCase());
  await expect.poll(() => lines.join(''), { interval: 200 }).toContain('the old one stays');
  expect(await serial()).toBe(renewed);
  expect(lines.join('')).toContain(`WAYBILL_TLS_CERT names ${files.cert}, which is no certificate (PEM).`);
  // By a copy that keeps the times: neither they nor the size say that it is another one.
  const taken = () => lines.filter((line) => line.includes('loaded anew')).length;
  const takenBefore = taken();
  await put(good);
  await expect.poll(taken, { interval: 200 }).toBe(takenBefore + 1);
  const warnings = () => lines.filter((line) => line.includes('the certificate ends soon'));
  await expect.poll(warnings, { interval: 200 }).toHaveLength(1);
  expect(warnings()[0]).toContain(`"endsAt":"${formatInstant(endOfCertificate({ cert: good, key: '' }))}"`);
  watch.stop();
  await new Promise((resolve) => server.close(resolve));
});

test('a certificate that is not by the key beside it, or not for now, is refused with what is wrong', async () => {
  const now = systemClock.now();
  const authority = await makeAuthority('test', now, 86_400_000, systemRandom);
  const write = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const made = await makeCertificate(authority, ['localhost'], now, 3_600_000, systemRandom);
  const later = await makeCertificate(authority, ['localhost'], now + 3 * 86_400_000, 3_600_000, systemRandom);
  const cert = await write('a.crt', made.cert);
  const key = await write('a.key', made.key);
  const load = (certFile: string, keyFile: string) =>
    loadCertificate(
      readSettings({ WAYBILL_TLS: 'files', WAYBILL_TLS_CERT: certFile, WAYBILL_TLS_KEY: keyFile }),
      systemClock,
      systemRandom,
    );
  expect(await load(cert, key)).toEqual(made);
  await expect(load(key, key)).rejects.toThrow(`WAYBILL_TLS_CERT names ${key}, which is no certificate (PEM).`);
  await expect(load(cert, cert)).rejects.toThrow(
    `WAYBILL_TLS_KEY names ${cert}, which is no private key (PEM), or one with a passphrase.`,
  );
  await expect(load(cert, await write('b.key', authority.key))).rejects.toThrow(
    'cannot be used: the key is not that of the first certificate in the file.',
  );
  await expect(load(await write('b.crt', later.cert), await write('c.key', later.key))).rejects.toThrow(
    /cannot be used: it holds from .* only\./,
  );
});

test('certificate files that cannot be used are refused with their names', async () => {
  const settings = (cert: string, key: string) =>
    readSettings({ WAYBILL_TLS: 'files', WAYBILL_TLS_CERT: cert, WAYBILL_TLS_KEY: key });
  await expect(loadCertificate(settings('/nowhere.crt', '/nowhere.key'), systemClock, systemRandom)).rejects.toThrow(
    'WAYBILL_TLS_CERT names /nowhere.crt',
  );
  const authority = await makeAuthority('test', systemClock.now() - 10 * 86_400_000, 86_400_000, systemRandom);
  const old = { cert: path.join(folder, 'old.crt'), key: path.join(folder, 'old.key') };
  await writeFile(old.cert, authority.cert);
  await writeFile(old.key, authority.key);
  await expect(loadCertificate(settings(old.cert, old.key), systemClock, systemRandom)).rejects.toThrow(
    'it ran out on',
  );
});

test('behind a proxy only requests that came in over HTTPS are served, and the address is the client’s', async () => {
  const proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy' } });
  const partner = await proxied.newPartner({ sourceAddresses: ['203.0.113.7'] });
  const get = (headers: Record<string, string>) =>
    proxied.call('GET', '/v3/cities', { as: partner, plain: true, headers });
  const plain = await get({ 'x-forwarded-for': '203.0.113.7' });
  expect([plain.status, plain.json.message]).toEqual([403, 'ERR_FORBIDDEN']);
  expect(plain.text).toContain('Plain HTTP is not allowed');
  expect(proxied.logLines.join('')).toContain('listening on http://127.0.0.1:');
  expect(world.logLines.join('')).toContain('listening on https://127.0.0.1:');
  expect((await get({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
  expect((await get({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.8' })).status).toBe(403);
  for (const path of ['/docs/', '/nowhere', '/health/nowhere'])
    expect((await proxied.send({ path, plain: true })).status).toBe(403);
  await proxied.close();
});

test('a proxy may tell the port of the client beside its address', async () => {
  const proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy' } });
  const partner = await proxied.newPartner({ sourceAddresses: ['203.0.113.7', '2001:db8::7'] });
  const from = async (client: string) => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': client };
    return (await proxied.call('GET', '/v3/cities', { as: partner, plain: true, headers })).status;
  };
  for (const client of ['203.0.113.7:51234', '[2001:db8::7]:51234', '[2001:db8::7]', '2001:db8::7'])
    expect([client, await from(client)]).toEqual([client, 200]);
  expect(await from('203.0.113.8:51234')).toBe(403);
  await proxied.close();
});

test('behind a proxy that calls it by another name, an older browser that names only the page it is on is let in', async () => {
  const publicUrl = 'https://delivery.example.com';
  const proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_PUBLIC_URL: publicUrl } });
  const signIn = async (origin: string) => {
    const answer = await proxied.send({
      method: 'POST',
      path: '/portal/v1/sign-in',
      headers: { 'x-forwarded-proto': 'https', 'waybill-app': 'portal', origin },
      body: JSON.stringify({ data: { email: 'nobody@example.com', password: 'a wrong password' } }),
      plain: true,
    });
    return answer.status;
  };
  expect([await signIn(publicUrl), await signIn('https://evil.example.com')]).toEqual([401, 403]);
  await proxied.close();
});

test('an untrusted proxy is not believed', async () => {
  const proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_TRUSTED_PROXIES: '10.0.0.1' } });
  const headers = { 'x-forwarded-proto': 'https' };
  expect((await proxied.send({ path: '/docs/', plain: true, headers })).status).toBe(403);
  await proxied.close();
});

test('behind a proxy those who watch come past it and say nothing of HTTPS: balancers, Prometheus, waybill health', async () => {
  const proxied = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_TRUSTED_PROXIES: '10.0.0.1' } });
  proxied.clock.set(Date.now());
  for (const path of ['/health/live', '/health/ready', '/metrics'])
    expect([path, (await proxied.send({ path, plain: true })).status]).toEqual([path, 200]);
  // A proxy that passes plain HTTP on says so.
  const headers = { 'x-forwarded-proto': 'http' };
  expect((await proxied.send({ path: '/metrics', plain: true, headers })).status).toBe(403);
  await proxied.close();
});
