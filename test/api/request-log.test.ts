import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
      .poll(counts, { timeout: 8_000 })
      .toEqual([{ api: 'GetQuotation', calls: 50, refused: 2, last_used_at: new Date(world.clock.now()) }]);
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
  await quiet.call('GET', '/v3/cities');
  const stopped = quiet.foundations.database;
  await expect.poll(() => stopped.query('select calls from call_counts'), { timeout: 8_000 }).toEqual([{ calls: 1 }]);
  expect(await stopped.query('select 1 from request_log')).toEqual([]);
  await quiet.close();
});
