import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { created, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { exchange } from '../support/raw-socket.ts';
import { createWorld, type World } from '../support/world.ts';

function addRoutes(partnerApi: PartnerApi): void {
  const Note = Type.Object({
    note: Type.String({ maxLength: 100 }),
    count: Type.Optional(Type.Integer()),
    orderId: Type.Optional(Type.Unknown()),
  });
  partnerApi.post(
    '/v3/notes',
    {
      limit: 'PostPriorityFee',
      platform: 'ANY',
      tag: 'Probe',
      operationId: 'probe',
      summary: 'A probe',
      data: Note,
      answers: { 201: Type.Unknown() },
    },
    async ({ data, once }) =>
      once(async (tx) => {
        await tx.query('insert into notes (note) values ($1)', [JSON.stringify(data)]);
        return created(data);
      }),
  );
}

let world: World;
beforeAll(async () => {
  world = await createWorld({
    addRoutes,
    partner: { limitFactor: 100_000 },
    env: { WAYBILL_REQUEST_TIMEOUT_SECONDS: '1', WAYBILL_ADDRESS_LIMIT: '1000000' },
  });
  await world.foundations.database.query('create table notes (note jsonb)');
});
afterAll(async () => {
  // Whatever a test of this file sent: nothing was a bug.
  expect(world.logEntries().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  await world.close();
});

const post = (body: string | Buffer) => world.call('POST', '/v3/notes', { body });
const notes = async () => (await world.foundations.database.query('select 1 from notes')).length;

test.each([
  ['not JSON', '{"data":', 400, 'ERR_INVALID_JSON'],
  ['empty', '', 422, 'ERR_MISSING_FIELD'],
  ['only white space', '  \n ', 400, 'ERR_INVALID_JSON'],
  ['a list', '[]', 422, 'ERR_MISSING_FIELD'],
  ['null', 'null', 422, 'ERR_MISSING_FIELD'],
  ['a number', '42', 422, 'ERR_MISSING_FIELD'],
  ['without data', '{"note":"a"}', 422, 'ERR_MISSING_FIELD'],
  ['data is null', '{"data":null}', 422, 'ERR_INVALID_FIELD'],
  ['data is a list', '{"data":[]}', 422, 'ERR_INVALID_FIELD'],
  ['a field missing', '{"data":{}}', 422, 'ERR_MISSING_FIELD'],
  ['a field of the wrong type', '{"data":{"note":7}}', 422, 'ERR_INVALID_FIELD'],
  ['a huge number', '{"data":{"note":"a","count":1e400}}', 422, 'ERR_INVALID_FIELD'],
  ['a huge integer', `{"data":{"note":"a","count":${'9'.repeat(5000)}}}`, 422, 'ERR_INVALID_FIELD'],
  ['NaN', '{"data":{"note":"a","count":NaN}}', 400, 'ERR_INVALID_JSON'],
  ['__proto__', '{"data":{"note":"a","__proto__":{"admin":true}}}', 400, 'ERR_INVALID_JSON'],
  ['__proto__, escaped', '{"data":{"note":"a","\\u005f_proto__":{}}}', 400, 'ERR_INVALID_JSON'],
  ['constructor.prototype', '{"data":{"note":"a","constructor":{"prototype":{}}}}', 400, 'ERR_INVALID_JSON'],
  ['deep nesting', `{"data":${'['.repeat(1000)}${']'.repeat(1000)}}`, 400, 'ERR_INVALID_JSON'],
  ['deep nesting, unclosed', '['.repeat(200_000), 400, 'ERR_INVALID_JSON'],
  ['a NUL character', '{"data":{"note":"a\\u0000b"}}', 422, 'ERR_INVALID_FIELD'],
  ['half a surrogate pair', '{"data":{"note":"\\ud800"}}', 422, 'ERR_INVALID_FIELD'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'ERR_INVALID_JSON'],
])('a body that is %s is refused with a sentence and changes nothing', async (_what, body, status, code) => {
  const before = await notes();
  const answer = await post(body);
  expect([answer.status, answer.json.message, answer.json.errors[0].id]).toEqual([status, code, code]);
  expect(answer.json.errors[0].message).toMatch(/^.{10,}\.$/s);
  expect(await notes()).toBe(before);
});

test('all faults of a body are reported at once, each with its pointer', async () => {
  const answer = await post('{"data":{"count":"many"}}');
  expect(answer.json).toEqual({
    message: 'ERR_MISSING_FIELD',
    errors: [
      { id: 'ERR_MISSING_FIELD', message: '/data/note is required.', detail: '/data/note' },
      { id: 'ERR_INVALID_FIELD', message: '/data/count must be a whole number.', detail: '/data/count' },
    ],
  });
});

test.each([
  ['/v3/quotations', 'stops', 16, 'ERR_TOO_MANY_STOPS'],
  ['/v3/orders', 'recipients', 15, 'ERR_MISSING_FIELD'],
])('%s with 70,000 %s, all of them empty, is refused in few words', async (path, list, most, code) => {
  const { status, json, text } = await world.call('POST', path, {
    body: JSON.stringify({ data: { [list]: Array.from({ length: 70_000 }, () => ({})) } }),
  });
  expect([status, json.message]).toEqual([422, code]);
  expect(text).toContain(`/data/${list} must not have more than ${most} entries.`);
  expect(text.length).toBeLessThan(10_000);
});

test('a bare 19-digit number keeps every digit', async () => {
  const answer = await post('{"data":{"note":"a","orderId":1571354659422392321}}');
  expect(answer.text).toContain('"orderId":"1571354659422392321"');
});

test('256 KiB are taken, one byte more is 413', async () => {
  const bodyOf = (bytes: number) => `{"data":{"note":"a"}}${' '.repeat(bytes - 21)}`;
  expect((await post(bodyOf(256 * 1024))).status).toBe(201);
  const answer = await post(bodyOf(256 * 1024 + 1));
  expect([answer.status, answer.json.message]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
  const chunked = await world.call('POST', '/v3/notes', {
    body: bodyOf(300 * 1024),
    headers: { 'transfer-encoding': 'chunked' },
  });
  expect(chunked.status).toBe(413);
});

const tooLarge = (rest: string, ...headers: string[]) => [
  ['POST /v3/notes HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n'),
  rest,
];

test.each([
  ['says its length', tooLarge(' '.repeat(1024 * 1024), `Content-Length: ${1024 * 1024}`)],
  ['comes in chunks', tooLarge(`100000\r\n${' '.repeat(1024 * 1024)}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')],
])(
  'whoever sends the whole of a body that is too large reads the answer, and goes on: one that %s',
  async (_what, pieces) => {
    const next = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answer = await exchange(world, [...pieces, next], { pauseMs: 50 });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('ERR_PAYLOAD_TOO_LARGE');
    expect(answer).toContain('HTTP/1.1 200 OK');
  },
);

test.each([
  ['never ends', tooLarge('', `Content-Length: ${1024 * 1024}`)],
  ['is broken', tooLarge(`100000\r\n${' '.repeat(1024 * 1024)}\r\nzz\r\n`, 'Transfer-Encoding: chunked')],
])('a body that is too large and %s is cut, with its one answer', async (_what, pieces) => {
  const answer = await exchange(world, pieces, { pauseMs: 50 });
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
});

test('a body that drips in too slowly is answered 408 and cut', async () => {
  const head = 'POST /v3/notes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n';
  const answer = await exchange(world, [head, ...'{"data":{"note":"slow"}}'], { pauseMs: 200 });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('ERR_REQUEST_TIMEOUT');
});

test('headers that drip in too slowly are cut too', async () => {
  const answer = await exchange(world, [...'GET /v3/cities HTTP/1.1\r\nX: '], { pauseMs: 200 });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test.each([
  ['garbage', '\x00\x01\x02 garbage\r\n\r\n'],
  ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
  ['two lengths', 'POST /v3/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
  [
    'length and chunks at once',
    'POST /v3/notes HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a broken chunk', 'POST /v3/notes HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['a negative length', 'POST /v3/notes HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  ['a header without a colon', 'GET /v3/cities HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
  ['a path that is none', 'GET /%zz%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
])('%s on the wire gets 4xx and ends the connection', async (_what, bytes) => {
  expect(await exchange(world, [bytes])).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('a request without a host is answered like any other', async () => {
  const answer = await exchange(world, ['GET /v3/cities HTTP/1.1\r\nConnection: close\r\n\r\n']);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

test('garbage pipelined behind a good request does not spoil its answer', async () => {
  const answer = await exchange(world, ['GET /health/live HTTP/1.1\r\nHost: a\r\n\r\nFOO\r\n\r\nBAR']);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(answer).toContain('HTTP/1.1 400 Bad Request');
});

test('headers of 20 KiB are 431', async () => {
  const answer = await exchange(world, [`GET /v3/cities HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('ERR_HEADERS_TOO_LARGE');
});

test.each(['a', ',,,', ';', 'text/', 'application/json; charset=\xff', ''])(
  'a content type such as "%s" decides nothing',
  async (type) => {
    const headers = { 'content-type': type };
    expect((await world.send({ path: '/v3/cities', headers })).status).toBe(401);
    expect((await world.send({ method: 'POST', path: '/v3/notes', headers, body: '{}' })).status).toBe(401);
    const signed = await world.call('POST', '/v3/notes', { body: '{"data":{"note":"a"}}', headers });
    expect(signed.status).toBe(201);
  },
);

test.each([
  ['/docs/../../x', {}],
  ['/docs/%00', {}],
  ['/docs/reference/__proto__', {}],
  ['/docs/quick-start', { range: 'bytes=99999999-' }],
  ['/docs/quick-start', { 'if-match': '"x"' }],
  ['/docs/quick-start', { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }],
  ['/health/live', { 'content-type': 'a' }],
])('%s with %j is no bug', async (path, headers: Record<string, string>) => {
  const answer = await exchange(world, [
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
});

test.each([
  ['without a host', 'GET /v3/cities HTTP/1.1\r\nConnection: close\r\n\r\n', 401],
  ['with an odd expectation', 'GET /v3/cities HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n', 401],
  ['that asks for a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['to a path that is none', 'GET /%ff%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
])('a request %s is answered with a sentence, its version and its id', async (_what, bytes, status) => {
  const answer = await exchange(world, [bytes]);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer.toLowerCase()).toContain('api-version: 3.0.0');
  expect(answer.toLowerCase()).toContain('request-id: ');
  expect(answer).toContain('"errors":[{');
});
