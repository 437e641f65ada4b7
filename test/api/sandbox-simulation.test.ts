import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOrMakeDemoPartner } from '../../src/main/make-demo-partner.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { lockSimulations } from '../../src/partners/index.ts';
import { createWorld, type World } from '../support/world.ts';

const PATH = '/sandbox/v1/simulation';

let world: World;
let partner: MadePartner;
beforeAll(async () => {
  world = await createWorld();
  partner = await world.newPartner({ limitFactor: 1_000 });
});
afterAll(() => world.close());

const read = async (as = partner) => {
  const { status, json } = await world.call('GET', PATH, { as });
  expect(status).toBe(200);
  return json.data;
};
const put = (data: unknown, as = partner, requestId?: string) =>
  world.call('PUT', PATH, {
    as,
    body: JSON.stringify({ data }),
    ...(requestId === undefined ? {} : { requestId }),
  });

test('a new partner has no simulated drivers', async () => {
  expect(await read(await world.newPartner())).toEqual({ drivers: 'MANUAL', speed: 1 });
});

test('what is put is what is read, whole: what is left out is as at first', async () => {
  const { status, json } = await put({ drivers: 'AUTO', speed: 600, scenario: 'POD_FAILED' });
  expect([status, json.data]).toEqual([200, { drivers: 'AUTO', speed: 600, scenario: 'POD_FAILED' }]);
  expect(await read()).toEqual({ drivers: 'AUTO', speed: 600, scenario: 'POD_FAILED' });
  expect((await put({ drivers: 'AUTO' })).json.data).toEqual({ drivers: 'AUTO', speed: 1 });
  expect(await read()).toEqual({ drivers: 'AUTO', speed: 1 });
});

test('is each partner’s own', async () => {
  const other = await world.newPartner();
  await put({ drivers: 'AUTO', speed: 7 });
  expect(await read(other)).toEqual({ drivers: 'MANUAL', speed: 1 });
});

test('a repeated call changes nothing that came after it', async () => {
  await put({ drivers: 'AUTO', speed: 2 }, partner, 'first');
  await put({ drivers: 'MANUAL', speed: 3 });
  const { json, headers } = await put({ drivers: 'AUTO', speed: 2 }, partner, 'first');
  expect(json.data).toEqual({ drivers: 'AUTO', speed: 2 });
  expect(headers['idempotent-replayed']).toBe('true');
  expect(await read()).toEqual({ drivers: 'MANUAL', speed: 3 });
});

test('a key for the scheduled variant alone may use it, without the header that names it', async () => {
  const plus = await world.newPartner({ platforms: ['PLUS'] });
  expect((await put({ drivers: 'AUTO', speed: 1 }, plus)).status).toBe(200);
});

test('the demo partner has simulated drivers from its first start, also one of before there were any, unless it chose', async () => {
  const demo = await findOrMakeDemoPartner(world.foundations);
  const read = async () => (await world.call('GET', '/sandbox/v1/simulation', { as: demo })).json.data;
  expect(await read()).toEqual({ drivers: 'AUTO', speed: 10 });
  await world.foundations.database.query('delete from partner_simulations where partner_id = $1', [demo.partnerId]);
  expect((await read()).drivers).toBe('MANUAL');
  expect((await findOrMakeDemoPartner(world.foundations)).apiKey).toBe(demo.apiKey);
  expect(await read()).toEqual({ drivers: 'AUTO', speed: 10 });
  const body = JSON.stringify({ data: { drivers: 'MANUAL' } });
  expect((await world.call('PUT', '/sandbox/v1/simulation', { as: demo, body })).status).toBe(200);
  await findOrMakeDemoPartner(world.foundations);
  expect(await read()).toEqual({ drivers: 'MANUAL', speed: 1 });
});

describe('bad input', () => {
  test.each([
    ['speed 0', { drivers: 'AUTO', speed: 0 }, '/data/speed'],
    ['speed 601', { drivers: 'AUTO', speed: 601 }, '/data/speed'],
    ['half a speed', { drivers: 'AUTO', speed: 1.5 }, '/data/speed'],
    ['a speed in letters', { drivers: 'AUTO', speed: 'fast' }, '/data/speed'],
    ['drivers who are neither', { drivers: 'auto', speed: 1 }, '/data/drivers'],
    ['a scenario that is a number', { drivers: 'AUTO', speed: 1, scenario: 7 }, '/data/scenario'],
    ['a scenario in lower case', { drivers: 'AUTO', speed: 1, scenario: 'happy' }, '/data/scenario'],
    ['a scenario that every object has', { drivers: 'AUTO', scenario: 'constructor' }, '/data/scenario'],
  ])('%s is refused, and changes nothing', async (_, data, pointer) => {
    await put({ drivers: 'AUTO', speed: 5, scenario: 'HAPPY' });
    const { status, json } = await put(data);
    expect(status).toBe(422);
    expect(json.errors).toEqual([expect.objectContaining({ id: 'ERR_INVALID_FIELD' })]);
    expect(JSON.stringify(json)).toContain(pointer);
    expect(await read()).toEqual({ drivers: 'AUTO', speed: 5, scenario: 'HAPPY' });
  });

  test('a speed and a scenario that are wrong are told at once', async () => {
    const { status, json } = await put({ drivers: 'AUTO', speed: 0, scenario: 'ALIENS' });
    expect([status, json.errors.map(({ detail }: { detail: string }) => detail)]).toEqual([
      422,
      ['/data/speed', '/data/scenario'],
    ]);
  });

  test('no drivers at all', async () => {
    const { status, json } = await put({ speed: 1 });
    expect(status).toBe(422);
    expect(json.errors[0].id).toBe('ERR_MISSING_FIELD');
  });

  test('a scenario that does not exist is answered with those that do', async () => {
    const { json } = await put({ drivers: 'AUTO', speed: 1, scenario: 'ALIENS' });
    expect(JSON.stringify(json)).toContain(
      'There is no scenario \\"ALIENS\\". It must be one of HAPPY, NO_DRIVER, REJECT_ONCE, REJECT_TWICE, DRIVER_LATE, SLOW_PICKUP, POD_FAILED, SUPPORT_REPLACES.',
    );
  });
});

test('many who wait for the drivers to end their look leave them the connections that they need for it', async () => {
  await put({ drivers: 'AUTO', speed: 1 });
  const { database } = world.foundations;
  const leap = () => world.call('POST', '/sandbox/v1/clock', { as: partner, body: '{"data":{"advanceSeconds":1}}' });
  const calls = await database.inTransaction(async (look) => {
    await lockSimulations(look);
    const waiting = Array.from({ length: 2 * world.foundations.settings.databasePool }, (_, n) =>
      n % 2 === 0 ? leap() : put({ drivers: 'AUTO', speed: 1 }),
    );
    await expect
      .poll(() =>
        database
          .query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
          .then(({ length }) => length),
      )
      .toBeGreaterThan(0);
    for (let looks = 0; looks < 20; looks++) expect(await database.query('select 1 as seen')).toEqual([{ seen: 1 }]);
    return waiting;
  });
  expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
});
