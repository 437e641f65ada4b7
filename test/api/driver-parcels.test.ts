import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { type DriverClient, driverOf, refusal } from '../support/driver-client.ts';
import { CENTRAL, everythingStored, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import {
  bring,
  callPlus,
  inHours,
  placePlus,
  STEPS,
  type Step,
  type Support,
  supportOf,
  take,
} from '../support/parcels.ts';
import { photo, STROKES, ZIP } from '../support/pictures.ts';
import { advance } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1000 } });
  support = await supportOf(world);
});
afterAll(() => world.close());

type Json = Record<string, unknown>;
const iso = (instant: number) => new Date(instant).toISOString();
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const workOf = async (driver: DriverClient) => (await driver.call('GET', '/parcels')).json.data;
const visitsOf = async (driver: DriverClient) =>
  (await workOf(driver)).visits.map(({ orderId, visit }: { orderId: string; visit: string }) => `${orderId} ${visit}`);
const post = (driver: DriverClient, orderId: string, step: Step, further: Json = {}, requestId?: string) =>
  driver.call(
    'POST',
    `/parcels/${orderId}/${step}`,
    { ...STEPS[step], ...further },
    requestId === undefined ? {} : { requestId },
  );
const historyOf = async (orderId: string) => {
  const [row] = await world.foundations.database.query<{ history: Json[] }>(
    'select history from parcels where id = $1',
    [orderId],
  );
  return row?.history ?? [];
};
const proofsOf = (orderId: string) =>
  world.foundations.database.query<Json>(
    'select kind, stop_id as "stopId", driver_id as "driverId", reason, lat, lng, taken_at as "takenAt", received_at as "receivedAt" from proofs where order_id = $1 order by position',
    [orderId],
  );

