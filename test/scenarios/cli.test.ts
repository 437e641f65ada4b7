import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { openDataFolder } from '../support/open-folder.ts';
import { call, sign } from '../support/partner-client.ts';
import { prepareData } from '../support/prepared-data.ts';
import { type Program, runCommand, runProgram, saidBy } from '../support/program.ts';
import { answers, eventually, startReceiver } from '../support/webhook-receiver.ts';

let data: string;
let program: Program;
let port: number;
let ca: string;

beforeAll(async () => {
  data = path.join(await openDataFolder('cli'), 'data');
  await prepareData(data);
  program = runProgram({ args: ['start'], env: { WAYBILL_DATA: data, WAYBILL_PORT: '0' } });
  ({ port } = await program.ready());
  ca = await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8');
});
afterAll(async () => {
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(path.dirname(data), { recursive: true, force: true });
});

const waybill = (...args: string[]) => runCommand(args, { WAYBILL_DATA: data });
const json = async (...args: string[]) => JSON.parse(await saidBy(waybill(...args, '--json')));
const status = async (credentials: { apiKey: string; apiSecret: string }, market = 'HK') =>
  (await call({ port, ca }, credentials, Date.now(), 'GET', '/v3/cities', { market })).status;

test('partner create prints what surface and partner need, and the key works at once', async () => {
  const partner = await json(
    'partner',
    'create',
    '--name',
    'Acme',
    '--market',
    'HK,SG',
    '--credit',
    '5000',
    '--raise-limits',
    '10',
  );
  expect(partner).toEqual({
    partnerId: expect.stringMatching(/^\d{19}$/),
    name: 'Acme',
    markets: ['HK', 'SG'],
    platforms: ['ON_DEMAND'],
    apiKey: expect.stringMatching(/^pk_test_[0-9a-f]{32}$/),
    apiSecret: expect.stringMatching(/^sk_test_[\w-]{43}$/),
    webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  expect(await status(partner)).toBe(200);
  expect(await status(partner, 'TH')).toBe(422);
  const funded = await json('partner', 'fund', '--partner', partner.partnerId, '--market', 'SG', '--amount', '0.5');
  expect(funded).toEqual({ partnerId: partner.partnerId, currency: 'SGD', balance: '5000.5', alreadyBooked: false });
});

test('partner fund books a reference once: again it says so, with another amount it is refused', async () => {
  const { partnerId } = await json('partner', 'create', '--name', 'Payer', '--market', 'HK');
  const fund = (amount: string, reference: string) =>
    waybill(
      ...['partner', 'fund', '--partner', partnerId, '--market', 'HK'],
      ...['--amount', amount, '--reference', reference],
    );
  expect(await fund('500', 'INV-7')).toMatchObject({ code: 0, output: 'The wallet holds 500 HKD now.\n' });
  expect(await fund('500', ' INV-7 ')).toMatchObject({
    code: 0,
    output: 'This was booked before under the same reference. Nothing was booked now.\nThe wallet holds 500 HKD now.\n',
  });
  expect(await fund('501', 'INV-7')).toMatchObject({
    code: 1,
    output: '',
    errors: 'Under this reference 500 HKD are booked already, not 501 HKD. Nothing was booked now.\n',
  });
});

test('partner webhook-secret shows the secret, and makes a new one when asked to', async () => {
  const partner = await json('partner', 'create', '--name', 'Listener', '--market', 'HK');
  const secret = (...further: string[]) =>
    json('partner', 'webhook-secret', '--partner', partner.partnerId, ...further);
  expect(await secret()).toEqual({ partnerId: partner.partnerId, webhookSecret: partner.webhookSecret });
  const { webhookSecret } = await secret('--rotate');
  expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(webhookSecret).not.toBe(partner.webhookSecret);
  expect((await secret()).webhookSecret).toBe(webhookSecret);
  const unknown = await waybill('partner', 'webhook-secret', '--partner', '1234567890123456789');
  expect(unknown).toMatchObject({
    code: 1,
    errors: expect.stringContaining('There is no partner 1234567890123456789'),
  });
});

test('partner events shows what the partner has chosen to be told, and sets it', async () => {
  const { partnerId } = await json('partner', 'create', '--name', 'Chooser', '--market', 'HK');
  const chosen = await json(
    'partner',
    'events',
    '--partner',
    partnerId,
    '--choose',
    'pod_status_changed, ORDER_CREATED',
  );
  expect(chosen).toEqual({ partnerId, choices: ['ORDER_CREATED', 'POD_STATUS_CHANGED'] });
  const wrong = await waybill('partner', 'events', '--partner', partnerId, '--choose', 'ORDER_CREATED,DANCE');
  expect([wrong.code, wrong.errors]).toEqual([
    2,
    '"DANCE" cannot be chosen. What can be: ORDER_CREATED, POD_STATUS_CHANGED, PLUS_ORDER_STATUS_CHANGED.\n',
  ]);
  const { output } = await waybill('partner', 'events', '--partner', partnerId);
  expect(output).toBe('told      ORDER_CREATED\ntold      POD_STATUS_CHANGED\nnot told  PLUS_ORDER_STATUS_CHANGED\n');
  expect(await json('partner', 'events', '--partner', partnerId, '--choose', '')).toEqual({ partnerId, choices: [] });
});

test('keys are issued, changed, suspended, resumed and revoked', async () => {
  const partner = await json('partner', 'create', '--name', 'Rotating', '--market', 'HK');
  const next = await json('partner', 'key', '--partner', partner.partnerId);
  expect([await status(partner), await status(next)]).toEqual([200, 200]);
  const third = await waybill('partner', 'key', '--partner', partner.partnerId);
  expect([third.code, third.errors]).toEqual([1, expect.stringContaining('has two keys already')]);
  await json('partner', 'key', '--suspend', partner.apiKey);
  expect(await status(partner)).toBe(403);
  await json('partner', 'key', '--resume', partner.apiKey);
  expect(await status(partner)).toBe(200);
  await json('partner', 'key', '--change', next.apiKey, '--allow', '203.0.113.0/24');
  expect(await status(next)).toBe(403);
  await json('partner', 'key', '--change', next.apiKey, '--allow', 'any');
  expect(await status(next)).toBe(200);
  await json('partner', 'key', '--revoke', partner.apiKey);
  expect(await status(partner)).toBe(401);
  const gone = await waybill('partner', 'key', '--revoke', partner.apiKey);
  expect([gone.code, gone.errors]).toEqual([
    1,
    `There is no living key ${partner.apiKey}. See: waybill partner list\n`,
  ]);
  const listed = await json('partner', 'list');
  const keys = listed.find(({ partnerId }: { partnerId: string }) => partnerId === partner.partnerId).keys;
  expect(keys.map(({ status: keyStatus }: { status: string }) => keyStatus)).toEqual(['active', 'revoked']);
  expect(JSON.stringify(listed)).not.toContain('sk_test_');
});

test.each([
  [['partner', 'create', '--name', 'X', '--market', 'ZZ'], 1, 'There is no market ZZ.'],
  [['partner', 'create', '--name', 'X'], 2, 'Say for which markets'],
  [['partner', 'create', '--name', 'X', '--market', ','], 2, 'Say for which markets'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--allow', 'fe80::1%eth0'], 1, 'is not an address'],
  [['partner', 'list', '--before', 'abc'], 2, '19 digits'],
  [['partner', 'fund', '--partner', '9999999999999999999', '--market', 'HK', '--amount', '5'], 2, '19 digits'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--credit', '5.5'], 1, 'in HK it must be a whole number'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--credit', '-5'], 1, 'is not an amount'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--allow', 'here'], 1, '"here" is not an address'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--allow', ''], 2, 'at least one address, or any for all'],
  [['partner', 'create', '--market', 'HK'], 2, '--name'],
  [['partner', 'create', '--name', '', '--market', 'HK'], 2, '1 to 200 characters'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--platform', 'MINUS'], 2, 'ON_DEMAND, PLUS'],
  [['partner', 'create', '--name', 'X', '--market', 'HK', '--raise-limits', '0'], 2, 'from 1 to 100000'],
  [
    ['partner', 'fund', '--partner', '1571354659422392320', '--market', 'HK', '--amount', '5'],
    1,
    'There is no partner',
  ],
  [
    ['partner', 'fund', '--partner', '1571354659422392320', '--market', 'HK', '--amount', '5', '--reference', ' '],
    2,
    '1 to 100 characters in one line',
  ],
  [['partner', 'fund', '--partner', '12', '--market', 'HK', '--amount', '5'], 2, '19 digits'],
  [['partner', 'events', '--partner', '1571354659422392320'], 1, 'There is no partner 1571354659422392320'],
  [['partner', 'key'], 2, 'Say one thing to do'],
  [['market', 'import', '/nowhere.json'], 1, '/nowhere.json cannot be read: there is no such file.\n'],
  [['market', 'import', '/'], 1, '/ cannot be read: it is a folder.\n'],
  [['dance'], 2, "unknown command 'dance'\nSee: waybill --help\n"],
  [['help', 'dance'], 2, "unknown command 'dance'\nSee: waybill --help\n"],
  [['help', 'partner', 'dance'], 2, "unknown command 'dance'\nSee: waybill partner --help\n"],
  [['partner', 'help', 'dance'], 2, "unknown command 'dance'\nSee: waybill partner --help\n"],
  [['partner', 'dance'], 2, "unknown command 'dance'\nSee: waybill partner --help\n"],
  [['partner', 'key', '--xyz'], 2, "unknown option '--xyz'\nSee: waybill partner key --help\n"],
  [['sign', 'GET', 'v3/cities'], 2, 'must begin with a slash'],
  [['sign', 'DANCE', '/v3/cities'], 2, 'It must be one of GET, POST, PUT, PATCH, DELETE.'],
  [['sign', 'GET', '/v3/cities', '--platform', 'FOO'], 2, 'It must be PLUS.'],
  [['sign', 'GET', '/v3/cities', '--market', 'Hong Kong'], 2, 'It must be a market such as HK.'],
  [['sign', 'GET', '/v3/cities', '--key', 'pk_test_1'], 2, 'A key and its secret go together'],
  [['sign', 'GET', '/v3/cities', '--url', 'localhost'], 2, '"localhost" is no address such as https://localhost:8443.'],
  [
    ['sign', 'POST', '/v3/orders', '--data', '@/nowhere.json'],
    1,
    '/nowhere.json cannot be read: there is no such file.\n',
  ],
  [['listen'], 2, '--to'],
  [['listen', '--to', 'ftp://localhost'], 2, 'It must be an address such as http://localhost:9000.'],
  [
    ['listen', '--to', 'http://localhost:9000', '--types', 'ORDER_CREATED,DANCE'],
    2,
    'DANCE is no type of events. It must be one of ORDER_CREATED, ORDER_STATUS_CHANGED, DRIVER_ASSIGNED, ',
  ],
  [['listen', '--to', 'http://localhost:9000', '--key', 'k', '--secret', 's'], 1, 'Give --webhook-secret'],
  [
    ['tail', '--url', 'https://127.0.0.1:1'],
    1,
    'Nobody answers at https://127.0.0.1:1. Start it, or name another address with --url.',
  ],
  [['tail', '--from', 'yesterday'], 2, 'It must be the cursor of an event, 0 or now.'],
  [['tail', '--orders', '--events'], 2, 'cannot be used with option'],
])('%j is refused with exit code %d and a clear line', async (args, code, line) => {
  const result = await waybill(...args);
  expect([result.code, result.output]).toEqual([code, '']);
  expect(result.errors).toContain(line);
});

test('the version is said by the option and by the command', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  for (const asked of ['--version', 'version'])
    expect(await waybill(asked)).toEqual({ code: 0, output: `${version}\n`, errors: '' });
  expect(await json('version')).toEqual({ version });
});

test('the list of markets counts their cities', async () => {
  const { output } = await waybill('market', 'list');
  expect(output).toMatch(/^SG {2}Singapore {5}SGD {3}1 city {4}\S/m);
  expect(output).toMatch(/^MY .* \d+ cities {2}\S/m);
});

test('every command has help', async () => {
  for (const command of [
    [],
    ['start'],
    ['api'],
    ['worker'],
    ['migrate'],
    ['partner'],
    ['partner', 'key'],
    ['market', 'import'],
    ['evidence'],
    ['doctor'],
    ['sign'],
  ]) {
    const { code, output } = await waybill(...command, '--help');
    expect([command, code]).toEqual([command, 0]);
    expect(output).toContain('Usage: waybill');
    if (command.length !== 1) expect(await waybill('help', ...command)).toMatchObject({ code: 0, output });
  }
});

test.each([
  ['18.20.8', false],
  ['20.10.0', false],
  ['20.11.0', true],
  ['22.0.0', true],
])('with Node %s it runs: %s', async (version, runs) => {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  const result = await promisify(execFile)(process.execPath, [
    '--import',
    pretend,
    'bin/waybill.js',
    '--version',
  ]).catch((error) => error);
  expect([result.code ?? 0, result.stderr]).toEqual(
    runs ? [0, ''] : [1, `Waybill needs Node 20.11 or later. This is Node ${version}.\n`],
  );
});

test('the printed curl line works as it stands, and ends its answer with a new line', async () => {
  const { output } = await waybill('sign', 'GET', '/v3/cities', '--market', 'SG', '--url', `https://localhost:${port}`);
  const { stdout } = await promisify(execFile)('sh', ['-c', output]);
  expect(JSON.parse(stdout).data[0].locode).toBe('SG SIN');
  expect(stdout).toMatch(/\}\n$/);
});

