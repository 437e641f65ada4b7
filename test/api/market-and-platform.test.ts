import { afterAll, beforeAll, expect, test } from 'vitest';
import { noContent, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { createWorld, type World } from '../support/world.ts';

function addRoutes(partnerApi: PartnerApi): void {
  const route = {
    limit: 'GetOrder',
    tag: 'Probe',
    operationId: 'probe',
    summary: 'A probe',
    answers: { 204: null },
  } as const;
  partnerApi.get('/v3/on-demand-only', { ...route, platform: 'ON_DEMAND' }, async () => noContent());
  partnerApi.get('/v3/plus-only', { ...route, platform: 'PLUS' }, async () => noContent());
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ addRoutes, partner: { markets: ['HK', 'SG'], limitFactor: 100 } });
});
afterAll(() => world.close());

test.each(['HK', 'hk', 'HK_HKG', 'HK HKG', ' Hk '])('the market may be spelled %s', async (market) => {
  const answer = await world.call('GET', '/v3/cities', { market });
  expect([answer.status, answer.json.data[0].locode]).toEqual([200, 'HK HKG']);
});

test('the header name may have any case', async () => {
  expect((await world.call('GET', '/v3/cities', { market: undefined, headers: { MARKET: 'HK' } })).status).toBe(200);
});

test.each([undefined, '', 'XX', 'HKG', 'H', '__proto__', '香港'.normalize().replace(/[^\x20-\x7e]/g, '?')])(
  'an unknown or missing market is refused, and those of the key are named: %s',
  async (market) => {
    const answer = await world.call('GET', '/v3/cities', { market });
    expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_MARKET']);
    expect(answer.json.errors[0].message).toContain('It must be one of HK, SG.');
  },
);

test('a market outside those of the key is refused the same way', async () => {
  const answer = await world.call('GET', '/v3/cities', { market: 'TH' });
  expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_MARKET']);
  expect(answer.json.errors[0].message).toBe('This API key is not for the market TH, only for HK, SG.');
});

test('Platform: PLUS needs a key for it, and a Plus-only key needs the header', async () => {
  const plusOnly = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
  const both = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100 });
  const plus = { platform: 'plus' };
  const status = async (as: { apiKey: string; apiSecret: string }, headers = {}) =>
    (await world.call('GET', '/v3/cities', { as, headers })).status;
  expect(await status(world.partner)).toBe(200);
  expect(await status(world.partner, plus)).toBe(403);
  expect(await status(plusOnly)).toBe(403);
  expect(await status(plusOnly, plus)).toBe(200);
  expect(await status(both)).toBe(200);
  expect(await status(both, { platform: 'PLUS' })).toBe(200);
});

test('any other platform is a wrong field', async () => {
  const answer = await world.call('GET', '/v3/cities', { headers: { platform: 'MINUS' } });
  expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_FIELD']);
});

test('the scheduled variant is offered in six markets only', async () => {
  const partner = await world.newPartner({ platforms: ['PLUS'], markets: ['HK', 'ID', 'JP', 'PH', 'SG', 'TH', 'TW'] });
  const call = (market: string) =>
    world.call('GET', '/v3/cities', { as: partner, market, headers: { platform: 'PLUS' } });
  expect((await call('TW')).status).toBe(200);
  const answer = await call('JP');
  expect([answer.status, answer.json.message]).toEqual([422, 'ERR_INVALID_MARKET']);
  expect(answer.json.errors[0].message).toContain('one of HK, ID, PH, SG, TH, TW');
});

test('a call of one variant is not found in the other', async () => {
  const both = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100 });
  const status = async (path: string, headers = {}) => (await world.call('GET', path, { as: both, headers })).status;
  expect(await status('/v3/on-demand-only')).toBe(204);
  expect(await status('/v3/on-demand-only', { platform: 'PLUS' })).toBe(404);
  expect(await status('/v3/plus-only')).toBe(404);
  expect(await status('/v3/plus-only', { platform: 'PLUS' })).toBe(204);
});

