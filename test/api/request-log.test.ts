import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallestIdAt } from '../../src/foundation/ids.ts';
import { DAY_MS, formatInstant, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { fund, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Row = Record<string, string | number | null>;
const sql = (text: string, values?: readonly unknown[]) => world.foundations.database.query<Row>(text, values);
const rowsOf = ({ partnerId }: { partnerId: string }) =>
  sql('select * from request_log where partner_id = $1 order by id', [partnerId]);

describe('every call of a partner is written down', () => {
  test('with who, what, when and how it went, and both bodies', async () => {
    const partner = await world.newPartner();
    await world.call('GET', '/v3/cities', { as: partner, requestId: 'first' });
    await world.call('POST', '/v3/quotations', { as: partner, requestId: 'second', body: '{"data":{"stops":"none"}}' });
    await expect.poll(() => rowsOf(partner)).toHaveLength(2);
    const [cities, quotation] = (await rowsOf(partner)) as [Row, Row];
    expect(cities).toMatchObject({
      method: 'GET',
      path: '/v3/cities',
      api: 'GetCities',
      status: 200,
      code: null,
      request_id: 'first',
      market: 'HK',
      address: '127.0.0.1',
      authorization_header: null,
      request_body: '',
      request_bytes: 0,
    });
    expect(String(cities.answer_body)).toMatch(/^\{"data":\[\{"locode":"HK HKG"/);
    expect(Buffer.byteLength(String(cities.answer_body))).toBeLessThanOrEqual(4_096);
    expect(cities.answer_bytes).toBeGreaterThan(4_096);
    expect(quotation).toMatchObject({ status: 422, request_body: '{"data":{"stops":"none"}}', request_bytes: 25 });
    expect(String(quotation.code)).toMatch(/^ERR_/);
    expect(String(quotation.answer_body)).toContain('"errors":');
  });

  test('without the phone numbers in it', async () => {
    const partner = await world.newPartner({ creditMinor: 100_000n });
    await fund(world, 5_000n, partner.partnerId);
    const { orderId } = await place(world, { as: partner });
    await expect.poll(() => rowsOf(partner)).toHaveLength(2);
    const [, placed] = (await rowsOf(partner)) as [Row, Row];
    expect(String(placed.answer_body)).toContain(orderId);
    const phones = [...`${placed.request_body}${placed.answer_body}`.matchAll(/"phone":"([^"]*)"/g)].map(
      ([, it]) => it,
    );
    expect(phones.length).toBeGreaterThan(1);
    for (const phone of phones) expect(phone).toMatch(/^\+?\*+\d\d$/);
    expect(JSON.parse(String(placed.request_body))).toHaveProperty('data.sender');
  });

  test('also where the signature is wrong, by the key that it names, with what was signed', async () => {
    const partner = await world.newPartner();
    const wrong = { ...partner, apiSecret: 'sk_test_wrong' };
    const stranger = { apiKey: 'pk_test_00000000000000000000000000000000', apiSecret: 'sk_test_wrong' };
    expect((await world.call('GET', '/v3/cities', { as: stranger })).status).toBe(401);
    expect((await world.call('GET', '/v3/cities', { as: wrong, timestamp: 5 })).status).toBe(401);
    expect((await world.call('GET', '/v3/cities', { as: wrong })).status).toBe(401);
    await expect.poll(() => rowsOf(partner)).toHaveLength(2);
    for (const row of await rowsOf(partner))
      expect(row).toMatchObject({
        status: 401,
        code: 'ERR_UNAUTHORIZED',
        authorization_header: expect.stringMatching(new RegExp(`^hmac ${partner.apiKey}:\\d+:[0-9a-f]{64}$`)),
      });
    expect(
      await sql('select * from key_uses join api_keys on id = key_id where partner_id = $1', [partner.partnerId]),
    ).toEqual([]);
  });

  test('also where the partner wanted its connection to be cut', async () => {
    const partner = await world.newPartner();
    const faults = JSON.stringify({ data: { api: { cut: true } } });
    await world.call('PUT', '/sandbox/v1/faults', { as: partner, body: faults });
    await expect(world.call('GET', '/v3/cities', { as: partner })).rejects.toThrow();
    await expect.poll(() => rowsOf(partner)).toHaveLength(2);
    expect((await rowsOf(partner))[1]).toMatchObject({ path: '/v3/cities', status: null, answer_body: '' });
  });

  test('and counted by the minute, those that found the limit used up beside the others', async () => {
    const partner = await world.newPartner();
    for (let call = 0; call < 32; call += 1) await world.call('GET', `/v3/quotations/${call}`, { as: partner });
    for (let call = 0; call < 20; call += 1) await world.call('GET', '/v3/quotations/1', { as: partner });
    const counts = () =>
      sql(
        `select api, calls, refused, last_used_at from call_counts join api_keys key on key.id = key_id join key_uses using (key_id)
         where partner_id = $1`,
        [partner.partnerId],
      );
    await expect
      .poll(counts)
      .toEqual([{ api: 'GetQuotation', calls: 50, refused: 2, last_used_at: new Date(world.clock.now()) }]);
  });
});

describe('the partner looks them up', () => {
  const PATH = '/portal/v1/requests';
  type Line = { id: string; method: string; path: string; status: number; requestId: string; apiKey: string };
  const list = async (user: DeskUser, query = '') => (await user.get(`${PATH}${query}`)).json.data as Line[];
  const paths = async (user: DeskUser, query = '') => (await list(user, query)).map(({ path }) => path);

  async function someone() {
    const partner = await world.newPartner({ limitFactor: 1_000 });
    return { partner, user: await deskUser(world, 'portal', { role: 'viewer', partner }) };
  }

  test('newest first, page by page, by answer, path, key, Request-ID and time', async () => {
    const { partner, user } = await someone();
    const start = world.clock.now();
    await world.call('GET', '/v3/cities', { as: partner, requestId: 'one' });
    world.clock.set(start + MINUTE_MS);
    await world.call('GET', '/v3/orders/1', { as: partner, requestId: 'two' });
    await world.call('GET', '/v3/cities', { as: { ...partner, apiSecret: 'wrong' }, requestId: 'three' });
    await expect.poll(() => list(user)).toHaveLength(3);
    expect(await paths(user)).toEqual(['/v3/cities', '/v3/orders/1', '/v3/cities']);
    const { json } = await user.get(`${PATH}?limit=2`);
    expect((await list(user, `?limit=2&after=${json.next}`)).map(({ requestId }) => requestId)).toEqual(['one']);
    const ids = async (query: string) => (await list(user, query)).map(({ requestId }) => requestId);
    expect(await ids('?answered=2')).toEqual(['one']);
    expect(await ids('?answered=4')).toEqual(['three', 'two']);
    expect(await ids('?answered=failed')).toEqual(['three', 'two']);
    expect(await ids('?answered=5')).toEqual([]);
    expect(await ids('?path=orders')).toEqual(['two']);
    expect(await ids('?requestId=two')).toEqual(['two']);
    expect(await ids(`?key=${partner.apiKey}`)).toHaveLength(3);
    expect(await ids('?key=pk_test_nobody')).toEqual([]);
    const at = encodeURIComponent(formatInstant(start + MINUTE_MS));
    expect(await ids(`?since=${at}`)).toEqual(['three', 'two']);
    expect(await ids(`?until=${at}`)).toEqual(['one']);
  });

  test('each with both bodies; one whose signature was refused in a form that the signature doctor reads', async () => {
    const { partner, user } = await someone();
    const body = '{"data":{"note":"<script>alert(1)</script>"}}';
    await world.call('POST', '/v3/quotations?<b>', { as: { ...partner, apiSecret: 'wrong' }, body });
    await world.call('GET', '/v3/cities', { as: partner });
    await expect.poll(() => list(user)).toHaveLength(2);
    const [cities, refused] = (await list(user)) as [Line, Line];
    const { data } = (await user.get(`${PATH}/${refused.id}`)).json;
    expect(data).toMatchObject({ status: 401, request: { text: body, bytes: 45, isCut: false } });
    expect(data.shown).toMatch(/^POST \/v3\/quotations\?<b> HTTP\/1.1\nAuthorization: hmac pk_test_.*\nMarket: HK\n/);
    expect((await user.get(`${PATH}/${cities.id}`)).json.data).toMatchObject({ shown: null, answer: { isCut: true } });
  });

  test('which variant was asked for, also where it was refused', async () => {
    const { partner, user } = await someone();
    await world.call('GET', '/v3/cities', { as: partner, headers: { Platform: 'PLUS' } });
    await world.call('GET', '/v3/cities', { as: partner });
    await expect.poll(() => list(user)).toHaveLength(2);
    const platformOf = async ({ id }: Line) => (await user.get(`${PATH}/${id}`)).json.data.platform;
    expect(await Promise.all((await list(user)).map(platformOf))).toEqual([null, 'PLUS']);
  });

  test('nothing of others, nothing that is too old, and no nonsense', async () => {
    const { user } = await someone();
    const other = await someone();
    await world.call('GET', '/v3/cities', { as: other.partner });
    await expect.poll(() => list(other.user)).toHaveLength(1);
    const [foreign] = await list(other.user);
    expect(await list(user)).toEqual([]);
    expect(await list(user, `?key=${other.partner.apiKey}`)).toEqual([]);
    for (const id of [foreign?.id, '1', 'x', '%00'])
      expect([404, 422]).toContain((await user.get(`${PATH}/${id}`)).status);
    for (const far of ['1990-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      for (const name of ['since', 'until']) expect((await user.get(`${PATH}?${name}=${far}`)).status).toBe(200);
    for (const query of ['?after=x', '?answered=3', '?limit=1000', '?since=then', '?path=%00'])
      expect((await user.get(`${PATH}${query}`)).status).toBe(422);
    const old = `${BigInt(smallestIdAt(world.clock.now() - 7 * DAY_MS)) - 1n}`;
    await sql('update request_log set id = $2 where partner_id = $1', [other.partner.partnerId, old]);
    expect(await list(other.user)).toEqual([]);
    expect((await other.user.get(`${PATH}/${old}`)).status).toBe(404);
  });

  test('what is rare is looked for step by step: a page without it has a next one', async () => {
    const { partner, user } = await someone();
    await world.call('GET', '/v3/orders/1', { as: partner });
    await expect.poll(() => list(user)).toHaveLength(1);
    await sql(
      `insert into request_log (id, partner_id, key_id, at, method, path, api, status, duration_ms, request_id, address,
         request_body, request_bytes, answer_body, answer_bytes)
       select id + n, partner_id, key_id, at, 'GET', '/v3/cities', 'GetCities', 200, 1, '', '', '', 0, '', 0
       from request_log, generate_series(1, 20000) n where partner_id = $1`,
      [partner.partnerId],
    );
    const { json } = await user.get(`${PATH}?path=orders`);
    expect([json.data, typeof json.next]).toEqual([[], 'string']);
    expect(await paths(user, `?path=orders&after=${json.next}`)).toEqual(['/v3/orders/1']);
  });
});

test('a process that stops writes what it still has in its hands', async () => {
  const partner = await world.newPartner();
  const other = await world.another();
  await other.call('GET', '/v3/cities', { as: partner });
  await other.stop();
  expect(await rowsOf(partner)).toHaveLength(1);
  const [count] = await sql(
    'select calls from call_counts join api_keys key on key.id = key_id where partner_id = $1',
    [partner.partnerId],
  );
  expect(count).toEqual({ calls: 1 });
});

test('of a key that calls very often twenty a second are kept of what succeeds, and all that is refused; the rest is counted', async () => {
  const other = await world.another();
  const partner = await world.newPartner({ limitFactor: 1_000 });
  const get = (path: string) => other.call('GET', path, { as: partner });
  for (let call = 0; call < 22; call += 1) await get('/v3/cities');
  await get('/v3/orders/1');
  world.clock.set(world.clock.now() + SECOND_MS);
  await get('/v3/cities');
  await expect.poll(() => rowsOf(partner)).toHaveLength(22);
  const statuses = (await rowsOf(partner)).map(({ status }) => status);
  expect(statuses).toEqual([...Array(20).fill(200), 404, 200]);
  expect((await other.send({ path: '/metrics' })).text).toContain('waybill_request_log_left_out_total 2');
});

test('what cannot be kept is dropped and counted, and calls go on', async () => {
  const partner = await world.newPartner();
  const other = await world.another();
  await sql('alter table request_log rename to request_log_away');
  expect((await other.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
  await expect
    .poll(async () => (await other.send({ path: '/metrics' })).text)
    .toContain('waybill_request_log_dropped_total 1');
  await sql('alter table request_log_away rename to request_log');
});

test('with WAYBILL_REQUEST_LOG_DAYS=0 calls are counted and not kept', async () => {
  const quiet = await createWorld({ env: { WAYBILL_REQUEST_LOG_DAYS: '0' } });
  const other = await quiet.another();
  await other.call('GET', '/v3/cities');
  await other.stop();
  const { database } = quiet.foundations;
  expect(await database.query('select calls from call_counts')).toEqual([{ calls: 1 }]);
  expect(await database.query('select 1 from request_log')).toEqual([]);
  const { status, json } = await (await deskUser(quiet, 'portal')).get('/portal/v1/requests');
  expect([status, json.errors[0].message]).toEqual([404, 'No log of calls is kept here.']);
  await quiet.close();
});