test('the printed curl line names no authority where the program has none of its own', async () => {
  const { output } = await runCommand(['sign', 'GET', '/v3/cities'], {
    WAYBILL_DATA: path.join(data, 'none'),
    WAYBILL_KEY: 'pk_test_1',
    WAYBILL_SECRET: 'sk_test_1',
  });
  expect(output).toMatch(/^curl -sS -w '\\n' -X GET 'https:\/\/localhost:8443\/v3\/cities' /);
});

test('who calls as nobody is told of the folder too, which a terminal beside the sandbox may not know', async () => {
  const { code, errors } = await runCommand(['sign', 'GET', '/v3/cities'], { WAYBILL_DATA: path.join(data, 'none') });
  expect([code, errors]).toEqual([
    1,
    'Give --key and --secret, or start the sandbox once so that there is a demo partner. If it was started with WAYBILL_DATA, this command needs that too.\n',
  ]);
});

describe('a partner’s own developer', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what the command printed
  let partner: any;
  let env: Record<string, string>;
  beforeAll(async () => {
    const terms = ['--market', 'HK', '--credit', '5000', '--raise-limits', '1000'];
    partner = await json('partner', 'create', '--name', 'Developer', ...terms);
    env = {
      WAYBILL_DATA: path.join(data, 'none'),
      WAYBILL_KEY: partner.apiKey,
      WAYBILL_SECRET: partner.apiSecret,
      WAYBILL_WEBHOOK_SECRET: partner.webhookSecret,
      WAYBILL_URL: `https://localhost:${port}`,
      WAYBILL_CA: path.join(data, 'tls', 'ca.pem'),
    };
  });
  const ask = async (method: string, asked: string, body?: object) => {
    const options = body === undefined ? {} : { body: JSON.stringify({ data: body }) };
    return (await call({ port, ca }, partner, Date.now(), method, asked, options)).json;
  };
  const allEvents = async () => (await ask('GET', '/v3/events?limit=200')).data;
  const placeOrder = async (): Promise<string> => {
    const stops = ['Central, Hong Kong', 'Mong Kok, Hong Kong'].map((address) => ({ address }));
    const quotation = await ask('POST', '/v3/quotations', { serviceType: 'MOTORCYCLE', language: 'en_HK', stops });
    const [sender, ...recipients] = ['+85256847123', '+85256847124'].map((phone) => ({ name: 'Ada', phone }));
    const { quotationId } = quotation.data;
    return (await ask('POST', '/v3/orders', { quotationId, sender, recipients })).data.orderId;
  };

  test('signs with what the environment names, also a body that comes by the standard input', async () => {
    const stdin = `printf '{"data":{"drivers":"MANUAL"}}' | '${process.execPath}' bin/waybill.js`;
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${stdin} sign put /sandbox/v1/simulation --data @- | sh`],
      {
        env: { PATH: process.env.PATH, ...env },
      },
    );
    expect(JSON.parse(stdout).data.drivers).toBe('MANUAL');
    const file = path.join(data, 'body.json');
    await writeFile(file, '{"data":1}');
    const signed = await runCommand(['sign', 'POST', '/v3/orders', '--data', `@${file}`, '--json'], env);
    expect(JSON.parse(signed.output)).toMatchObject({
      method: 'POST',
      url: `https://localhost:${port}/v3/orders`,
      headers: { Authorization: expect.stringContaining(`hmac ${partner.apiKey}:`), Market: 'HK' },
      body: '{"data":1}',
    });
  });

  test('hears events at a local address as a registered one would, in order and each once, whatever it answers first', async () => {
    const receiver = await startReceiver();
    let pushes = 0;
    receiver.behave((push, answer, socket) => {
      pushes += 1;
      const turns = [answers.closeEarly, answers.status(500)];
      return (turns[pushes - 1] ?? answers.status(200))(push, answer, socket);
    });
    const orderId = await placeOrder();
    await ask('DELETE', `/v3/orders/${orderId}`);
    const listening = runProgram({ args: ['listen', '--to', receiver.url, '--from', '0'], env });
    const events = await allEvents();
    await eventually(() => listening.output().split('\n').length > events.length + 2);
    listening.child.kill('SIGINT');
    expect(await listening.ended).toBe(0);
    const reached = events.at(-1).cursor;
    expect(listening.errors()).toMatch(
      new RegExp(`Stopped. To go on from here: waybill listen .* --from ${reached}\n$`),
    );
    expect(listening.output().split('\n').slice(0, 2)).toEqual([
      expect.stringContaining('The receiver closed the connection before it answered. Again in 1 s.'),
      expect.stringMatching(/ 500 {2}\d+ ms {2}The receiver answered 500. Again in 2 s.$/),
    ]);
    for (const [index, { body, headers, json: pushed }] of receiver.taken().entries()) {
      new Webhook(partner.webhookSecret).verify(body, headers);
      const dataText = body.slice(body.indexOf('"data":') + '"data":'.length, -1);
      expect(pushed).toMatchObject({
        apiKey: partner.apiKey,
        eventType: events[index].eventType,
        signature: sign(partner.apiSecret, pushed.timestamp, 'POST', '/hooks', dataText),
        data: events[index].data,
      });
    }
    // biome-ignore lint/suspicious/noExplicitAny: an event as the API shows it
    expect(new Set(events.map(({ delivery }: any) => delivery.status))).toEqual(new Set(['SKIPPED']));
    await receiver.stop();
  });

  test('sees orders and events as they happen, in lines and as JSON', async () => {
    const order = await placeOrder();
    const { cursor } = (await allEvents()).at(-1);
    const events = runProgram({ args: ['tail', '--order', order], env });
    const orders = runProgram({ args: ['tail', '--orders', '--json', '--from', cursor], env });
    await eventually(() => events.errors().includes('Ctrl-C ends it.'));
    await ask('DELETE', `/v3/orders/${order}`);
    await eventually(() => events.output().includes('\n') && orders.output().includes('\n'));
    for (const { child } of [events, orders]) child.kill('SIGTERM');
    expect([await events.ended, await orders.ended]).toEqual([0, 0]);
    expect(events.output()).toMatch(
      new RegExp(`^[-\\d]+ [:\\d]+Z  ORDER_STATUS_CHANGED    ${order}  ASSIGNING_DRIVER → CANCELED\n$`),
    );
    expect(JSON.parse(orders.output())).toMatchObject({
      orderId: order,
      previousStatus: 'ASSIGNING_DRIVER',
      status: 'CANCELED',
    });
  });
});

