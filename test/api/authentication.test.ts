import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { created, noContent, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { changeKeyStatus, issueKey } from '../../src/partners/index.ts';
import { place } from '../support/orders.ts';
import { sign } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

const probe = { limit: 'PostOrder', platform: 'ANY', tag: 'Probe', operationId: 'probe', summary: 'A probe' } as const;

function addRoutes(partnerApi: PartnerApi): void {
  partnerApi.post(
    '/v3/probe',
    { ...probe, data: Type.Object({ note: Type.String() }), answers: { 201: Type.Object({ note: Type.String() }) } },
    async ({ data }) => created(data),
  );
  partnerApi.delete(
    '/v3/probe/:id',
    { ...probe, limit: 'DeleteOrder', ignoresBody: true, answers: { 204: null } },
    async () => noContent(),
  );
  partnerApi.delete('/v3/strict/:id', { ...probe, limit: 'DeleteDriver', answers: { 204: null } }, async () =>
    noContent(),
  );
}

let world: World;
let production: World;
beforeAll(async () => {
  world = await createWorld({ addRoutes, partner: { limitFactor: 1000 } });
  production = await createWorld({ addRoutes, env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
});
afterAll(async () => {
  await world.close();
  await production.close();
});

const BODY = '{"data":{"note":"Grüße, 你好"}}';
const sentence = (answer: { json: { errors: { message: string }[] } }) => answer.json.errors[0]?.message;

test('a signed call gets through the door', async () => {
  expect((await world.call('GET', '/v3/cities')).status).toBe(200);
  const answer = await world.call('POST', '/v3/probe', { body: BODY });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({ data: { note: 'Grüße, 你好' } });
});

test('the signature is over the very bytes: spaces, indentation and chunks make no difference', async () => {
  for (const body of ['{"data": {"note": "a"}}', JSON.stringify({ data: { note: 'a' } }, null, 4), `\n${BODY}\n`]) {
    expect((await world.call('POST', '/v3/probe', { body })).status).toBe(201);
  }
  const chunked = await world.call('POST', '/v3/probe', { body: BODY, headers: { 'transfer-encoding': 'chunked' } });
  expect(chunked.status).toBe(201);
});

test('any content type with a charset is taken, also on a call without a body', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/x-www-form-urlencoded',
  ]) {
    expect((await world.call('POST', '/v3/probe', { body: BODY, headers: { 'content-type': type } })).status).toBe(201);
    expect((await world.call('GET', '/v3/cities', { headers: { 'content-type': type } })).status).toBe(200);
  }
});

test('GET: a body may be signed or not, whatever it holds', async () => {
  expect((await world.call('GET', '/v3/cities', { body: '{}' })).status).toBe(200);
  expect((await world.call('GET', '/v3/cities', { body: '{}', signed: { body: '' } })).status).toBe(200);
  expect((await world.call('GET', '/v3/cities', { body: 'stale, not even JSON', signed: { body: '' } })).status).toBe(
    200,
  );
});

test('DELETE: an unsigned body passes only where the call reads none', async () => {
  expect((await world.call('DELETE', '/v3/probe/1', { body: '{}' })).status).toBe(204);
  expect((await world.call('DELETE', '/v3/probe/1', { body: '{}', signed: { body: '' } })).status).toBe(204);
  expect((await world.call('DELETE', '/v3/strict/1', { body: '{}', signed: { body: '' } })).status).toBe(401);
});

test('the path is signed with or without its query', async () => {
  expect((await world.call('GET', '/v3/cities?a=b&c=%20d')).status).toBe(200);
  expect((await world.call('GET', '/v3/cities?a=b&c=%20d', { signed: { path: '/v3/cities?a=b&c=%20d' } })).status).toBe(
    200,
  );
  expect((await world.call('GET', '/v3/cities?a=b', { signed: { path: '/v3/cities?a=c' } })).status).toBe(401);
});

test('the address may be written whole, as for a proxy: its path is signed, and a retry by the other form is the same call', async () => {
  const { apiKey, apiSecret } = world.partner;
  const path = '/sandbox/v1/simulation';
  const body = '{"data":{"drivers":"MANUAL"}}';
  const put = (address: string, requestId: string) => {
    const timestamp = String(world.clock.now());
    const authorization = `hmac ${apiKey}:${timestamp}:${sign(apiSecret, timestamp, 'PUT', path, body)}`;
    const headers = { authorization, market: 'HK', 'request-id': requestId };
    return world.send({ method: 'PUT', path: address, body, headers });
  };
  for (const [address, replayed] of [
    [`https://localhost${path}`, undefined],
    [path, 'true'],
    [`HTTPS://localhost:8443${path}`, 'true'],
    [`https://localhost${path}?a=https://b/c`, undefined],
  ] as const) {
    const { status, headers } = await put(address, 'whole');
    expect([address, status, headers['idempotent-replayed']]).toEqual([address, 200, replayed]);
  }
});

