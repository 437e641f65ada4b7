import { type ChildProcessWithoutNullStreams, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { standardHeaders } from '../../src/webhooks/rules/envelope.ts';
import { freePort } from '../support/free-port.ts';
import { openDataFolder } from '../support/open-folder.ts';
import { call, sign } from '../support/partner-client.ts';
import { prepareData } from '../support/prepared-data.ts';
import { type Program, runCommand, runProgram, saidBy } from '../support/program.ts';

const STORY = [
  /^Quoted {6}\d+ HKD for \d+ m$/,
  /^Placed {6}order \d{19}, ASSIGNING_DRIVER$/,
  /^Happened {4}DRIVER_ACCEPT: ON_GOING$/,
  /^Happened {4}DRIVER_PICK_UP: PICKED_UP$/,
  /^Happened {4}DRIVER_DROP_OFF: COMPLETED$/,
  /^Found {7}order \d{19} by its reference EXAMPLE-/,
  /^Quoted /,
  /^Placed /,
  /^Cancelled {3}order \d{19}, CANCELED$/,
];

let folder: string;
let data: string;
let program: Program;
let port: number;
let ca: string;
// biome-ignore lint/suspicious/noExplicitAny: what the command printed
let partner: any;
/** For an example as a partner of its own, who may call as often as it likes. */
let own: Record<string, string>;

beforeAll(async () => {
  folder = await openDataFolder('examples');
  data = path.join(folder, '.waybill');
  await prepareData(data);
  port = await freePort();
  program = runProgram({ args: ['start'], env: { WAYBILL_PORT: String(port) }, cwd: folder });
  await program.ready();
  ca = await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8');
  const terms = ['--market', 'HK', '--platform', 'ON_DEMAND,PLUS', '--credit', '5000', '--raise-limits', '1000'];
  partner = JSON.parse(await saidBy(waybill('partner', 'create', '--name', 'Examples', ...terms, '--json')));
  own = {
    WAYBILL_KEY: partner.apiKey,
    WAYBILL_SECRET: partner.apiSecret,
    WAYBILL_WEBHOOK_SECRET: partner.webhookSecret,
    WAYBILL_CA: '.waybill/tls/ca.pem',
  };
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(folder, { recursive: true, force: true });
});

const waybill = (...args: string[]) => runCommand(args, { WAYBILL_DATA: data });

type Variables = Readonly<Record<string, string | undefined>>;

/** What an example prints, which has to succeed. */
async function run(interpreter: string, args: readonly string[], env: Variables): Promise<string[]> {
  const { stdout, stderr } = await promisify(execFile)(interpreter, args.map(inExamples), environment(env));
  expect(stderr).toBe('');
  return stdout.split('\n').slice(0, -1);
}

const inExamples = (arg: string) => (/\.(sh|mjs|py|php)$/.test(arg) ? path.resolve('examples', arg) : arg);
const environment = (env: Variables) => ({
  cwd: folder,
  env: { PATH: process.env.PATH, WAYBILL_URL: `https://localhost:${port}`, ...env },
});

function insistOn(interpreter: string, { skip }: TestContext): void {
  if (!isHere(interpreter)) skip(`there is no ${interpreter} here`);
}

const isHere = (interpreter: string) => spawnSync(interpreter, ['--version']).error === undefined;

const FIRST_ORDERS = [
  ['sh', 'first-order.sh'],
  ['node', 'first-order.mjs'],
  ['node', 'first-order-client.mjs'],
  ['python3', 'first-order.py'],
  ['php', 'first-order.php'],
] as const;

describe.each(FIRST_ORDERS)('%s %s', (interpreter, file) => {
  test('tells the whole story of an order, and leaves the drivers as they were', async (context) => {
    insistOn(interpreter, context);
    const simulation = async () =>
      (await call({ port, ca }, partner, Date.now(), 'GET', '/sandbox/v1/simulation')).json.data;
    const before = await simulation();
    const lines = await run(interpreter, [file], own);
    expect(lines).toEqual(STORY.map((line) => expect.stringMatching(line)));
    expect(await simulation()).toEqual(before);
  });

  test('ends with the API’s own sentence and a fault where a call is refused', async (context) => {
    insistOn(interpreter, context);
    const refused = await run(interpreter, [file], { ...own, WAYBILL_SECRET: 'sk_test_wrong' }).catch((error) => error);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('ERR_UNAUTHORIZED');
  });
});

const AS_DEMO_PARTNER = { WAYBILL_URL: undefined };

test('without a word in the environment the demo partner of the folder calls; one after the other they wait where they are too quick', async () => {
  for (const [interpreter, file] of FIRST_ORDERS.filter(([name]) => isHere(name)))
    expect(await run(interpreter, [file], AS_DEMO_PARTNER), file).toHaveLength(STORY.length);
  const parcel = await run('node', ['parcel-with-label.mjs', 'parcel.pdf'], AS_DEMO_PARTNER);
  expect(parcel).toHaveLength(2);
});

test('where there is no sandbox, each says so and what to do', async () => {
  const elsewhere = path.join(folder, 'elsewhere');
  await mkdir(elsewhere);
  const tried = [
    ...FIRST_ORDERS,
    ['node', 'parcel-with-label.mjs'],
    ['node', 'webhook-receiver.mjs'],
    ['python3', 'webhook-receiver.py'],
  ] as const;
  for (const [interpreter, file] of tried.filter(([name]) => isHere(name))) {
    const alone = { cwd: elsewhere, env: { PATH: process.env.PATH } };
    const { code, stderr } = await promisify(execFile)(interpreter, [inExamples(file)], alone).catch((error) => error);
    expect([file, code, stderr]).toEqual([
      file,
      1,
      expect.stringMatching(
        /^There is no \.waybill\/demo-partner\.json here\. Start the sandbox in this folder, or .*\.\n$/,
      ),
    ]);
  }
});

test('where nobody answers, each says so and where it asked', async () => {
  const url = `https://localhost:${await freePort()}`;
  const asked = [...FIRST_ORDERS, ['node', 'parcel-with-label.mjs'] as const].filter(([name]) => isHere(name));
  const failed = await Promise.all(
    asked.map(([interpreter, file]) => run(interpreter, [file], { ...own, WAYBILL_URL: url }).catch((error) => error)),
  );
  for (const [index, { code, stderr }] of failed.entries()) {
    expect([asked[index], code]).toEqual([asked[index], 1]);
    expect(stderr).toContain(`${url} gave no answer`);
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
  }
});

test('a parcel is placed, and its label saved', async () => {
  const lines = await run('node', ['parcel-with-label.mjs', 'parcel.pdf'], own);
  expect(lines).toEqual([
    expect.stringMatching(/^Placed {6}parcel \d{19} for [-\dT:.]+Z, IN_PROGRESS$/),
    expect.stringMatching(/^Saved {7}its label in parcel.pdf, \d{4,} bytes of PDF$/),
  ]);
  expect(await readFile(path.join(folder, 'parcel.pdf'), 'latin1')).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/);
});

