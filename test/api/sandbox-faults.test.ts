import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusals, INVALID, only, TAKEN, withField } from '../support/bad-input.ts';
import { orderBody, place, post, quote } from '../support/orders.ts';
import { callSandbox, readClock, readFaults, setFaults } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] } });
});
afterAll(() => world.close());
afterEach(() => setFaults(world, {}));

const cities = (further = {}) => world.call('GET', '/v3/cities', further);
const ordersStored = async () => (await world.foundations.database.query('select 1 from orders')).length;
/** Null for a connection that was closed without an answer. */
const statusOf = (answer: Promise<{ readonly status: number }>) =>
  answer.then(
    ({ status }) => status,
    (error: { code?: string }) => (error.code === 'ECONNRESET' ? null : Promise.reject(error)),
  );
async function statusesOf(times: number, make: () => Promise<{ readonly status: number }>) {
  const statuses: (number | null)[] = [];
  for (let made = 0; made < times; made++) statuses.push(await statusOf(make()));
  return statuses;
}

describe('what is set', () => {
  const EVERYTHING = {
    webhooks: { duplicate: 0.25, drop: true, delaySeconds: 30, reorder: 1 },
    api: { status: 503, afterCommit: true, share: 0.5 },
  };

  test('is answered as it was given, by every call, until it is replaced or taken away', async () => {
    expect((await readFaults(world)).json.data).toEqual({});
    for (const faults of [EVERYTHING, { webhooks: { drop: 0 } }, { api: { cut: true } }, {}]) {
      const answer = await setFaults(world, faults);
      expect([answer.status, answer.json.data]).toEqual([200, faults]);
      expect((await readFaults(world)).json.data).toEqual(faults);
    }
  });

  test('leaves out parts that are empty, and fields that nobody knows', async () => {
    const given = { webhooks: { jam: 1 }, api: {}, weather: 'bad' };
    expect((await setFaults(world, given)).json.data).toEqual({});
    const kept = await setFaults(world, { webhooks: { drop: 1, jam: 1 }, api: { status: 500, jam: 1 } });
    expect(kept.json.data).toEqual({ webhooks: { drop: 1 }, api: { status: 500 } });
  });

  test('is each partner’s own', async () => {
    const other = await world.newPartner();
    await setFaults(world, { api: { status: 500 } });
    expect((await readFaults(world, { as: other })).json.data).toEqual({});
    expect((await cities({ as: other })).status).toBe(200);
    expect((await cities()).status).toBe(500);
  });

  test.each([
    ['webhooks', only({ object: TAKEN, missing: TAKEN })],
    ['webhooks/duplicate', only({ truth: TAKEN, missing: TAKEN })],
    ['webhooks/drop', only({ truth: TAKEN, missing: TAKEN })],
    ['webhooks/reorder', only({ truth: TAKEN, missing: TAKEN })],
    ['webhooks/delaySeconds', only({ number: TAKEN, missing: TAKEN })],
    ['api', only({ object: TAKEN, missing: TAKEN })],
    ['api/status', only({ missing: [INVALID, '/data/api'] })],
    ['api/afterCommit', only({ truth: TAKEN, missing: TAKEN })],
    ['api/share', only({ truth: TAKEN, missing: TAKEN })],
  ])('is refused where %s is none', async (field, expected) => {
    await expectRefusals(world, field, expected, (value) => setFaults(world, withField(EVERYTHING, field, value)));
  });

  test.each([
    ['a share below 0', { webhooks: { drop: -0.01 } }, '/data/webhooks/drop'],
    ['a share above 1', { webhooks: { reorder: 1.01 } }, '/data/webhooks/reorder'],
    ['a share of calls above 1', { api: { cut: true, share: 2 } }, '/data/api/share'],
    ['a delay below 0', { webhooks: { delaySeconds: -1 } }, '/data/webhooks/delaySeconds'],
    ['a delay of an hour and a second', { webhooks: { delaySeconds: 3_601 } }, '/data/webhooks/delaySeconds'],
    ['another status', { api: { status: 502 } }, '/data/api/status'],
    ['a connection that is not cut', { api: { cut: false } }, '/data/api/cut'],
    ['a status and a cut', { api: { status: 500, cut: true } }, '/data/api'],
    ['neither a status nor a cut', { api: { share: 0.5 } }, '/data/api'],
  ])('is refused with %s', async (_, faults, pointer) => {
    const { status, json } = await setFaults(world, faults);
    expect([status, json.message, json.errors[0].detail]).toEqual([422, 'ERR_INVALID_FIELD', pointer]);
    expect((await readFaults(world)).json.data).toEqual({});
  });

  test('may be at the edges', async () => {
    for (const edge of [{ drop: 0 }, { drop: 1 }, { delaySeconds: 0 }, { delaySeconds: 3_600 }, { delaySeconds: 0.5 }])
      expect((await setFaults(world, { webhooks: edge })).status).toBe(200);
  });
});

