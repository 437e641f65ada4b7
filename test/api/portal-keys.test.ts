import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { changeKeyStatus } from '../../src/partners/index.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { CENTRAL, MONG_KOK } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Made = { apiKey: string; apiSecret: string };
type Key = { apiKey: string; status: string; revision: number; markets: string[]; lastUsedAt: string | null };
const KEYS = '/portal/v1/keys';
const keysOf = async (user: DeskUser) => (await user.get(KEYS)).json.data.keys as Key[];
const statusOf = (as: Made) => world.call('GET', '/v3/cities', { as }).then(({ status }) => status);
const setStatus = (user: DeskUser, apiKey: string, status: string, seen: string) =>
  user.put(`${KEYS}/${apiKey}/status`, { status, seen });
const actsOf = async (user: DeskUser) =>
  ((await user.get('/portal/v1/acts?subjectKind=key')).json.data as { action: string }[]).map(({ action }) => action);

async function someone(terms: Parameters<World['newPartner']>[0] = {}) {
  const partner = await world.newPartner(terms);
  return { partner, user: await deskUser(world, 'portal', { role: 'developer', partner }) };
}

describe('a partner looks at its keys', () => {
  test('with what each is for and when it was last used', async () => {
    const { partner, user } = await someone({ sourceAddresses: ['127.0.0.0/8'], limitFactor: 3 });
    const now = new Date(world.clock.now()).toISOString().replace(/\.\d+Z/, '.00Z');
    expect((await user.get(KEYS)).json.data).toEqual({
      keys: [
        {
          apiKey: partner.apiKey,
          status: 'active',
          suspendedBy: null,
          markets: ['HK', 'SG'],
          platforms: ['ON_DEMAND'],
          sourceAddresses: ['127.0.0.0/8'],
          limitFactor: 3,
          revision: 1,
          createdAt: now,
          lastUsedAt: null,
        },
      ],
      mostAlive: 2,
      reach: { markets: ['HK', 'SG'], platforms: ['ON_DEMAND'] },
    });
    const other = await world.another();
    expect((await other.call('GET', '/v3/cities', { as: partner })).status).toBe(200);
    await other.stop();
    expect((await keysOf(user))[0]?.lastUsedAt).toBe(now);
  });

  test('and sees neither secrets nor what others have', async () => {
    const { partner, user } = await someone();
    const other = await someone();
    const { text } = await user.get(KEYS);
    expect(text).not.toContain(partner.apiSecret);
    expect(text).not.toContain(other.partner.apiKey);
  });
});