describe('the work list', () => {
  test('has them by our clock, also where a partner’s is ahead', async () => {
    const as = await world.newPartner({ platforms: ['PLUS'], markets: ['HK'], limitFactor: 100 });
    await advance(world, (10 * HOUR_MS) / SECOND_MS, { as });
    const driver = await driverOf(world);
    const later = await placePlus(world, { quotation: { scheduleAt: inHours(world, 3) } });
    const sooner = await placePlus(world, { as, quotation: { scheduleAt: inHours(world, 12) } });
    for (const { orderId } of [later, sooner]) await support.assign(orderId, driver.id);
    const { parcels } = await workOf(driver);
    expect(parcels.map(({ orderId, scheduleAt }: Json) => [orderId, scheduleAt])).toEqual([
      [sooner.orderId, formatInstant(world.clock.now() + 2 * HOUR_MS)],
      [later.orderId, formatInstant(world.clock.now() + 3 * HOUR_MS)],
    ]);
  });

  test('has the parcels on hand, with everything a driver needs of them', async () => {
    const item = { weight: '2', handlingInstructions: ['FRAGILE'] };
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP', {
      quotation: { item, deliveryStage: 'FIRST_MILE' },
      parcel: { clientRef: 'ON-HAND' },
    });
    const [pickUp, dropOff] = (await read(orderId)).stops;
    const parcel = {
      orderId,
      clientRef: 'ON-HAND',
      status: 'AWAIT_PICKUP',
      deliveryStage: 'FIRST_MILE',
      scheduleAt: formatInstant(world.clock.now() + DAY_MS),
      deliveryBy: formatInstant(world.clock.now() + DAY_MS + 4 * HOUR_MS),
      item,
      pickUp: { stopId: pickUp.stopId, ...CENTRAL, ...SENDER, remarks: '' },
      dropOff: { stopId: dropOff.stopId, ...MONG_KOK, ...RECIPIENT },
    };
    expect(await workOf(driver)).toEqual({
      parcels: [parcel],
      visits: [
        { orderId, visit: 'PICK_UP', plannedAt: null },
        { orderId, visit: 'DROP_OFF', plannedAt: null },
      ],
    });
    expect((await driver.call('GET', `/parcels/${orderId}`)).json.data).toEqual(parcel);
  });

  test('goes with the parcel: what is done leaves it, what failed waits for a decision or goes back', async () => {
    const driver = await driverOf(world);
    const visits: Json = {};
    for (const status of ['AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED', 'DELIVERED'] as const) {
      const { orderId } = await bring(world, support, status, {}, driver);
      visits[status] = (await visitsOf(driver)).filter((visit: string) => visit.startsWith(orderId)).length;
      await callPlus(world, 'DELETE', `/v3/orders/${orderId}`);
      expect(await visitsOf(driver)).toEqual([]);
    }
    expect(visits).toEqual({
      AWAIT_PICKUP: 2,
      DELIVERING: 1,
      FAILED_PICKUP: 0,
      FAILED: 1,
      RETURNED: 0,
      DELIVERED: 0,
    });
  });

  test('goes by the pick-up time, and by the newest plan where there is one', async () => {
    const driver = await driverOf(world);
    const placed: string[] = [];
    for (const hours of [30, 20, 25]) {
      const terms = { quotation: { scheduleAt: inHours(world, hours) } };
      placed.push((await bring(world, support, 'DELIVERING', terms, driver)).orderId);
    }
    const [latest, earliest, middle] = placed;
    const inOrder = (...ids: (string | undefined)[]) => ids.map((id) => `${id} DROP_OFF`);
    expect(await visitsOf(driver)).toEqual(inOrder(earliest, middle, latest));
    const { database, ids, clock } = world.foundations;
    const now = clock.now();
    async function plan(...orderIds: (string | undefined)[]): Promise<void> {
      const planId = ids.next();
      const visits = orderIds.map((orderId, place) => ({
        orderId,
        kind: 'DROP_OFF',
        beginAt: now + (place + 1) * HOUR_MS,
      }));
      await database.query(
        "insert into parcel_plans (id, locode, day, made_at, summary) values ($1, 'HK HKG', $2, $3, '{}')",
        [planId, formatInstant(now + DAY_MS).slice(0, 10), new Date(now)],
      );
      await database.query('insert into parcel_routes (plan_id, driver_id, visits, meters) values ($1, $2, $3, 1)', [
        planId,
        driver.id,
        JSON.stringify(visits),
      ]);
    }
    await plan(earliest, latest, middle);
    await plan(latest, middle);
    expect(await visitsOf(driver)).toEqual(inOrder(latest, middle, earliest));
    expect((await workOf(driver)).visits.map(({ plannedAt }: { plannedAt: string }) => plannedAt)).toEqual([
      formatInstant(now + HOUR_MS),
      formatInstant(now + 2 * HOUR_MS),
      null,
    ]);
  });

  test('of one driver has nothing of another’s', async () => {
    const { driver } = await bring(world, support, 'AWAIT_PICKUP');
    const other = await driverOf(world);
    expect((await workOf(driver)).parcels).toHaveLength(1);
    expect(await workOf(other)).toEqual({ parcels: [], visits: [] });
  });
});

