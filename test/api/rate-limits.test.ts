import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiKeyId } from '../../src/foundation/ids.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { noContent, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { takeFromWindows } from '../../src/partners/rate-windows-sql.ts';
import { type SlidingWindow, takeFromWindow } from '../../src/partners/rules/sliding-window.ts';
import { runs } from '../support/runs.ts';
import { createWorld, type World } from '../support/world.ts';

function addRoutes(partnerApi: PartnerApi): void {
  const route = {
    limit: 'PostOrder',
    platform: 'ANY',
    tag: 'Probe',
    operationId: 'probe',
    summary: 'A probe',
    answers: { 204: null },
  } as const;
  partnerApi.post('/v3/probe', route, async () => noContent());
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ addRoutes });
});
afterAll(() => world.close());

const rate = (headers: Readonly<Record<string, string | undefined>>, api: string, prefix = 'ratelimit') =>
  ['limit', 'remaining', 'reset'].map((field) => Number(headers[`${prefix}-${field}-${api}`.toLowerCase()]));

test('every answer carries the rate headers in both spellings', async () => {
  const partner = await world.newPartner();
  const first = await world.call('GET', '/v3/cities', { as: partner });
  expect(rate(first.headers, 'GetCities').slice(0, 2)).toEqual([50, 49]);
  expect(rate(first.headers, 'GetCities', 'ratelimits')).toEqual(rate(first.headers, 'GetCities'));
  const refused = await world.call('GET', '/v3/cities', { as: partner, market: 'XX' });
  expect([refused.status, ...rate(refused.headers, 'GetCities').slice(0, 2)]).toEqual([422, 50, 49]);
});

const ON_DEMAND: [call: string, api: string, limit: number][] = [
  ['POST /v3/quotations', 'PostQuotation', 30],
  ['GET /v3/quotations/1', 'GetQuotation', 50],
  ['GET /v3/quotations/1/explanation', 'GetOrder', 50],
  ['POST /v3/orders', 'PostOrder', 30],
  ['GET /v3/orders', 'GetOrder', 50],
  ['GET /v3/orders/1', 'GetOrder', 50],
  ['GET /v3/orders/1/explanation', 'GetOrder', 50],
  ['GET /v3/orders/1/drivers/1', 'GetDriver', 50],
  ['POST /v3/orders/1/priority-fee', 'PostPriorityFee', 30],
  ['PATCH /v3/orders/1', 'PatchOrder', 30],
  ['DELETE /v3/orders/1', 'DeleteOrder', 30],
  ['DELETE /v3/orders/1/drivers/1', 'DeleteDriver', 30],
  ['GET /v3/cities', 'GetCities', 50],
  ['PATCH /v3/webhook', 'PatchWebhook', 30],
  ['GET /v3/wallet', 'GetOrder', 50],
  ['GET /v3/events', 'GetOrder', 50],
  ['POST /v3/events/1/redeliver', 'GetOrder', 50],
  ['POST /v3/events/recover', 'GetOrder', 50],
  ['GET /sandbox/v1/clock', 'Sandbox', 600],
];
const PLUS: typeof ON_DEMAND = [
  ['POST /v3/quotations', 'PostQuotation', 30],
  ['GET /v3/quotations/1', 'GetQuotation', 50],
  ['POST /v3/orders', 'PostOrder', 30],
  ['GET /v3/orders/1', 'GetOrder', 50],
  ['GET /v3/orders/ref/1', 'GetOrder', 50],
  ['PATCH /v3/orders/1', 'PatchOrder', 30],
  ['DELETE /v3/orders/1', 'DeleteOrder', 30],
];

test.each([...ON_DEMAND.map((row) => [...row, undefined] as const), ...PLUS.map((row) => [...row, 'PLUS'] as const)])(
  '%s counts as %s, %i a minute (Platform: %s)',
  async (call, api, limit, platform) => {
    const partner = await world.newPartner({ platforms: ['ON_DEMAND', 'PLUS'] });
    const [method = '', path = ''] = call.split(' ');
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"data":{}}' };
    const headers = platform === undefined ? {} : { platform };
    const answer = await world.call(method, path, { as: partner, headers, ...body });
    const counted = Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit-limit-'));
    expect(counted).toEqual([`ratelimit-limit-${api.toLowerCase()}`]);
    expect(rate(answer.headers, api).slice(0, 2)).toEqual([limit, limit - 1]);
  },
);