describe.each([
  ['node', (at: number) => ['webhook-receiver.mjs', String(at)]],
  ['python3', (at: number) => ['webhook-receiver.py', String(at)]],
  ['php', (at: number) => ['-S', `localhost:${at}`, 'webhook-receiver.php']],
] as const)('the receiver in %s', (interpreter, argsOf) => {
  let receiver: ChildProcessWithoutNullStreams | undefined;
  afterAll(() => {
    receiver?.kill();
  });

  test('takes what is pushed, and refuses what only one of the two signatures vouches for', async (context) => {
    insistOn(interpreter, context);
    const at = await freePort();
    const url = `http://localhost:${at}/hooks`;
    receiver = spawn(interpreter, argsOf(at).map(inExamples), environment(own));
    let heard = '';
    for (const stream of [receiver.stdout, receiver.stderr])
      stream.on('data', (chunk) => {
        heard += chunk;
      });
    await Promise.race([once(receiver.stdout, 'data'), once(receiver.stderr, 'data')]);
    const body = JSON.stringify({ data: { url } });
    expect((await call({ port, ca }, partner, Date.now(), 'PATCH', '/v3/webhook', { body })).json.data).toEqual({
      url,
    });
    const fund = ['partner', 'fund', '--partner', partner.partnerId, '--market', 'HK', '--amount', '1'];
    await saidBy(waybill(...fund));
    await expect.poll(() => heard).toMatch(/^WALLET_BALANCE_CHANGED \{"balance":/m);
    expect(heard).toContain('asked whether anybody is here: yes\n');

    const push = async (webhookSecret: string, apiSecret: string) => {
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = sign(apiSecret, seconds, 'POST', '/hooks', '{"a":1}');
      const text = `{"timestamp":${seconds},"signature":"${signature}","eventType":"MADE_UP","data":{"a":1}}`;
      const headers = standardHeaders('1', Date.now(), text, [webhookSecret]);
      return (await fetch(url, { method: 'POST', body: text, headers })).status;
    };
    const { webhookSecret, apiSecret } = partner;
    expect(await push(webhookSecret, apiSecret)).toBe(200);
    expect(await push(`whsec_${Buffer.alloc(32).toString('base64')}`, apiSecret)).toBe(401);
    expect(await push(webhookSecret, 'sk_test_wrong')).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{"eventType":"UNSIGNED"}' })).status).toBe(401);
    expect([heard.match(/MADE_UP/g), heard.match(/UNSIGNED/g)]).toEqual([['MADE_UP'], null]);
  });
});

test('every example has its line in the README of the folder, and what examples.md of the guide runs is there', async () => {
  const readme = await readFile('examples/README.md', 'utf8');
  const files = (await readdir('examples')).filter((name) => name !== 'README.md');
  expect(files.filter((name) => !readme.includes(`](${name})`))).toEqual([]);
  const page = await readFile('docs/guide/examples.md', 'utf8');
  const named = [...page.matchAll(/examples\/([\w.-]+\.\w+)/g)].map(([, name]) => name as string);
  expect(named.filter((name) => !files.includes(name))).toEqual([]);
  const shown = /```text\n([^`]*)```/.exec(page)?.[1]?.trimEnd().split('\n');
  expect(shown).toEqual(STORY.map((line) => expect.stringMatching(line)));
});