describe('the way of a parcel', () => {
  test('goes from the assignment to the hand-over, and the partner sees each step', async () => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    expect((await read(orderId)).driverId).toBe(driver.id);
    const form = { pieces: 2, note: 'One is wet' };
    const pickedUp = await post(driver, orderId, 'pick-up', form);
    expect([pickedUp.status, pickedUp.json.data.status]).toEqual([200, 'DELIVERING']);
    expect((await historyOf(orderId)).at(-1)).toMatchObject({ event: 'pickedUp', driverId: driver.id, form });
    const place = { lat: 22.3193, lng: 114.1694 };
    const given = { proof: 'PHOTO', photo: (await photo()).toString('base64'), signature: undefined, place };
    const done = await post(driver, orderId, 'deliver', given);
    expect([done.status, done.json.data.status]).toEqual([200, 'DELIVERED']);
    for (const stop of [done.json.data.pickUp, done.json.data.dropOff])
      for (const field of ['name', 'phone', 'remarks']) expect(stop).not.toHaveProperty(field);
    const parcel = await read(orderId);
    expect([parcel.status, parcel.driverId]).toEqual(['DELIVERED', driver.id]);
    const stopId = parcel.stops[1].stopId;
    expect(await proofsOf(orderId)).toMatchObject([{ kind: 'photo', stopId, driverId: driver.id, ...place }]);
  });

  test('may be signed for', async () => {
    const { orderId, driver } = await bring(world, support, 'DELIVERING');
    expect((await post(driver, orderId, 'deliver', { signature: { strokes: STROKES } })).status).toBe(200);
    expect(await proofsOf(orderId)).toMatchObject([{ kind: 'signature' }]);
  });

  test('may fail, be tried again and succeed: every try is kept, and why it failed is shown until then', async () => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const seen = async () => (await driver.call('GET', `/parcels/${orderId}`)).json.data;
    const failed = await post(driver, orderId, 'fail-pick-up', { reason: 'Shop is closed' });
    expect(failed.json.data).toMatchObject({ status: 'FAILED_PICKUP', failure: 'Shop is closed' });
    await take(driver, orderId, 'retry');
    expect(await seen()).not.toHaveProperty('failure');
    await take(driver, orderId, 'pick-up');
    for (const reason of ['Nobody there', 'Nobody again']) {
      await take(driver, orderId, 'fail-delivery', { reason });
      expect(await seen()).toMatchObject({ status: 'FAILED', failure: reason });
      await take(driver, orderId, 'retry');
    }
    await take(driver, orderId, 'deliver');
    expect((await proofsOf(orderId)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['failure', 'Nobody there'],
      ['failure', 'Nobody again'],
      ['signature', null],
    ]);
  });

  test('why it failed is shown also after the partner has edited it', async () => {
    const { orderId, driver } = await bring(world, support, 'FAILED');
    const edited = await callPlus(world, 'PATCH', `/v3/orders/${orderId}`, {
      scheduleAt: inHours(world, 24),
      deliveryBy: inHours(world, 28),
      stops: [
        { ...CENTRAL, ...SENDER },
        { ...MONG_KOK, ...RECIPIENT, name: 'Cleo' },
      ],
    });
    expect(edited.status).toBe(201);
    expect((await driver.call('GET', `/parcels/${orderId}`)).json.data).toMatchObject({
      failure: 'Nobody there',
      dropOff: { name: 'Cleo' },
    });
  });

  test('may go back to where it was picked up', async () => {
    const { orderId, driver } = await bring(world, support, 'FAILED');
    expect((await take(driver, orderId, 'return')).json.data.status).toBe('RETURNED');
  });

  test('a driver may drop out before the pick-up, and then knows the parcel no more', async () => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const answer = await post(driver, orderId, 'drop-out');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(orderId)).toMatchObject({ status: 'IN_PROGRESS', driverId: '' });
    expect((await historyOf(orderId)).at(-1)).toMatchObject({
      event: 'driverDroppedOut',
      driverId: driver.id,
      reason: 'Flat tyre',
    });
    expect((await refusal(driver.call('GET', `/parcels/${orderId}`)))[0]).toBe(404);
    const other = await driverOf(world);
    await support.assign(orderId, other.id);
    expect((await take(other, orderId, 'pick-up')).json.data.status).toBe('DELIVERING');
  });
});

const STATUSES = {
  AWAIT_PICKUP: ['drop-out', 'pick-up', 'fail-pick-up'],
  DELIVERING: ['deliver', 'fail-delivery'],
  FAILED_PICKUP: ['retry'],
  FAILED: ['retry', 'return'],
  RETURNED: [],
  DELIVERED: [],
  CANCELED: [],
  CLOSED: [],
} as const satisfies Record<string, readonly Step[]>;

describe.each(Object.entries(STATUSES))('in %s', (status, possible) => {
  const isPossible = (step: string) => (possible as readonly string[]).includes(step);

  test('what cannot be done is refused, and nothing is changed', async () => {
    const { orderId, driver } = await bring(world, support, status as keyof typeof STATUSES);
    const before = await everythingStored(world);
    for (const step of Object.keys(STEPS).filter((name) => !isPossible(name)) as Step[]) {
      expect([step, ...(await refusal(post(driver, orderId, step)))]).toEqual([
        step,
        422,
        'ERR_INVALID_ORDER_STATUS',
        `Order ${orderId} is ${status}, which does not allow this.`,
      ]);
    }
    expect(await everythingStored(world)).toEqual(before);
  });

  test('to another driver, the parcel is as unknown as one that never was', async () => {
    const { orderId } = await bring(world, support, status as keyof typeof STATUSES);
    const other = await driverOf(world);
    for (const id of [orderId, '1', 'x', '9'.repeat(19)]) {
      const unknown = [404, 'ERR_ORDER_NOT_FOUND', `There is no order ${id}.`];
      expect(await refusal(other.call('GET', `/parcels/${id}`))).toEqual(unknown);
      for (const step of Object.keys(STEPS) as Step[]) expect(await refusal(post(other, id, step))).toEqual(unknown);
    }
  });
});

