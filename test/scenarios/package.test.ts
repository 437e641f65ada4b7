import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolder } from '../support/open-folder.ts';
import { send } from '../support/partner-client.ts';

const execute = promisify(execFile);
const MEGABYTE = 1e6;

type Packed = {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { path: string }[];
};

let folder: string;
/** The server and the client. */
let packed: Readonly<Record<string, Packed>>;
beforeAll(async () => {
  folder = await openFolder('package');
  const { stdout } = await execute('npm', [
    ...['pack', '--json', '--workspaces', '--include-workspace-root'],
    ...['--pack-destination', folder],
  ]);
  packed = Object.fromEntries((JSON.parse(stdout) as Packed[]).map((one) => [one.name, one]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the server’s package holds the built program with what it reads, and nothing that only developers need', () => {
  const { files, size } = packed.waybill as Packed;
  const paths = files.map((file) => file.path);
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(paths).toEqual(
    expect.arrayContaining([
      ...[bin.waybill, 'dist/server/cli.js', 'dist/web/manifest.json', 'config.example.env', 'LICENSE'],
      // What is bundled is given on, and its licences with it.
      ...['dist/server/licences.md', 'dist/web/licences.md'],
      ...['docs/guide/operations.md', 'ops/alerts.yaml', 'ops/waybill@.service', 'examples/webhook-receiver.mjs'],
    ]),
  );
  for (const place of ['migrations/', 'data/markets/', 'data/rate-cards/', 'data/land/'])
    expect(paths.some((file) => file.startsWith(place))).toBe(true);
  const idle =
    /\.(ts|tsx|tsbuildinfo)$|(?<!^dist\/server\/[\w-]+\.js)\.map$|\.test\.|^(src|web|test|bench|tools|clients)\/|\/\./;
  expect(paths.filter((file) => idle.test(file))).toEqual([]);
  expect(size).toBeLessThan(5 * MEGABYTE);
});

test('what is bundled is bundled for good: it is listed with its licence, and nobody installs it once more', async () => {
  const pages = await Promise.all(['server', 'web'].map((part) => readFile(`dist/${part}/licences.md`, 'utf8')));
  const bundled = pages.flatMap((page) => [...page.matchAll(/^## (\S+) - (\d\S*) \(/gm)]);
  expect(bundled.length).toBeGreaterThan(100);
  const listed = await readFile('docs/licences.md', 'utf8');
  expect(bundled.filter(([, name, version]) => !listed.includes(`\n| ${name} | ${version} | `))).toEqual([]);
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(bundled.filter(([, name]) => name !== undefined && name in dependencies)).toEqual([]);
});

test('operations.md installs it by its name, and takes the unit from it', async () => {
  const { files, filename } = packed.waybill as Packed;
  const page = await readFile('docs/guide/operations.md', 'utf8');
  expect(page).toContain(`npm install --prefix /opt/waybill ${filename}\n`);
  const [, unit] = /^cp \/opt\/waybill\/node_modules\/waybill\/(\S+) /m.exec(page) ?? [];
  expect(files.map((file) => file.path)).toContain(unit);
});

test('installed in an empty folder, the sandbox starts there, takes an order by the client, and stops', {
  timeout: 180_000,
}, async () => {
  const home = path.join(folder, 'empty');
  await mkdir(home);
  const tarballs = Object.values(packed).map(({ filename }) => path.join(folder, filename));
  // npm hands the settings of this project down to what it runs; an empty folder has none of them.
  const { npm_config_engine_strict: _ours, ...env } = process.env;
  await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: home, env });
  const program = spawn('npx', ['waybill', 'start'], {
    cwd: home,
    env: { ...env, WAYBILL_PORT: '0' },
    detached: true,
  });
  try {
    const port = await portOf(program);
    const [, orderId, total] = /^(\d{19}) ([\d.]+) https:/.exec(await placeAsPrinted(home, port)) ?? [];
    expect([orderId, total]).not.toContain(undefined);
    const ca = await readFile(path.join(home, '.waybill', 'tls', 'ca.pem'), 'utf8');
    for (const page of ['/', '/driver', '/portal', '/docs/openapi.json'])
      expect((await send({ port, ca }, { path: page })).status).toBe(200);
  } finally {
    // As Ctrl-C in a terminal does, to all of it.
    process.kill(-(program.pid as number), 'SIGINT');
  }
  await once(program, 'close');
});

/** What the first block of the client's README prints, which is run as it stands. */
async function placeAsPrinted(home: string, port: number): Promise<string> {
  const [, block = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('clients/node/README.md', 'utf8')) ?? [];
  await writeFile(path.join(home, 'first-order.mjs'), block.replace(':8443', `:${port}`));
  const { apiKey, apiSecret } = JSON.parse(await readFile(path.join(home, '.waybill', 'demo-partner.json'), 'utf8'));
  const env = { WAYBILL_KEY: apiKey, WAYBILL_SECRET: apiSecret, NODE_EXTRA_CA_CERTS: '.waybill/tls/ca.pem' };
  return (await execute(process.execPath, ['first-order.mjs'], { cwd: home, env })).stdout;
}

/** Once it says that it is ready. */
async function portOf(program: ChildProcess): Promise<number> {
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/^ready/m);
  return Number(/Start page\s+https:\/\/localhost:(\d+)/.exec(said)?.[1]);
}