describe('a new key', () => {
  test('works at once with the secret that is shown this once, for what was asked', async () => {
    const { user } = await someone();
    const { status, json } = await user.post(KEYS, { markets: ['SG'], sourceAddresses: ['127.0.0.1'] });
    expect(status).toBe(201);
    expect(await statusOf(json.data)).toBe(422);
    expect((await world.call('GET', '/v3/cities', { as: json.data, market: 'SG' })).status).toBe(200);
    expect((await keysOf(user)).map(({ markets }) => markets)).toEqual([['SG'], ['HK', 'SG']]);
    expect(await actsOf(user)).toEqual(['key.create']);
  });

  test('has the terms and the limits of the newest where nothing is asked', async () => {
    const { user } = await someone({ limitFactor: 7 });
    await user.post(KEYS, {});
    expect(await keysOf(user)).toMatchObject([{ limitFactor: 7, markets: ['HK', 'SG'] }, { limitFactor: 7 }]);
  });

  test('is the second at most: a third is refused, also when two are asked for at once', async () => {
    const { user } = await someone();
    const answers = await Promise.all([user.post(KEYS, {}), user.post(KEYS, {})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.json.message).toBe('ERR_TOO_MANY_KEYS');
    expect(await keysOf(user)).toHaveLength(2);
  });

  test('is for nothing that the partner has not, and its addresses are addresses', async () => {
    const { user } = await someone();
    const refused = async (data: object) => {
      const { status, json } = await user.post(KEYS, data);
      return [status, json.errors[0].detail];
    };
    expect(await refused({ markets: ['TW'] })).toEqual([422, '/data/markets']);
    expect(await refused({ platforms: ['PLUS'] })).toEqual([422, '/data/platforms']);
    expect(await refused({ markets: [] })).toEqual([422, '/data/markets']);
    expect(await refused({ sourceAddresses: ['here'] })).toEqual([422, '/data/sourceAddresses']);
    expect(await refused({ platforms: ['ROCKET'] })).toEqual([422, '/data/platforms/0']);
  });

  test('can be had again after the last was revoked, for what that was for', async () => {
    const { partner, user } = await someone({ markets: ['SG'] });
    await setStatus(user, partner.apiKey, 'revoked', 'active');
    expect((await user.post(KEYS, { markets: ['HK'] })).status).toBe(422);
    expect((await user.post(KEYS, {})).json.data.markets).toEqual(['SG']);
  });

  test('is never remembered with its secret, also where the call carries an id', async () => {
    const { user } = await someone();
    const { json } = await user.post(KEYS, {}, { requestId: 'make-a-key' });
    const rows = await world.foundations.database.query('select 1 from remembered_answers where body like $1', [
      `%${json.data.apiSecret}%`,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a key is changed', () => {
  test('suspended it is answered with 403, open again it works, revoked it is gone', async () => {
    const { partner, user } = await someone();
    expect((await setStatus(user, partner.apiKey, 'suspended', 'active')).status).toBe(204);
    expect(await statusOf(partner)).toBe(403);
    expect((await setStatus(user, partner.apiKey, 'active', 'suspended')).status).toBe(204);
    expect(await statusOf(partner)).toBe(200);
    expect((await setStatus(user, partner.apiKey, 'revoked', 'active')).status).toBe(204);
    expect(await statusOf(partner)).toBe(401);
    expect(await actsOf(user)).toEqual(['key.revoke', 'key.resume', 'key.suspend']);
  });

  test('what the operator has suspended stays so, and is not got around by another key', async () => {
    const { partner, user } = await someone();
    await changeKeyStatus(world.foundations.database, partner.apiKey, 'suspended');
    for (const status of ['active', 'revoked'])
      expect((await setStatus(user, partner.apiKey, status, 'suspended')).status).toBe(403);
    expect((await user.post(KEYS, {})).status).toBe(403);
    expect(await statusOf(partner)).toBe(403);
    const quoted = await user.post('/portal/v1/quotations', {
      serviceType: 'MOTORCYCLE',
      language: 'en_HK',
      stops: [CENTRAL, MONG_KOK],
    });
    expect([quoted.status, quoted.json.errors[0].message]).toEqual([
      403,
      'Your keys were suspended by the operator. Ask partner support.',
    ]);
    expect((await user.get('/portal/v1/orders')).status).toBe(200);
    expect(await actsOf(user)).toEqual([]);
  });

  test.each([
    ['changed', (user: DeskUser, apiKey: string) => setStatus(user, apiKey, 'suspended', 'active'), 409],
    ['got around by another one', (user: DeskUser) => user.post(KEYS, {}), 403],
  ] as const)('what the operator suspends at the same moment is not %s', async (_, act, refusedWith) => {
    const { partner, user } = await someone();
    const { database } = world.foundations;
    const { acting } = await database.inTransaction(async (tx) => {
      await changeKeyStatus(tx, partner.apiKey, 'suspended');
      const acting = act(user, partner.apiKey);
      await expect.poll(() => waitingForLocks(database), { interval: 1 }).toBe(1);
      return { acting };
    });
    expect((await acting).status).toBe(refusedWith);
    expect((await setStatus(user, partner.apiKey, 'active', 'suspended')).status).toBe(403);
    expect(await keysOf(user)).toMatchObject([{ apiKey: partner.apiKey, status: 'suspended' }]);
  });

  test('a market that only a revoked key has is closed to new business at the portal too', async () => {
    const { partner, user } = await someone();
    const second = (await user.post(KEYS, { markets: ['SG'] })).json.data;
    expect((await setStatus(user, partner.apiKey, 'revoked', 'active')).status).toBe(204);
    expect(second.apiKey).toMatch(/^pk_/);
    const body = { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK] };
    const quoted = await user.post('/portal/v1/quotations?market=HK', body);
    expect([quoted.status, quoted.json.errors[0].message]).toEqual([422, 'Your markets are SG.']);
    expect((await user.get('/portal/v1/orders?market=HK')).status).toBe(200);
  });

  test('to other terms, which hold with the next call', async () => {
    const { partner, user } = await someone();
    const change = (data: object) => user.patch(`${KEYS}/${partner.apiKey}`, data);
    expect((await change({ markets: ['SG'], seen: 1 })).status).toBe(204);
    expect(await statusOf(partner)).toBe(422);
    const gone = await change({ markets: ['HK'], seen: 2 });
    expect([gone.status, gone.json.errors[0].detail]).toEqual([422, '/data/markets']);
    expect(await actsOf(user)).toEqual(['key.change']);
  });

  test('by somebody who saw it otherwise: the later one is told what it is now', async () => {
    const { partner, user } = await someone();
    const colleague = await deskUser(world, 'portal', { partner });
    expect((await setStatus(colleague, partner.apiKey, 'suspended', 'active')).status).toBe(204);
    const late = await setStatus(user, partner.apiKey, 'revoked', 'active');
    expect([late.status, late.json.message]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
    expect(late.json.errors[0].message).toContain('it is suspended now');
    const terms = await user.patch(`${KEYS}/${partner.apiKey}`, { markets: ['HK'], seen: 1 });
    expect(terms.json.message).toBe('ERR_CHANGED_MEANWHILE');
    expect((await keysOf(user))[0]).toMatchObject({ status: 'suspended', markets: ['HK', 'SG'] });
  });

  test('a key of somebody else, a revoked one and none at all are not there', async () => {
    const { partner, user } = await someone();
    const other = await someone();
    for (const apiKey of [other.partner.apiKey, 'pk_test_nobody', '<script>']) {
      const path = encodeURIComponent(apiKey);
      expect((await setStatus(user, path, 'revoked', 'active')).status).toBe(404);
      expect((await user.patch(`${KEYS}/${path}`, { markets: ['HK'], seen: 1 })).status).toBe(404);
      expect((await user.get(`/portal/v1/usage?key=${path}`)).status).toBe(404);
    }
    expect(await statusOf(other.partner)).toBe(200);
    await setStatus(user, partner.apiKey, 'revoked', 'active');
    expect((await setStatus(user, partner.apiKey, 'active', 'revoked')).status).toBe(404);
  });

  test('not by a viewer', async () => {
    const { partner } = await someone();
    const viewer = await deskUser(world, 'portal', { role: 'viewer', partner });
    expect((await viewer.get(KEYS)).status).toBe(200);
    expect((await viewer.post(KEYS, {})).status).toBe(403);
    expect((await setStatus(viewer, partner.apiKey, 'revoked', 'active')).status).toBe(403);
    expect(await statusOf(partner)).toBe(200);
  });
});

test('in production a new key needs a funded wallet in its markets', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
  const partner = await production.newPartner({ markets: ['HK'], platforms: ['PLUS', 'ON_DEMAND'] });
  const user = await deskUser(production, 'portal', { partner });
  expect((await user.post(KEYS, {})).status).toBe(201);
  const { partnerId } = partner;
  await production.foundations.database.query('update api_keys set markets = $2 where partner_id = $1', [
    partnerId,
    ['SG'],
  ]);
  await setStatus(user, partner.apiKey, 'revoked', 'active');
  const { status, json } = await user.post(KEYS, {});
  expect([status, json.message]).toEqual([402, 'ERR_INSUFFICIENT_CREDIT']);
  await production.close();
});

test('usage shows each kind of call against its limit, minute by minute, with what was refused', async () => {
  const { partner, user } = await someone();
  const other = await world.another();
  const start = world.clock.now();
  for (let call = 0; call < 52; call += 1) await other.call('GET', '/v3/cities', { as: partner });
  world.clock.set(start + MINUTE_MS);
  await other.call('GET', '/v3/cities', { as: partner });
  await other.stop();
  const usageOf = async (name: string) =>
    ((await user.get(`/portal/v1/usage?key=${partner.apiKey}`)).json.data as { api: string }[]).find(
      ({ api }) => api === name,
    );
  const cities = () => usageOf('GetCities');
  expect(await usageOf('PostOrder')).toMatchObject({ allowed: 30, allowedASecond: 2, busiest: null });
  expect(await cities()).toMatchObject({
    allowed: 50,
    allowedASecond: null,
    refused: 2,
    busiest: { calls: 50, refused: 2 },
  });
  const usage = (await cities()) as unknown as Record<'minutes' | 'hours', { calls: number; refused: number }[]>;
  expect(usage.minutes).toHaveLength(60);
  expect(usage.minutes.slice(-2)).toMatchObject([
    { calls: 50, refused: 2 },
    { calls: 1, refused: 0 },
  ]);
  expect(usage.hours).toHaveLength(24);
});