test('market data is exported, changed, imported and reset', async () => {
  const { output } = await waybill('market', 'export', 'SG');
  const document = JSON.parse(output);
  const file = path.join(data, 'sg.json');
  await writeFile(file, JSON.stringify({ ...document, cities: [{ ...document.cities[0], name: 'Lion City' }] }));
  expect(await json('market', 'import', file)).toEqual({ market: 'SG', version: 1, unpriced: [] });
  const partner = JSON.parse(await readFile(path.join(data, 'demo-partner.json'), 'utf8'));
  const cityName = async () =>
    (await call({ port, ca }, partner, Date.now(), 'GET', '/v3/cities', { market: 'SG' })).json.data[0].name;
  await expect.poll(cityName).toBe('Lion City');
  await json('market', 'reset', 'SG');
  await expect.poll(cityName).toBe('Singapore');
  await writeFile(file, JSON.stringify({ ...document, cities: [document.cities[0], document.cities[0]] }));
  const refused = await waybill('market', 'import', file);
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining('/cities/0/locode SG SIN stands here more than once'),
  ]);
});

test('a market of one’s own is told what has no price there yet, and how cities are written', async () => {
  const { output } = await waybill('market', 'export', 'SG');
  const document = JSON.parse(output);
  const [city] = document.cities;
  const file = path.join(data, 'np.json');
  const cities = [{ ...city, locode: 'NP KTM', name: 'Kathmandu', services: ['COURIER', 'VAN'] }];
  await writeFile(file, JSON.stringify({ ...document, market: 'NP', currency: 'NPR', cities }));
  expect(await waybill('market', 'import', file)).toEqual({
    code: 0,
    output:
      'NP is at version 1 now.\nNot sold in NP KTM until they have a price: COURIER, VAN. See: waybill rates draft --help\n',
    errors: '',
  });
  const none = await waybill('rates', 'export', '--city', 'NP KTM', '--service', 'VAN');
  expect([none.code, none.errors]).toEqual([
    1,
    'VAN in NP KTM has no price. Begin with the card of another city or service, and draft it here. See: waybill rates draft --help\n',
  ]);
  const card = path.join(data, 'np-van.json');
  await writeFile(card, (await waybill('rates', 'export', '--city', 'SG SIN', '--service', 'VAN')).output);
  const van = ['--city', 'NP KTM', '--service', 'VAN'];
  await json('rates', 'draft', card, ...van);
  const unpriced = async () => (await json('market', 'import', file)).unpriced;
  expect(await unpriced()).toHaveLength(2);
  await json('rates', 'publish', ...van, '--version', '1');
  expect(await unpriced()).toEqual([{ city: 'NP KTM', service: 'COURIER' }]);
  const mistyped = await waybill('rates', 'list', '--city', 'kathmandu', '--service', 'VAN');
  expect([mistyped.code, mistyped.errors]).toEqual([1, 'There is no city kathmandu. Write it as "NP KTM".\n']);
  await waybill('market', 'reset', 'NP');
});

