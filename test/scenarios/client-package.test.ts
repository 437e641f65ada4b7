import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleClient } from '../support/client-bundle.ts';
import { openFolder } from '../support/open-folder.ts';
import { createWorld, type World } from '../support/world.ts';

const KIB = 1024;
const README = 'clients/node/README.md';

let world: World;
let folder: string;
let packed: { readonly filename: string; readonly size: number; readonly files: readonly { readonly path: string }[] };
/** A project that has installed nothing but the packed client. */
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { markets: ['HK'], creditMinor: 1_000_000n } });
  folder = await openFolder('client');
  const answer = await run(
    'npm',
    ['pack', '--workspace', 'clients/node', '--json', '--pack-destination', folder],
    process.cwd(),
  );
  [packed] = JSON.parse(answer.slice(answer.indexOf('['))) as [typeof packed];
  const home = path.join(folder, 'node_modules/@waybill/client');
  await mkdir(home, { recursive: true });
  await run('tar', ['xzf', path.join(folder, packed.filename), '--strip-components', '1', '-C', home], folder);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'ca.pem'), world.ca);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } };
  return (await promisify(execFile)(command, args, options).catch(tellWhy)).stdout;
}

/** The compiler speaks of its faults where programs speak of their results. */
function tellWhy({ message, stdout }: Error & { stdout?: string }): never {
  throw new Error(`${message}\n${stdout}`);
}

test('the package holds the built client and its types, and is tiny', () => {
  const names = packed.files.map(({ path: name }) => name);
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']));
  expect(
    names.filter((name) => !/^(LICENSE|README\.md|package\.json|dist\/[a-z-]+(\.d\.ts|\.js))$/.test(name)),
  ).toEqual([]);
  expect(packed.size).toBeLessThan(32 * KIB);
});

test('the guide names what is to be installed', async () => {
  const { name } = JSON.parse(await readFile(path.join(folder, 'node_modules/@waybill/client/package.json'), 'utf8'));
  expect(await readFile('docs/guide/client.md', 'utf8')).toContain(`\nnpm install ${name}\n`);
});

test('in a page it weighs less than 13 KiB, packed less than 6', async () => {
  const bundle = await bundleClient();
  expect(bundle.length).toBeLessThan(13 * KIB);
  expect(gzipSync(bundle).length).toBeLessThan(6 * KIB);
});

test('the first order of its README is placed by it, alone', async () => {
  const [, snippet = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(README, 'utf8')) ?? [];
  await writeFile(path.join(folder, 'order.js'), snippet.replace('8443', String(world.port)));
  const { apiKey, apiSecret } = world.partner;
  const env = { NODE_EXTRA_CA_CERTS: 'ca.pem', WAYBILL_KEY: apiKey, WAYBILL_SECRET: apiSecret };
  const said = await run(process.execPath, ['order.js'], folder, env);
  expect(said).toMatch(/^\d{19} \d+ https:\/\/localhost:\d+\/track\/\S+\n$/);
});

test('its types hold by themselves, in a strict project that checks what it installs', async () => {
  await writeFile(path.join(folder, 'typed.ts'), TYPED);
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom'];
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...options, '--module', 'nodenext', '--types', '', 'typed.ts'], folder);
});

const TYPED = `
import { createClient, type LoggedEvent, verifyWebhook, WaybillError } from '@waybill/client';

const client = createClient({ apiKey: 'pk', apiSecret: 'sk', market: 'HK', baseUrl: 'https://localhost:8443' });
export async function walk(signal: AbortSignal | undefined, body: Uint8Array, headers: Record<string, string>) {
  const seen: LoggedEvent[] = [];
  for await (const event of client.events.list({}, { signal })) seen.push(event);
  const event = await verifyWebhook({ body, headers, webhookSecret: 'whsec_' });
  switch (event?.eventType) {
    case undefined:
      return;
    case 'WALLET_BALANCE_CHANGED':
      return event.data.balance.amount.padStart(9);
    case 'DRIVER_ASSIGNED':
      return event.data.driver.plateNumber;
    default:
      // @ts-expect-error: none of the others has a balance alone
      return event?.data.balance.amount;
  }
}
export function decide(error: WaybillError) {
  if (error.is('ERR_INSUFFICIENT_CREDIT')) return error.code satisfies 'ERR_INSUFFICIENT_CREDIT';
  if (error.is('NO_ANSWER')) return error.status;
  // @ts-expect-error: there is no such code
  return error.is('ERR_NO_SUCH_CODE');
}
// @ts-expect-error: an id of 19 digits does not fit into a number
client.orders.get(1586470163640590592);
`;