describe('a call that goes wrong', () => {
  test.each([
    [429, 'ERR_RATE_LIMIT_EXCEEDED', '1'],
    [500, 'ERR_INTERNAL', undefined],
    [503, 'ERR_UNAVAILABLE', '1'],
  ])('is answered %i, and the answer says who wanted it', async (status, code, retryAfter) => {
    await setFaults(world, { api: { status } });
    const answer = await cities();
    expect([answer.status, answer.json.message, answer.headers['retry-after']]).toEqual([status, code, retryAfter]);
    expect(answer.json.errors[0].message).toBe(`You have asked for this ${status} with PUT /sandbox/v1/faults.`);
    expect(answer.headers).toHaveProperty('ratelimit-remaining-getcities');
  });

  test('gets no answer where the connection is cut', async () => {
    await setFaults(world, { api: { cut: true } });
    expect(await statusesOf(2, cities)).toEqual([null, null]);
  });

  test('is one of its share by count, not by luck, and the count starts when it is set', async () => {
    await setFaults(world, { api: { status: 500, share: 0.5 } });
    expect(await statusesOf(5, cities)).toEqual([200, 500, 200, 500, 200]);
    await setFaults(world, { api: { status: 503, share: 0.25 } });
    expect(await statusesOf(8, cities)).toEqual([200, 200, 200, 503, 200, 200, 200, 503]);
    await setFaults(world, { api: { status: 503, share: 0 } });
    expect(await statusesOf(3, cities)).toEqual([200, 200, 200]);
  });

  test('is counted over all processes, at once too', async () => {
    const second = await world.another();
    await setFaults(second, { api: { status: 500, share: 0.5 }, webhooks: {} });
    expect((await cities()).status).toBe(200);
    expect((await second.call('GET', '/v3/cities')).status).toBe(500);
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? cities() : second.call('GET', '/v3/cities'))),
    );
    expect(many.filter(({ status }) => status === 500)).toHaveLength(10);
    await setFaults(world, {});
    expect(await statusesOf(2, () => second.call('GET', '/v3/cities'))).toEqual([200, 200]);
  });

  test('is never one to the sandbox itself, and those are not counted', async () => {
    await setFaults(world, { api: { cut: true, share: 0.5 } });
    for (let made = 0; made < 3; made++) {
      expect((await readClock(world)).status).toBe(200);
      expect((await readFaults(world)).status).toBe(200);
      expect((await callSandbox(world, 'GET', '/orders/1000000000000000001/actions')).status).toBe(404);
    }
    expect(await statusesOf(2, cities)).toEqual([200, null]);
  });

  test('is still signed, and a stranger learns nothing of it', async () => {
    await setFaults(world, { api: { status: 500 } });
    expect((await cities({ signed: { path: '/v3/other' } })).status).toBe(401);
  });
});

describe('before anything is done', () => {
  test.each([[{ status: 500 }], [{ cut: true }]])('with %j no order is placed, and a retry places it', async (how) => {
    const body = orderBody(await quote(world));
    const before = await ordersStored();
    await setFaults(world, { api: how });
    expect(await statusOf(post(world, body, { requestId: `before-${Object.keys(how)}` }))).not.toBe(201);
    expect(await ordersStored()).toBe(before);
    await setFaults(world, {});
    const retry = await post(world, body, { requestId: `before-${Object.keys(how)}` });
    expect([retry.status, retry.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(await ordersStored()).toBe(before + 1);
  });
});

describe('after the commit', () => {
  test.each([[{ status: 500 }], [{ status: 429 }], [{ cut: true }]])(
    'with %j the work is done, and a retry gets its answer',
    async (how) => {
      const { orderId } = await place(world);
      const path = `/v3/orders/${orderId}/priority-fee`;
      const requestId = `after-${JSON.stringify(how)}`;
      const add = () => world.call('POST', path, { requestId, body: JSON.stringify({ data: { priorityFee: '20' } }) });
      await setFaults(world, { api: { ...how, afterCommit: true } });
      expect(await statusesOf(2, add)).toEqual(Array(2).fill('status' in how ? how.status : null));
      await setFaults(world, {});
      const retry = await add();
      expect([retry.status, retry.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(retry.json.data.priceBreakdown.priorityFee).toBe('20');
    },
  );

  test('an order is placed once, with or without a Request-ID', async () => {
    for (const options of [{ requestId: 'once' }, {}]) {
      const body = orderBody(await quote(world));
      const before = await ordersStored();
      await setFaults(world, { api: { cut: true, afterCommit: true } });
      expect(await statusOf(post(world, body, options))).toBeNull();
      await setFaults(world, {});
      expect((await post(world, body, options)).status).toBe(201);
      expect(await ordersStored()).toBe(before + 1);
    }
  });

  test('a call that is refused anyway gets its refusal', async () => {
    await setFaults(world, { api: { status: 500, afterCommit: true } });
    expect((await world.call('GET', '/v3/orders/1000000000000000001')).status).toBe(404);
    expect((await post(world, {})).status).toBe(422);
  });
});

test('faults that are set again with the same Request-ID are set once', async () => {
  const faults = { api: { status: 500, share: 0.5 } };
  await setFaults(world, faults, { requestId: 'set-once' });
  expect((await cities()).status).toBe(200);
  const again = await setFaults(world, faults, { requestId: 'set-once' });
  expect([again.json.data, again.headers['idempotent-replayed']]).toEqual([faults, 'true']);
  expect((await cities()).status).toBe(500);
});