test('a draft that does not fit what its service offers by now is not published, and says why', async () => {
  const card = ['--city', 'MY KUL', '--service', 'CAR'];
  const [cardFile, marketFile] = [path.join(data, 'my-card.json'), path.join(data, 'my.json')];
  await writeFile(cardFile, (await waybill('rates', 'export', ...card)).output);
  const { version } = await json('rates', 'draft', cardFile, ...card);
  const market = JSON.parse((await waybill('market', 'export', 'MY')).output);
  market.specialRequests.PIANO = { description: 'A piano' };
  market.services.CAR.specialRequests.push('PIANO');
  await writeFile(marketFile, JSON.stringify(market));
  await json('market', 'import', marketFile);
  const { code, errors } = await waybill('rates', 'publish', ...card, '--version', String(version));
  const because = '/specialRequests/PIANO is missing. Make a new draft from it.';
  expect([code, errors]).toEqual([
    1,
    expect.stringContaining(`Version ${version} does not fit what CAR in MY KUL offers by now: ${because}`),
  ]);
  expect(errors).toContain('See: waybill rates export');
  expect(await json('rates', 'list', ...card)).toContainEqual({ version, state: 'draft', holdsFrom: null });
});

test('a rate card is exported, drafted, tried on past quotations, published and used', async () => {
  const partner = JSON.parse(await readFile(path.join(data, 'demo-partner.json'), 'utf8'));
  const quote = async () => {
    const stops = ['Central, Hong Kong', 'Mong Kok, Hong Kong'].map((address) => ({ address }));
    const body = JSON.stringify({ data: { serviceType: 'TRUCK330', language: 'en_HK', stops } });
    const answer = await call({ port, ca }, partner, Date.now(), 'POST', '/v3/quotations', { body });
    return Number(answer.json.data.priceBreakdown.base);
  };
  const card = ['--city', 'hk hkg', '--service', 'TRUCK330'];
  const shipped = await quote();
  const { output } = await waybill('rates', 'export', ...card);
  const file = path.join(data, 'card.json');
  const document = JSON.parse(output);
  await writeFile(file, JSON.stringify({ ...document, baseFare: String(shipped + 100) }));
  expect(await json('rates', 'draft', file, ...card)).toEqual({ version: 1 });
  const preview = await json('rates', 'preview', ...card, '--version', '1');
  expect(preview).toMatchObject({ quotations: 1, dearer: 1, cheaper: 0, currency: 'HKD' });
  expect(Number(preview.totalAfter)).toBeGreaterThanOrEqual(Number(preview.totalBefore) + 100);
  expect(await quote()).toBe(shipped);
  await json('rates', 'publish', ...card, '--version', '1');
  await expect.poll(quote).toBe(shipped + 100);
  expect(await json('rates', 'list', ...card)).toEqual([
    { version: 1, state: 'published', holdsFrom: expect.any(String) },
    { version: 0, state: 'shipped', holdsFrom: null },
  ]);
});

