import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveCityDispatch } from '../../src/dispatch/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { clearStreets, driverOf, offeredTo, refusal, runRounds, takenBy } from '../support/driver-client.ts';
import { CENTRAL, MONG_KOK, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
});
afterAll(() => world.close());
beforeEach(() => clearStreets(world));

const setMode = (mode: 'POOL' | 'BROADCAST') =>
  world.foundations.database.inTransaction((tx) =>
    saveCityDispatch(tx, 'HK HKG', { mode, paused: false, pausedServices: [], notes: {} }),
  );
const accept = (driver: Awaited<ReturnType<typeof driverOf>>, offerId: string) =>
  driver.call('POST', `/offers/${offerId}/accept`);
const decline = (driver: Awaited<ReturnType<typeof driverOf>>, offerId: string) =>
  driver.call('POST', `/offers/${offerId}/decline`);
const statusOf = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data.status;
const TOO_LATE = [409, 'ERR_OFFER_GONE', 'The time to answer is over.'];
const TAKEN = [409, 'ERR_OFFER_GONE', 'Another driver took the order, or it was withdrawn.'];
const UNKNOWN = [404, 'ERR_OFFER_NOT_FOUND', 'There is no such offer of yours.'];

/** Both are asked for the same order. */
async function bothOffered() {
  await setMode('BROADCAST');
  const [one, other] = [await driverOf(world), await driverOf(world)];
  await one.comeOnline();
  await other.comeOnline();
  const { orderId } = await place(world);
  await runRounds(world, 2);
  const [[mine], [theirs]] = [await one.offers(), await other.offers()];
  await setMode('POOL');
  expect([mine.orderId, theirs.orderId]).toEqual([orderId, orderId]);
  return { orderId, one, other, mine: mine.offerId as string, theirs: theirs.offerId as string };
}

test('an offer says where from, where to, until when and for how much, and nobody’s name or phone', async () => {
  const driver = await driverOf(world);
  await driver.comeOnline();
  expect(await driver.offers()).toEqual([]);
  const { orderId, stops } = await place(world, { quotation: { specialRequests: ['THERMAL_BAG_1'] } });
  const { orderId: plain, stops: plainStops } = await place(world);
  await runRounds(world, 2);
  const answer = await driver.call('GET', '/offers');
  expect(answer.json.data).toEqual([
    {
      offerId: expect.any(String),
      orderId: plain,
      expiresAt: expect.any(String),
      serviceType: 'MOTORCYCLE',
      scheduleAt: expect.any(String),
      earning: { amount: expect.stringMatching(/^\d+$/), currency: 'HKD' },
      distance: { value: expect.stringMatching(/^\d+$/), unit: 'm' },
      distanceToPickUp: { value: '0', unit: 'm' },
      pickUp: { stopId: plainStops[0].stopId, coordinates: CENTRAL.coordinates, address: CENTRAL.address },
      dropOffs: [{ stopId: plainStops[1].stopId, coordinates: MONG_KOK.coordinates, address: MONG_KOK.address }],
      specialRequests: [],
    },
  ]);
  expect(answer.text).not.toMatch(/Ada|Ben|\+852/);
  expect([orderId, stops.length]).toEqual([expect.any(String), 2]);
});

test('who accepts has the order, with its contacts and what to do', async () => {
  const driver = await driverOf(world);
  const { orderId, offerId } = await offeredTo(world, driver);
  const { status, json } = await accept(driver, offerId);
  expect(status).toBe(200);
  expect(json.data).toMatchObject({
    orderId,
    status: 'ON_GOING',
    proofRequired: false,
    stops: [
      { name: 'Ada', phone: '+85256847123' },
      { name: 'Ben 1', phone: '+85256847124', remarks: 'Second door\r\nring twice' },
    ],
    steps: [
      { kind: 'GO_TO_PICK_UP', done: false },
      { kind: 'PICK_UP', done: false },
      { kind: 'DROP_OFF', done: false },
    ],
  });
  expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data).toMatchObject({
    status: 'ON_GOING',
    driverId: driver.id,
  });
  expect((await driver.call('GET', '/me')).json.data.order.orderId).toBe(orderId);
  expect(await driver.offers()).toEqual([]);
  expect(await refusal(accept(driver, offerId))).toEqual([
    409,
    'ERR_OFFER_GONE',
    'The offer has been accepted already.',
  ]);
});

test('who declines is not asked again, and another driver is', async () => {
  const driver = await driverOf(world);
  const { orderId, offerId } = await offeredTo(world, driver);
  expect((await decline(driver, offerId)).status).toBe(204);
  expect(await driver.offers()).toEqual([]);
  expect(await refusal(accept(driver, offerId))).toEqual([
    409,
    'ERR_OFFER_GONE',
    'The offer has been declined already.',
  ]);
  for (let minutes = 0; minutes < 10; minutes++) {
    world.clock.advance(MINUTE_MS);
    await driver.report();
    await runRounds(world, 2);
    expect(await driver.offers()).toEqual([]);
  }
  const other = await driverOf(world);
  await other.comeOnline();
  await runRounds(world);
  expect(await other.offers()).toMatchObject([{ orderId }]);
});