test('without a session nobody learns anything', async () => {
  const { orderId } = await bring(world, support, 'AWAIT_PICKUP');
  for (const path of ['/driver/v1/parcels', `/driver/v1/parcels/${orderId}`])
    expect((await world.send({ path })).status).toBe(401);
});

describe('a call repeated with its Request-ID has one effect and one answer', () => {
  test.each([
    ['AWAIT_PICKUP', 'pick-up'],
    ['AWAIT_PICKUP', 'fail-pick-up'],
    ['AWAIT_PICKUP', 'drop-out'],
    ['FAILED', 'retry'],
    ['FAILED', 'return'],
    ['DELIVERING', 'deliver'],
    ['DELIVERING', 'fail-delivery'],
  ] as const)('in %s: %s', async (status, step) => {
    const { orderId, driver } = await bring(world, support, status);
    const requestId = `${step}-${orderId}`;
    const first = await post(driver, orderId, step, {}, requestId);
    expect(first.status).toBeLessThan(300);
    const history = await historyOf(orderId);
    const proofs = await proofsOf(orderId);
    world.clock.advance(MINUTE_MS);
    const again = await post(driver, orderId, step, {}, requestId);
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([
      first.status,
      'true',
      first.text,
    ]);
    expect([await historyOf(orderId), await proofsOf(orderId)]).toEqual([history, proofs]);
    const without = await post(driver, orderId, step);
    expect(without.status).toBe(step === 'drop-out' ? 404 : 422);
  });

  test('five times at once too', async () => {
    const { orderId, driver } = await bring(world, support, 'DELIVERING');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(driver, orderId, 'deliver', {}, `deliver-${orderId}`)),
    );
    // Whoever comes while the first is still at work is told to come again.
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(await proofsOf(orderId)).toHaveLength(1);
  });
});

describe('the time on the device', () => {
  test('is the time of what was done without a signal, and when we heard of it is kept beside it', async () => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const start = world.clock.now();
    world.clock.advance(2 * HOUR_MS);
    const heard = world.clock.now();
    const at = (minutes: number) => start + minutes * MINUTE_MS;
    await take(driver, orderId, 'pick-up', { at: iso(at(10)) });
    await take(driver, orderId, 'deliver', { at: iso(at(40)) });
    expect((await read(orderId)).deliveryLogs).toEqual([
      { status: 'AWAITS_DRIVER', updatedAt: formatInstant(start) },
      { status: 'AWAITS_PICKUP', updatedAt: formatInstant(start) },
      { status: 'DELIVERING', updatedAt: formatInstant(at(10)) },
      { status: 'DELIVERED', updatedAt: formatInstant(at(40)) },
    ]);
    expect((await historyOf(orderId)).slice(-2)).toMatchObject([
      { at: at(10), receivedAt: heard },
      { at: at(40), receivedAt: heard },
    ]);
    expect(await proofsOf(orderId)).toMatchObject([{ takenAt: new Date(at(40)), receivedAt: new Date(heard) }]);
  });

  test('never runs before what is known already, so that the log goes forward', async () => {
    world.clock.advance(DAY_MS);
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const assignedAt = world.clock.now();
    world.clock.advance(HOUR_MS);
    await take(driver, orderId, 'pick-up', { at: iso(assignedAt - HOUR_MS) });
    await take(driver, orderId, 'deliver', { at: iso(assignedAt - 2 * HOUR_MS) });
    const parcel = await read(orderId);
    expect(parcel.deliveryLogs.slice(1)).toEqual([
      { status: 'AWAITS_PICKUP', updatedAt: formatInstant(assignedAt) },
      { status: 'DELIVERING', updatedAt: formatInstant(assignedAt) },
      { status: 'DELIVERED', updatedAt: formatInstant(assignedAt) },
    ]);
    expect(await proofsOf(orderId)).toMatchObject([{ takenAt: new Date(assignedAt - 2 * HOUR_MS) }]);
  });

  test.each(Object.keys(STEPS) as Step[])('%s: a minute ahead at most, a day old at most', async (step) => {
    const status = (Object.keys(STATUSES) as (keyof typeof STATUSES)[]).find((name) =>
      (STATUSES[name] as readonly string[]).includes(step),
    );
    const { orderId, driver } = await bring(world, support, status ?? 'CLOSED');
    world.clock.advance(2 * DAY_MS);
    const now = world.clock.now();
    for (const at of [iso(now + MINUTE_MS + SECOND_MS), iso(now - DAY_MS - 1), 'noon'])
      expect((await refusal(post(driver, orderId, step, { at }))).toSpliced(2, 1)).toEqual([
        422,
        'ERR_INVALID_FIELD',
        '/data/at',
      ]);
    expect((await post(driver, orderId, step, { at: iso(now - DAY_MS) })).status).toBeLessThan(300);
  });
});