test('every answer names the version and the request', async () => {
  const own = await world.call('GET', '/v3/cities', { requestId: 'my own id / 7' });
  expect(own.headers).toMatchObject({ 'api-version': '3.0.0', 'request-id': 'my own id / 7' });
  const other = await world.call('GET', '/v3/cities', { headers: { 'x-request-id': 'the other spelling' } });
  expect(other.headers['request-id']).toBe('the other spelling');
  for (const path of ['/v3/cities', '/nowhere', '/', '/health/live']) {
    const answer = await world.send({ path });
    expect(answer.headers['api-version']).toBe('3.0.0');
    expect(answer.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('an unknown path is 404, a wrong method 405 with what is allowed', async () => {
  for (const path of ['/v3/nothing-here', '/v2/cities', '/v4/cities', '/cities']) {
    const nowhere = await world.send({ path });
    expect([path, nowhere.status, nowhere.json.message]).toEqual([path, 404, 'ERR_NOT_FOUND']);
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await world.send({ method, path: '/v3/cities' });
    expect([method, answer.status, answer.json.message]).toEqual([method, 405, 'ERR_METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow).toBe('GET');
  }
  for (const [path, allow] of [
    ['/v3/orders/1586470163640590592?language=en', 'GET, PATCH, DELETE'],
    ['/map/HK.json', 'GET, HEAD'],
    ['/driver/any/screen', 'GET, HEAD'],
    ['/portal/v1/links/use', 'POST'],
    ['/portal/v1/nothing-here', 'GET, HEAD'],
  ]) {
    const { status, headers } = await world.send({ method: 'PUT', path: String(path) });
    expect([path, status, headers.allow]).toEqual([path, 405, allow]);
  }
  for (const path of ['/assets/any/file.js', '/portal/v1/nothing-here'])
    expect([path, (await world.send({ path })).status]).toEqual([path, 404]);
});

test('a path that ends where an id should stand is no path, whatever the method, and one with a slash too many is told so', async () => {
  const sentences: Record<string, string> = {};
  for (const [method, path] of [
    ['POST', '/v3/quotations/'],
    ['GET', '/v3/orders/'],
    ['GET', '/v3/orders/?limit=1'],
    ['DELETE', '/v3/orders/'],
    ['GET', '/v3/cities/'],
    ['PUT', '/sandbox/v1/clock/'],
    ['GET', '/v3/orders/1586470163640590592/drivers/'],
    ['POST', '/v3/orders//priority-fee'],
  ] as const) {
    const { status, json } = await world.send({ method, path });
    expect([method, path, status, json.message]).toEqual([method, path, 404, 'ERR_NOT_FOUND']);
    sentences[path] = json.errors[0].message;
  }
  const nothing = 'There is nothing at this path. The reference at /docs lists every call.';
  const tooLong = 'There is nothing at this path. Leave out the slash at its end.';
  expect(sentences).toEqual({
    '/v3/quotations/': tooLong,
    '/v3/orders/': tooLong,
    '/v3/orders/?limit=1': tooLong,
    '/v3/cities/': tooLong,
    '/sandbox/v1/clock/': tooLong,
    '/v3/orders/1586470163640590592/drivers/': nothing,
    '/v3/orders//priority-fee': nothing,
  });
});

test('a path that was put together wrongly from an address and a call is told what is wrong with it', async () => {
  const said = async (method: string, path: string) => {
    const { status, json } = await world.send({ method, path });
    expect([path, status, json.message]).toEqual([path, 404, 'ERR_NOT_FOUND']);
    return json.errors[0].message.replace('There is nothing at this path. ', '');
  };
  for (const path of ['//v3/cities', '///v3/cities?a=1', '/v3//cities'])
    expect([path, await said('GET', path)]).toEqual([path, 'It has two slashes where one belongs.']);
  expect(await said('POST', '/v3/v3/quotations')).toBe('It has /v3 twice.');
  expect(await said('DELETE', '/orders/1586470163640590592')).toBe('It must begin with /v3.');
  for (const path of ['//v3/nothing', '/v3/v3/nothing', '/nothing', '/v4/cities', '/v3/orders//priority-fee'])
    expect([path, await said('GET', path)]).toEqual([path, 'The reference at /docs lists every call.']);
});

test('what people and monitors look at answers HEAD as it answers GET, without the body; calls do not', async () => {
  for (const path of ['/', '/docs', '/portal', '/health/live', '/health/ready', '/docs/openapi.json']) {
    const [get, head] = [await world.send({ path }), await world.send({ method: 'HEAD', path })];
    const [shown, asked] = [get, head].map(({ status, headers }) => [path, status, headers['content-type']]);
    expect(asked).toEqual(shown);
    expect([get.text === '', head.text]).toEqual([false, '']);
  }
  expect((await world.send({ method: 'HEAD', path: '/' })).status).toBe(200);
  expect((await world.send({ method: 'HEAD', path: '/track/nobody' })).status).toBe(404);
  for (const path of ['/v3/cities', '/track/nobody/live', '/driver/v1/live']) {
    const { status, headers } = await world.send({ method: 'HEAD', path });
    expect([path, status, headers.allow]).toEqual([path, 405, expect.stringMatching(/GET(?!.*HEAD)/)]);
  }
});