test('an offer stands for 25 seconds, and at exactly 25 no more', async () => {
  const [early, late] = [await driverOf(world), await driverOf(world)];
  for (const [driver, left] of [
    [early, 1],
    [late, 0],
  ] as const) {
    // The wire shows whole seconds.
    world.clock.set(Math.ceil(world.clock.now() / SECOND_MS) * SECOND_MS);
    const { offerId, orderId } = await offeredTo(world, driver);
    const [{ expiresAt }] = await driver.offers();
    world.clock.set(Date.parse(expiresAt) - left);
    if (left === 1) {
      expect((await accept(driver, offerId)).status).toBe(200);
      continue;
    }
    expect(await driver.offers()).toEqual([]);
    expect(await refusal(accept(driver, offerId))).toEqual(TOO_LATE);
    expect(await refusal(decline(driver, offerId))).toEqual(TOO_LATE);
    expect(await statusOf(orderId)).toBe('ASSIGNING_DRIVER');
    await runRounds(world);
    expect(await refusal(accept(driver, offerId))).toEqual(TOO_LATE);
  }
  const [row] = await world.foundations.database.query<{ ms: number }>(
    'select distinct (extract(epoch from expires_at - offered_at) * 1000)::integer as ms from offers',
  );
  expect(row).toEqual({ ms: 25 * SECOND_MS });
});

test('who let an offer lapse is asked again five minutes later', async () => {
  const driver = await driverOf(world);
  const { orderId } = await offeredTo(world, driver);
  world.clock.advance(25 * SECOND_MS);
  await driver.report();
  await runRounds(world, 3);
  expect(await driver.offers()).toEqual([]);
  world.clock.advance(5 * MINUTE_MS);
  await driver.report();
  await runRounds(world);
  expect(await driver.offers()).toMatchObject([{ orderId }]);
});

test('an order that another driver took is gone from the list, and cannot be taken or declined', async () => {
  const { one, other, mine, theirs, orderId } = await bothOffered();
  expect((await accept(one, mine)).status).toBe(200);
  expect(await other.offers()).toEqual([]);
  expect(await refusal(accept(other, theirs))).toEqual(TAKEN);
  expect(await refusal(decline(other, theirs))).toEqual(TAKEN);
  expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.driverId).toBe(one.id);
});

test('an order that was cancelled is gone from the list, and cannot be taken', async () => {
  const driver = await driverOf(world);
  const { orderId, offerId } = await offeredTo(world, driver);
  expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
  expect(await driver.offers()).toEqual([]);
  expect(await refusal(accept(driver, offerId))).toEqual(TAKEN);
  expect(await statusOf(orderId)).toBe('CANCELED');
});

test('offers of others and offers that never were are alike unknown', async () => {
  const [driver, other] = [await driverOf(world), await driverOf(world)];
  const { offerId } = await offeredTo(world, driver);
  for (const id of [offerId, '1', '9223372036854775807', '9'.repeat(30), 'x', '%20', "1'--"]) {
    expect(await refusal(accept(other, id))).toEqual(UNKNOWN);
    expect(await refusal(decline(other, id))).toEqual(UNKNOWN);
  }
  expect(await driver.offers()).toHaveLength(1);
});

test('a driver has one order at a time: nothing is offered meanwhile, and nothing else can be accepted', async () => {
  await setMode('BROADCAST');
  const driver = await driverOf(world);
  await driver.comeOnline();
  const [{ orderId: first }, { orderId: second }] = [await place(world), await place(world)];
  await runRounds(world, 2);
  const offers = await driver.offers();
  await setMode('POOL');
  const offerOf = (orderId: string) => offers.find((offer: { orderId: string }) => offer.orderId === orderId).offerId;
  expect((await accept(driver, offerOf(first))).status).toBe(200);
  expect(await refusal(accept(driver, offerOf(second)))).toEqual(TAKEN);
  world.clock.advance(MINUTE_MS);
  await driver.report();
  await runRounds(world, 2);
  expect(await driver.offers()).toEqual([]);
  expect(await statusOf(second)).toBe('ASSIGNING_DRIVER');
});

test('who is offline, silent for two minutes, far away or with another vehicle is not asked', async () => {
  const [offline, silent, far, walker, able] = [
    await driverOf(world),
    await driverOf(world),
    await driverOf(world),
    await driverOf(world, { service: 'WALKER' }),
    await driverOf(world),
  ];
  await offline.comeOnline();
  expect((await offline.call('POST', '/offline')).status).toBe(204);
  await silent.comeOnline();
  world.clock.advance(2 * MINUTE_MS);
  await far.comeOnline({ lat: 22.391, lng: 113.977 });
  await walker.comeOnline();
  const { orderId } = await place(world);
  await runRounds(world, 2);
  for (const driver of [offline, silent, far, walker]) expect(await driver.offers()).toEqual([]);
  await able.comeOnline();
  await runRounds(world);
  expect(await able.offers()).toMatchObject([{ orderId }]);
});

test('an accepted offer that is repeated with the same Request-ID gets the same answer', async () => {
  const driver = await driverOf(world);
  const { offerId } = await offeredTo(world, driver);
  const call = () => driver.call('POST', `/offers/${offerId}/accept`, {}, { requestId: `accept-${offerId}` });
  const [first, second] = [await call(), await call()];
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([200, undefined]);
  expect([second.status, second.headers['idempotent-replayed'], second.text]).toEqual([200, 'true', first.text]);
  await takenBy(world, await driverOf(world));
});