test.each([
  [['rates', 'export', '--city', 'XX XXX', '--service', 'VAN'], 1, 'There is no city XX XXX.'],
  [['rates', 'export', '--city', 'HK HKG', '--service', 'ROCKET'], 1, 'Hong Kong has no service ROCKET.'],
  [['rates', 'publish', '--city', 'HK HKG', '--service', 'VAN', '--version', '7'], 1, 'There is no draft 7'],
  [['rates', 'publish', '--city', 'HK HKG', '--service', 'VAN', '--version', 'x'], 2, 'whole number'],
  [
    ['rates', 'preview', '--city', 'HK HKG', '--service', 'VAN', '--version', '0', '--days', '999999999'],
    2,
    'from 1 to 3650',
  ],
  [['rates', 'draft', '/nowhere.json', '--city', 'HK HKG', '--service', 'VAN'], 1, 'cannot be read'],
])('%j is refused with exit code %d', async (args, code, line) => {
  const result = await waybill(...args);
  expect([result.code, result.errors]).toEqual([code, expect.stringContaining(line)]);
});

test('doctor finds everything well, and says what is not', async () => {
  const findings = await json('doctor');
  expect(findings.map(({ check }: { check: string }) => check)).toEqual([
    'settings',
    'disk',
    'files',
    'markets',
    'map',
    'tls',
    'database',
    'migrations',
    'tenants',
    'secrets',
    'books',
    'clock',
  ]);
  expect(findings.every(({ well }: { well: boolean }) => well)).toBe(true);
  const ill = await runCommand(['doctor'], { WAYBILL_DATA: data, DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/none' });
  expect(ill.code).toBe(1);
  expect(ill.output).toContain('BAD  database    Cannot use the database at 127.0.0.1:1/none: nothing listens there.');
  expect(ill.output).not.toContain('hush');
  const lost = await runCommand(['doctor'], { WAYBILL_DATA: data, WAYBILL_MAP_PMTILES: '/nowhere/city.pmtiles' });
  expect(lost.code).toBe(1);
  expect(lost.output).toContain('BAD  map         WAYBILL_MAP_PMTILES: /nowhere/city.pmtiles cannot be read');
});

test('a database that cannot is said in one line', async () => {
  const server = { host: path.join(data, 'postgres', 'socket'), user: 'waybill', database: 'waybill' };
  const held = await withConnection(server, async (sql) => {
    await sql.query('begin');
    await sql.query('lock table partners');
    return runCommand(['partner', 'list'], { WAYBILL_DATA: data, WAYBILL_DATABASE_TIMEOUT_MS: '1000' });
  });
  expect(held).toEqual({
    code: 1,
    output: '',
    errors: 'The database cannot do it now: canceling statement due to lock timeout. See to it, and try again.\n',
  });
});

test('a command works without a running program too, and leaves nothing running', async () => {
  const alone = path.join(path.dirname(data), 'alone');
  const created = await runCommand(['partner', 'create', '--name', 'Early', '--market', 'HK', '--json'], {
    WAYBILL_DATA: alone,
  });
  expect(created.code).toBe(0);
  await expect(readFile(path.join(alone, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow();
  const list = await runCommand(['partner', 'list'], { WAYBILL_DATA: alone });
  expect(list.output).toContain('Early');
});

test.each([
  ['partner', 'list'],
  ['partner', 'user', '--partner', '1571354659422392320', '--email', 'ada@example.com', '--role', 'admin'],
  ['market', 'list'],
  ['backup', '--out', 'saved'],
])('waybill %s %s makes nothing where there is no Waybill, and says so', async (...args) => {
  const elsewhere = path.join(path.dirname(data), 'mistyped');
  const refused = await runCommand(args, { WAYBILL_DATA: elsewhere }, path.dirname(data));
  expect(refused).toEqual({
    code: 1,
    output: '',
    errors: `There is no Waybill in ${elsewhere} yet. Begin one with waybill start, or say with WAYBILL_DATA where it is.\n`,
  });
  expect(existsSync(elsewhere)).toBe(false);
});

test('waybill doctor looks at what is there before the first start, and makes nothing', async () => {
  const elsewhere = path.join(path.dirname(data), 'early');
  const { code, output } = await runCommand(['doctor'], { WAYBILL_DATA: elsewhere });
  expect(code).toBe(1);
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/^ok {3}settings /),
    `BAD  disk        there is no folder ${elsewhere} yet; the first start makes it`,
    expect.stringMatching(/^ok {3}markets /),
    expect.stringMatching(/^ok {3}map /),
    `BAD  database    There is no Waybill in ${elsewhere} yet. Begin one with waybill start, or say with WAYBILL_DATA where it is.`,
    '',
  ]);
  expect(existsSync(elsewhere)).toBe(false);
});

test('whoever reads only the beginning of what is printed is told nothing else', async () => {
  const beginning = runProgram({ args: ['market', 'list'], env: { WAYBILL_DATA: data } });
  beginning.child.stdout?.destroy();
  expect([await beginning.ended, beginning.errors()]).toEqual([0, '']);
});

test.skipIf(!existsSync('/dev/full'))('output that finds no room is said in one line', async () => {
  const line = `'${process.execPath}' bin/waybill.js market list > /dev/full`;
  const full = await promisify(execFile)('sh', ['-c', line], { env: { ...process.env, WAYBILL_DATA: data } }).catch(
    (error) => error,
  );
  expect([full.code, full.stderr]).toEqual([
    1,
    'The output cannot be written: ENOSPC: no space left on device, write. What was done before it stays done.\n',
  ]);
});

test('api and worker run apart on one database', async () => {
  const env = { WAYBILL_DATA: data, WAYBILL_PORT: '0' };
  const api = runProgram({ args: ['api'], env });
  const worker = runProgram({ args: ['worker'], env });
  const [{ port: otherPort }] = await Promise.all([api.ready(), worker.ready()]);
  const partner = JSON.parse(await readFile(path.join(data, 'demo-partner.json'), 'utf8'));
  expect((await call({ port: otherPort, ca }, partner, Date.now(), 'GET', '/v3/cities')).status).toBe(200);
  for (const part of [api, worker]) {
    part.child.kill('SIGTERM');
    expect(await part.ended).toBe(0);
  }
  expect(await status(partner)).toBe(200);
});
