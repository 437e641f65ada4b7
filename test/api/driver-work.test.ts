import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, instantOfLocal } from '../../src/foundation/time.ts';
import { payOut } from '../../src/wallet/index.ts';
import { clearStreets, type DriverClient, driverOf, offeredTo, refusal, takenBy } from '../support/driver-client.ts';
import { CENTRAL, MONG_KOK, TUEN_MUN } from '../support/orders.ts';
import { bring, type Support, supportOf } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
beforeAll(async () => {
  world = await createWorld({
    partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000, creditMinor: 1_000_000n },
  });
  support = await supportOf(world);
});
afterAll(() => world.close());
beforeEach(() => clearStreets(world));

const numbersOf = ({ coordinates: { lat, lng } }: typeof CENTRAL) => [Number(lat), Number(lng)];
const close = (driver: DriverClient, orderId: string, stopId: string, data: object) =>
  driver.call('POST', `/orders/${orderId}/drop-offs/${stopId}`, data);

describe('a way', () => {
  const terms = { quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } };

  test('leads from the pick-up of an offer through its drop-offs, while it can be taken', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    const { offerId } = await offeredTo(world, driver, terms);
    const { status, json } = await driver.call('GET', `/offers/${offerId}/way`);
    expect([status, json.data]).toEqual([200, { line: [CENTRAL, MONG_KOK, TUEN_MUN].map(numbersOf) }]);
    const unknown = [404, 'ERR_OFFER_NOT_FOUND', 'There is no such offer of yours.'];
    expect(await refusal(other.call('GET', `/offers/${offerId}/way`))).toEqual(unknown);
    expect(await refusal(driver.call('GET', '/offers/x/way'))).toEqual(unknown);
    await driver.call('POST', `/offers/${offerId}/decline`);
    expect(await refusal(driver.call('GET', `/offers/${offerId}/way`))).toEqual(unknown);
  });

  test('of an order leaves out what is closed, and is for its driver only', async () => {
    const [driver, other] = [await driverOf(world), await driverOf(world)];
    const orderId = await takenBy(world, driver, terms);
    await driver.act(orderId, 'pick-up');
    const { stops } = await driver.order(orderId);
    await close(driver, orderId, stops[1].stopId, { proof: 'NONE' });
    const { json } = await driver.call('GET', `/orders/${orderId}/way`);
    expect(json.data).toEqual({ line: [CENTRAL, TUEN_MUN].map(numbersOf) });
    expect((await other.call('GET', `/orders/${orderId}/way`)).status).toBe(404);
  });
});

describe('why something failed', () => {
  const UNKNOWN = [
    422,
    'ERR_INVALID_FIELD',
    'There is no such reason. See GET /driver/v1/failure-reasons.',
    '/data/reasonKey',
  ];
  const NEEDS_NOTE = [422, 'ERR_MISSING_FIELD', 'This reason needs a note. Give it as "reason".', '/data/reason'];

  test('can be chosen from a list', async () => {
    const { json } = await (await driverOf(world)).call('GET', '/failure-reasons');
    expect(json.data.dropOff[0]).toEqual({
      reasonKey: 'NOBODY_THERE',
      text: 'Nobody was there to take it',
      needsNote: false,
    });
    expect(json.data.pickUp.at(-1)).toEqual({ reasonKey: 'OTHER', text: 'Another reason', needsNote: true });
  });

  test('is told to the partner of an order in words', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver, { order: { isPODEnabled: true } });
    await driver.act(orderId, 'pick-up');
    const [, { stopId }] = (await driver.order(orderId)).stops;
    const fail = (data: object) => close(driver, orderId, stopId, { proof: 'FAILED', ...data });
    expect(await refusal(fail({ reasonKey: 'NOT_READY' }))).toEqual(UNKNOWN);
    expect(await refusal(fail({ reasonKey: 'OTHER' }))).toEqual(NEEDS_NOTE);
    expect(await refusal(fail({ reasonKey: 'CLOSED', reason: 'x'.repeat(490) }))).toEqual([
      422,
      'ERR_INVALID_FIELD',
      'The reason must not be longer than 500 characters.',
      '/data/reason',
    ]);
    expect((await fail({ reasonKey: 'CLOSED', reason: 'Until 9' })).status).toBe(200);
    const { json } = await world.call('GET', `/v3/orders/${orderId}`);
    expect(json.data.stops[1].POD).toMatchObject({ status: 'FAILED', reason: 'The place was closed: Until 9' });
  });

  test('is kept with a parcel in words, at the pick-up and at the door', async () => {
    const { orderId, driver } = await bring(world, support, 'AWAIT_PICKUP');
    const step = (name: string, data: object) => driver.call('POST', `/parcels/${orderId}/${name}`, data);
    expect(await refusal(step('fail-pick-up', { reasonKey: 'CANNOT_PAY' }))).toEqual(UNKNOWN);
    const [status, code] = await refusal(step('fail-pick-up', {}));
    expect([status, code]).toEqual([422, 'ERR_MISSING_FIELD']);
    expect((await step('fail-pick-up', { reasonKey: 'NOT_READY' })).json.data.failure).toBe('The goods were not ready');
    await step('retry', {});
    await step('pick-up', {});
    expect(await refusal(step('fail-delivery', { reasonKey: 'NOT_READY' }))).toEqual(UNKNOWN);
    const { json } = await step('fail-delivery', { reasonKey: 'OTHER', reason: 'Flood' });
    expect(json.data.failure).toBe('Another reason: Flood');
  });
});

describe('earnings', () => {
  test('are shown by the days of the city, today and the 29 before it', async () => {
    const driver = await driverOf(world);
    const deliver = async () => {
      const orderId = await takenBy(world, driver);
      await driver.act(orderId, 'pick-up');
      const { stops, earning } = await driver.order(orderId);
      await close(driver, orderId, stops[1].stopId, { proof: 'NONE' });
      return Number(earning.amount);
    };
    const read = async () => (await driver.call('GET', '/earnings')).json.data;
    expect(await read()).toEqual([]);
    // A minute before midnight in Hong Kong, on some later day.
    const date = new Date(world.clock.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
    world.clock.set(instantOfLocal(date, 23 * 60 + 59, 'Asia/Hong_Kong'));
    const first = await deliver();
    world.clock.set(instantOfLocal(next, 1, 'Asia/Hong_Kong'));
    const [second, third] = [await deliver(), await deliver()];
    await world.foundations.database.inTransaction((tx) =>
      payOut(world.foundations, tx, { driverId: driver.id, currency: 'HKD', decimals: 0 }, BigInt(first)),
    );
    const today = { date: next, amount: String(second + third), orders: 2 };
    expect(await read()).toMatchObject([
      {
        currency: 'HKD',
        due: String(second + third),
        today,
        days: [today, { date, amount: String(first), orders: 1 }],
        entries: [{ type: 'PAYOUT' }, { type: 'EARNING' }, { type: 'EARNING' }, { type: 'EARNING' }],
      },
    ]);
    world.clock.set(instantOfLocal(next, 0, 'Asia/Hong_Kong') + 29 * DAY_MS);
    const [{ today: idle, days }] = await read();
    expect([idle.amount, idle.orders, days]).toEqual(['0', 0, [today]]);
    world.clock.advance(DAY_MS);
    expect((await read())[0].days).toEqual([]);
  });
});