test('a timestamp may be five minutes off either way, and no more', async () => {
  const at = (ms: number) => world.call('GET', '/v3/cities', { timestamp: world.clock.now() + ms });
  expect((await at(5 * MINUTE_MS)).status).toBe(200);
  expect((await at(-5 * MINUTE_MS)).status).toBe(200);
  const late = await at(-5 * MINUTE_MS - 1);
  expect([late.status, sentence(late)]).toEqual([
    401,
    "The timestamp is 301 seconds behind our clock; 300 are allowed. Set your machine's clock, and sign each call when it is sent.",
  ]);
  expect((await at(5 * MINUTE_MS + 1)).status).toBe(401);
});

test('two equal tokens are no attack: some clients sign once a second', async () => {
  const both = await Promise.all([world.call('GET', '/v3/cities'), world.call('GET', '/v3/cities')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test.each([
  [undefined, 'The header Authorization is missing'],
  ['', 'must begin with "hmac "'],
  ['Bearer abc', 'must begin with "hmac "'],
  ['hmac', 'must begin with "hmac "'],
  ['hmac a:b', 'three parts'],
  ['hmac a:b:c:d', 'three parts'],
  ['hmac pk_test_1:yesterday:00', 'timestamp in Unix milliseconds'],
  [`hmac pk_test_1:1:${'g'.repeat(64)}`, '64 hexadecimal digits'],
  [`hmac ${'k'.repeat(300)}:1:${'0'.repeat(64)}`, 'an API key that cannot be one'],
])('a malformed token is refused with a sentence: %s', async (authorization, expected) => {
  const answer = await world.send({
    path: '/v3/cities',
    headers: { market: 'HK', ...(authorization === undefined ? {} : { authorization }) },
  });
  expect(answer.status).toBe(401);
  expect(answer.json.message).toBe('ERR_UNAUTHORIZED');
  expect(sentence(answer)).toContain(expected);
});

test('the sandbox says what differed', async () => {
  const { apiKey, apiSecret, webhookSecret } = world.partner;
  const timestamp = String(world.clock.now());
  const hmac = (text: string, secret = apiSecret) => createHmac('sha256', secret).update(text).digest('hex');
  const post = async (signature: string, key = apiKey, stamp = timestamp) =>
    sentence(
      await world.send({
        method: 'POST',
        path: '/v3/probe',
        body: '{"data": {"note": "a"}}',
        headers: { authorization: `hmac ${key}:${stamp}:${signature}`, market: 'HK' },
      }),
    );
  const head = `${timestamp}\r\nPOST\r\n/v3/probe\r\n\r\n`;
  expect(await post(hmac(`${head.replaceAll('\r\n', '\n')}{"data": {"note": "a"}}`))).toContain('LF line endings');
  expect(await post(hmac(`${head}{"data":{"note":"a"}}`))).toContain('serialised again');
  expect(await post(hmac(head))).toContain('The body is not part');
  expect(await post(hmac(`${head.replace('/v3', '')}{"data": {"note": "a"}}`))).toContain('no version');
  expect(await post(hmac(`${head}{"data": {"note": "a"}}`, webhookSecret))).toContain('webhook secret');
  expect(await post('0'.repeat(64), apiKey, timestamp.slice(0, -3))).toContain('in seconds');
  expect(await post('0'.repeat(64), 'pk_test_nobody')).toContain('is not known here');
  const withSecretAsKey = await post('0'.repeat(64), apiSecret);
  expect(withSecretAsKey).toContain('holds an API secret in the place of the API key');
  expect(withSecretAsKey).not.toContain(apiSecret);
  expect(await post('0'.repeat(64), 'pk_prod_somebody')).toContain('belongs to production');
  expect(await post('0'.repeat(64))).toContain('does not match');
  expect(await post('0'.repeat(64))).not.toContain(apiSecret);
});

test('the sandbox says of a body that breaks off how many bytes came', async () => {
  const { apiKey, apiSecret } = world.partner;
  const body = '{"data":{"note":"é"}}';
  const timestamp = String(world.clock.now());
  const signature = sign(apiSecret, timestamp, 'POST', '/v3/probe', body);
  const cut = Buffer.from(body).subarray(0, body.length).toString();
  const headers = { authorization: `hmac ${apiKey}:${timestamp}:${signature}`, market: 'HK' };
  expect(sentence(await world.send({ method: 'POST', path: '/v3/probe', body: cut, headers }))).toMatch(
    /and the 21 bytes of the body\. .* The body that arrived breaks off after 21 bytes, in the middle of its JSON/,
  );
});

test('production says nothing, whatever was wrong', async () => {
  const { apiKey } = production.partner;
  expect(apiKey).toMatch(/^pk_prod_/);
  const timestamp = String(production.clock.now());
  const right = sign(production.partner.apiSecret, timestamp, 'GET', '/v3/cities');
  const tokens = [
    `hmac ${apiKey}:${timestamp}:${'0'.repeat(64)}`,
    `hmac pk_prod_nobody:${timestamp}:${right}`,
    `hmac ${world.partner.apiKey}:${timestamp}:${right}`,
    `hmac ${apiKey}:1:${right}`,
    'nonsense',
  ];
  const bodies = new Set<string>();
  for (const authorization of tokens) {
    const answer = await production.send({ path: '/v3/cities', headers: { authorization, market: 'HK' } });
    expect(answer.status).toBe(401);
    bodies.add(answer.text);
  }
  expect([...bodies]).toEqual([
    '{"message":"ERR_UNAUTHORIZED","errors":[{"id":"ERR_UNAUTHORIZED","message":"The authorization token is not valid."}]}',
  ]);
  expect((await production.call('GET', '/v3/cities')).status).toBe(200);
});

test('a revoked key is dead at once on every process, its successor lives', async () => {
  const other = await world.another();
  const old = await world.newPartner({ limitFactor: 100, creditMinor: 1_000_000n });
  const { database } = world.foundations;
  const next = await database.inTransaction((tx) =>
    issueKey(partnerDeps(world.foundations, []), tx, old.partnerId, {}),
  );
  for (const process of [world, other]) {
    expect((await process.call('GET', '/v3/cities', { as: old })).status).toBe(200);
    expect((await process.call('GET', '/v3/cities', { as: next })).status).toBe(200);
  }
  // Read while it is counted, so the key is judged after the order was looked up.
  const { orderId } = await place(world, { as: old });
  const read = (process: Pick<World, 'call'>) => process.call('GET', `/v3/orders/${orderId}`, { as: old });
  for (const process of [world, other]) expect((await read(process)).status).toBe(200);
  await changeKeyStatus(database, old.apiKey, 'revoked');
  for (const process of [world, other]) {
    expect((await process.call('GET', '/v3/cities', { as: old })).status).toBe(401);
    expect((await read(process)).json).not.toHaveProperty('data');
    expect((await process.call('GET', '/v3/cities', { as: old, market: 'XX' })).status).toBe(401);
    expect((await process.call('GET', '/v3/cities', { as: next })).status).toBe(200);
  }
});

test('a partner has at most two living keys', async () => {
  const partner = await world.newPartner();
  const { database } = world.foundations;
  const issue = () =>
    database.inTransaction((tx) => issueKey(partnerDeps(world.foundations, []), tx, partner.partnerId, {}));
  const outcomes = await Promise.allSettled([issue(), issue(), issue()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await changeKeyStatus(database, partner.apiKey, 'revoked');
  await expect(issue()).resolves.toMatchObject({ markets: ['HK', 'SG'] });
});

test('the database itself has two places for living keys of a partner, and one key in each', async () => {
  const { partnerId } = await world.newPartner();
  const { database } = world.foundations;
  await database.inTransaction((tx) => issueKey(partnerDeps(world.foundations, []), tx, partnerId, {}));
  const move = (slot: number | null) =>
    database.query('update api_keys set slot = $2 where partner_id = $1', [partnerId, slot]);
  await expect(move(1)).rejects.toThrow('api_keys_two_alive');
  await expect(move(3)).rejects.toThrow('check constraint');
  await expect(move(null)).rejects.toThrow('check constraint');
});

test('a suspended key gets 403 at once and works again when resumed', async () => {
  const partner = await world.newPartner({ limitFactor: 100 });
  const { database } = world.foundations;
  expect((await world.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
  await changeKeyStatus(database, partner.apiKey, 'suspended');
  const answer = await world.call('GET', '/v3/cities', { as: partner });
  expect([answer.status, answer.json.message]).toEqual([403, 'ERR_FORBIDDEN']);
  expect((await world.call('GET', '/v3/cities', { as: partner, signed: { body: 'x' }, body: 'y' })).status).toBe(401);
  await changeKeyStatus(database, partner.apiKey, 'active');
  expect((await world.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
});

test('a key with source addresses is refused from elsewhere', async () => {
  const elsewhere = await world.newPartner({ sourceAddresses: ['203.0.113.0/24', '2001:db8::/32'] });
  const here = await world.newPartner({ sourceAddresses: ['127.0.0.0/8'] });
  const answer = await world.call('GET', '/v3/cities', { as: elsewhere });
  expect([answer.status, sentence(answer)]).toEqual([403, 'This API key may not be used from the address 127.0.0.1.']);
  expect((await world.call('GET', '/v3/cities', { as: here })).status).toBe(200);
});

test('secrets are sealed in the database and appear in no log line', async () => {
  const { database } = world.foundations;
  const rows = await database.query('select row_to_json(api_keys)::text as dump from api_keys');
  const partners = await database.query('select row_to_json(partners)::text as dump from partners');
  const everything = JSON.stringify([rows, partners]) + world.logLines.join('');
  for (const secret of [world.partner.apiSecret, world.partner.webhookSecret]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