describe('what a step needs', () => {
  test.each([
    ['AWAIT_PICKUP', 'drop-out'],
    ['AWAIT_PICKUP', 'fail-pick-up'],
    ['DELIVERING', 'fail-delivery'],
  ] as const)('in %s: %s needs a reason of 1 to 500 characters', async (status, step) => {
    const { orderId, driver } = await bring(world, support, status);
    for (const reason of [undefined, '', 'x'.repeat(501), 7, null]) {
      const [code, , , pointer] = await refusal(post(driver, orderId, step, { reason }));
      expect([code, pointer]).toEqual([422, '/data/reason']);
    }
    expect((await post(driver, orderId, step, { reason: '📦'.repeat(500) })).status).toBeLessThan(300);
  });

  test('a parcel is handed over with a photo or a signature, and by nobody’s word', async () => {
    const { orderId, driver } = await bring(world, support, 'DELIVERING');
    const before = await read(orderId);
    const tries: [Json, string][] = [
      [{ proof: 'NONE' }, '/data/proof'],
      [{ proof: 'FAILED', reason: 'x' }, '/data/proof'],
      [{ proof: undefined }, '/data/proof'],
      [{ proof: 'PHOTO' }, '/data/photo'],
      [{ proof: 'PHOTO', photo: '***' }, '/data/photo'],
      [{ proof: 'PHOTO', photo: ZIP.toString('base64') }, '/data/photo'],
      [{ proof: 'SIGNATURE', signature: undefined }, '/data/signature'],
      [{ place: { lat: 91, lng: 0 } }, '/data/place/lat'],
    ];
    for (const [given, wanted] of tries) {
      const [status, , , pointer] = await refusal(post(driver, orderId, 'deliver', given));
      expect([given, status, pointer]).toEqual([given, 422, wanted]);
    }
    expect(await read(orderId)).toEqual(before);
    expect(await proofsOf(orderId)).toEqual([]);
  });

  test.each([0, -1, 1.5, 10_001, '2'])('%j pieces are not picked up', async (pieces) => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const [status, , , pointer] = await refusal(post(driver, orderId, 'pick-up', { pieces }));
    expect([status, pointer]).toEqual([422, '/data/pieces']);
  });
});

test('a driver who has the parcel of an ended order sees no contacts of it any more', async () => {
  const { orderId, driver } = await bring(world, support, 'CLOSED');
  const { json } = await driver.call('GET', `/parcels/${orderId}`);
  expect(json.data.pickUp).toEqual({ stopId: expect.any(String), ...CENTRAL });
});

test('nobody is given a parcel that another has, or that is over', async () => {
  const [one, other] = [await driverOf(world), await driverOf(world)];
  const { orderId } = await placePlus(world);
  await support.assign(orderId, one.id);
  await expect(support.assign(orderId, other.id)).rejects.toThrow('is AWAIT_PICKUP, which does not allow this.');
  await support.cancel(orderId);
  await expect(support.assign(orderId, other.id)).rejects.toThrow('is CANCELED, which does not allow this.');
});