test('the 51st city call of a minute is refused on either process, and obeying the reset time works', async () => {
  const other = await world.another();
  const partner = await world.newPartner();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (index % 2 === 0 ? world : other).call('GET', '/v3/cities', { as: partner }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  const [first] = refused;
  expect(first?.json.message).toBe('ERR_RATE_LIMIT_EXCEEDED');
  const [, remaining, reset] = rate(first?.headers ?? {}, 'GetCities');
  expect(remaining).toBe(0);
  const retryAfter = Number(first?.headers['retry-after']);
  expect(retryAfter * SECOND_MS).toBeGreaterThanOrEqual((reset as number) * SECOND_MS - world.clock.now());
  world.clock.set((reset as number) * SECOND_MS - SECOND_MS);
  expect((await world.call('GET', '/v3/cities', { as: partner })).status).toBe(429);
  world.clock.set((reset as number) * SECOND_MS);
  expect((await other.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
});

test('a burst at the edge of a minute does not double the limit', async () => {
  const partner = await world.newPartner();
  const start = Math.ceil(world.clock.now() / MINUTE_MS) * MINUTE_MS;
  const burst = async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => world.call('GET', '/v3/cities', { as: partner })),
    );
    return answers.filter(({ status }) => status === 200).length;
  };
  world.clock.set(start - SECOND_MS);
  expect(await burst()).toBe(50);
  world.clock.set(start + SECOND_MS);
  expect(await burst()).toBe(0);
});

test('orders also have a pace of two a second, which a raised key raises too', async () => {
  const slow = await world.newPartner();
  const three = async (as: typeof slow) => {
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push(await world.call('POST', '/v3/probe', { as }));
    return answers;
  };
  const [, , third] = await three(slow);
  expect([third?.status, third?.json.message, third?.headers['retry-after']]).toEqual([
    429,
    'ERR_RATE_LIMIT_EXCEEDED',
    '1',
  ]);
  expect(third?.json.errors[0].message).toContain('2 calls a second');
  expect(rate(third?.headers ?? {}, 'PostOrder').slice(0, 2)).toEqual([30, 28]);
  world.clock.advance(1000);
  expect((await world.call('POST', '/v3/probe', { as: slow })).status).toBe(204);
  const fast = await world.newPartner({ limitFactor: 10 });
  expect((await three(fast)).map(({ status }) => status)).toEqual([204, 204, 204]);
});

test('whoever orders too fast and waits until the reset time waits for the pace, not for the minute', async () => {
  const partner = await world.newPartner();
  world.clock.set(Math.ceil(world.clock.now() / SECOND_MS) * SECOND_MS + 300);
  const order = () => world.call('POST', '/v3/probe', { as: partner });
  const answers = [await order(), await order(), await order()];
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 429]);
  const [, , reset] = rate(answers[2]?.headers ?? {}, 'PostOrder');
  const waitMs = (reset as number) * SECOND_MS - world.clock.now();
  expect(waitMs).toBe(1_700);
  world.clock.advance(waitMs);
  expect((await order()).status).toBe(204);
});

async function keyOf({ apiKey }: { readonly apiKey: string }): Promise<ApiKeyId> {
  const [key] = await world.foundations.database.query<{ id: ApiKeyId }>(
    'select id from api_keys where public_key = $1',
    [apiKey],
  );
  return key?.id as ApiKeyId;
}

test('an order that comes too fast is not counted against the minute, nor the pace where the minute is full', async () => {
  const { database } = world.foundations;
  const keyId = await keyOf(await world.newPartner());
  const take = async (wanted: number, tick: number) => {
    const pace = { name: 'Pace', tick, lifeTicks: 10, allowed: 2 };
    const request = { keyId, revision: 1, name: 'Minute', tick, lifeTicks: 600, wanted, allowed: 5, pace };
    const [{ granted, used, paceUsed } = {}] = await takeFromWindows(database, [request]);
    return { granted, used, paceUsed };
  };
  expect(await take(3, 1)).toEqual({ granted: 2, used: 2, paceUsed: 2 });
  expect(await take(1, 2)).toEqual({ granted: 0, used: 2, paceUsed: 2 });
  expect(await take(2, 11)).toEqual({ granted: 2, used: 4, paceUsed: 2 });
  expect(await take(2, 21)).toEqual({ granted: 1, used: 5, paceUsed: 1 });
  expect(await take(1, 22)).toEqual({ granted: 0, used: 5, paceUsed: 1 });
});

test('of orders that arrive together with a call that is only told where it stands, no more than two get through', async () => {
  const partner = await world.newPartner();
  const market = (index: number) => (index === 0 ? { market: 'XX' } : {});
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => world.call('POST', '/v3/probe', { as: partner, ...market(index) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 422, 429, 429, 429]);
  for (const { json } of answers.filter(({ status }) => status === 429))
    expect(json.errors[0].message).toContain('2 calls a second');
});

test('production allows more', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
  const answer = await production.call('GET', '/v3/cities');
  expect(rate(answer.headers, 'GetCities').slice(0, 2)).toEqual([300, 299]);
  await production.close();
});

test('an address that keeps failing is shut out before anything is looked up; a good caller is not counted', async () => {
  const guarded = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '5' }, partner: { limitFactor: 100 } });
  for (let index = 0; index < 10; index++) expect((await guarded.call('GET', '/v3/cities')).status).toBe(200);
  const fail = () => guarded.send({ path: '/v3/cities', headers: { authorization: 'hmac nonsense' } });
  for (let index = 0; index < 5; index++) expect((await fail()).status).toBe(401);
  const shutOut = await fail();
  expect([shutOut.status, shutOut.json.message]).toEqual([429, 'ERR_RATE_LIMIT_EXCEEDED']);
  expect(Number(shutOut.headers['retry-after'])).toBeGreaterThan(50);
  expect((await guarded.call('GET', '/v3/cities')).status).toBe(429);
  guarded.clock.advance(MINUTE_MS + SECOND_MS);
  expect((await guarded.call('GET', '/v3/cities')).status).toBe(200);
  await guarded.close();
});

test('a client that keeps exactly to the limit is never refused', async () => {
  const partner = await world.newPartner();
  for (let index = 0; index < 120; index++) {
    expect((await world.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
    world.clock.advance(MINUTE_MS / 50);
  }
});

const A_LOOK_AND_A_STEP_BACK = [
  { pause: 0, wanted: 1 },
  { pause: 60, wanted: 0 },
  { pause: -1, wanted: 0 },
];

test('the database counts exactly as the pure rule does', async () => {
  const { database } = world.foundations;
  const keyId = await keyOf(world.partner);
  const step = fc.record({ pause: fc.integer({ min: -3, max: 80 }), wanted: fc.integer({ min: 0, max: 9 }) });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 20 }), async (steps, allowed) => {
      const name = `property ${run++}`;
      let tick = 1_000;
      let model: SlidingWindow | undefined;
      for (const { pause, wanted } of steps) {
        tick += pause;
        const request = { keyId, revision: 1, name, tick, lifeTicks: 60, wanted, allowed, pace: undefined };
        const [{ granted, used, oldestTick } = {}] = await takeFromWindows(database, [request]);
        const { window, ...taken } = takeFromWindow(model, tick, 60, wanted, allowed);
        model = window;
        expect({ granted, used, oldestTick }).toEqual(taken);
      }
    }),
    { numRuns: runs(30), examples: [[A_LOOK_AND_A_STEP_BACK, 1]] },
  );
});

test('of calls that two processes count at the same moment, as many get through as there is room for', async () => {
  const { database } = world.foundations;
  const keys = (await Promise.all([1, 2, 3].map(async () => keyOf(await world.newPartner())))).sort();
  const takeAtOnce = async (tick: number) => {
    const requests = keys.map((keyId) => {
      const pace = { name: 'Pace', tick, lifeTicks: 10, allowed: 25 };
      return { keyId, revision: 1, name: 'Minute', tick, lifeTicks: 600, wanted: 1, allowed: 40, pace };
    });
    const answers = await Promise.all(Array.from({ length: 60 }, () => takeFromWindows(database, requests)));
    return keys.map((_, place) => answers.reduce((sum, each) => sum + (each[place]?.granted ?? 0), 0));
  };
  expect(await takeAtOnce(1)).toEqual([25, 25, 25]);
  expect(await takeAtOnce(11)).toEqual([15, 15, 15]);
});

test('nothing is taken with a key that has changed meanwhile', async () => {
  const { database } = world.foundations;
  const request = {
    keyId: world.partner.partnerId as never,
    revision: 1,
    name: 'X',
    tick: 1,
    lifeTicks: 60,
    wanted: 1,
    allowed: 5,
    pace: undefined,
  };
  expect(await takeFromWindows(database, [request])).toEqual([
    { current: false, granted: 0, used: 0, oldestTick: undefined, paceUsed: undefined },
  ]);
  const paced = { ...request, pace: { name: 'X a second', tick: 1, lifeTicks: 1, allowed: 2 } };
  expect(await takeFromWindows(database, [paced])).toEqual([
    { current: false, granted: 0, used: 0, oldestTick: undefined, paceUsed: 0 },
  ]);
});
