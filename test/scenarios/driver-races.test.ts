import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDriver } from '../../src/dispatch/dispatch-sql.ts';
import { replaceWithDriver, saveCityDispatch } from '../../src/dispatch/index.ts';
import { setDriverStatus } from '../../src/drivers/index.ts';
import { HOUR_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { acceptOrder } from '../../src/orders/index.ts';
import {
  clearStreets,
  type DriverClient,
  driverOf,
  offeredTo,
  refusal,
  runRounds,
  takenBy,
} from '../support/driver-client.ts';
import { meetAtRow, waitingForLocks } from '../support/meeting.ts';
import { contradictions, eventsOfOrder, runDueJobs } from '../support/order-records.ts';
import { ordersOf, place } from '../support/orders.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let second: Awaited<ReturnType<World['another']>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  second = await world.another();
});
afterAll(() => world.close());
beforeEach(() => clearStreets(world));

const setMode = (mode: 'POOL' | 'BROADCAST') =>
  world.foundations.database.inTransaction((tx) =>
    saveCityDispatch(tx, 'HK HKG', { mode, paused: false, pausedServices: [], notes: {} }),
  );
const accept = (driver: DriverClient, offerId: string, through: Pick<World, 'send' | 'port' | 'ca'> = world) =>
  driver.call('POST', `/offers/${offerId}/accept`, undefined, { through });
const codeOf = ({ status, json }: HttpAnswer) => (status < 300 ? status : json.errors[0].id);
const read = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
const underWay = async (driver: DriverClient) => (await driver.call('GET', '/me')).json.data.order?.orderId;
const statusesTold = async (orderId: string) =>
  (await eventsOfOrder(world.foundations.database, orderId))
    .filter(({ type }) => type === 'ORDER_STATUS_CHANGED')
    .map(({ data }) => data.order.status);

/** Each of them is asked for each of the orders, however many a round would ask. */
async function askAll(drivers: readonly DriverClient[], orderIds: readonly string[]): Promise<void> {
  const { database, ids, clock } = world.foundations;
  for (const orderId of orderIds) {
    for (const driver of drivers) {
      await database.query(
        'insert into offers (id, order_id, driver_id, offered_at, expires_at) values ($1, $2, $3, $4, $5) on conflict do nothing',
        [ids.next(), orderId, driver.id, new Date(clock.now()), new Date(clock.now() + 25 * SECOND_MS)],
      );
    }
  }
}
const offerOf = async (driver: DriverClient, orderId: string) =>
  (await driver.offers()).find((offer: { orderId: string }) => offer.orderId === orderId).offerId as string;

test('20 drivers accept one order at once, in two processes: exactly one has it', async () => {
  await setMode('BROADCAST');
  const drivers: DriverClient[] = [];
  for (let count = 0; count < 20; count++) drivers.push(await driverOf(world));
  for (const driver of drivers) await driver.comeOnline();
  const { orderId } = await place(world);
  await runRounds(world, 2);
  await setMode('POOL');
  await askAll(drivers, [orderId]);
  const offers = await Promise.all(drivers.map((driver) => offerOf(driver, orderId)));
  const answers = await Promise.all(
    drivers.map((driver, index) => accept(driver, offers[index] as string, index % 2 === 0 ? world : second)),
  );
  const winners = drivers.filter((_, index) => answers[index]?.status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.map(codeOf).filter((code) => code !== 200)).toEqual(Array(19).fill('ERR_OFFER_GONE'));
  expect(await read(orderId)).toMatchObject({ status: 'ON_GOING', driverId: winners[0]?.id });
  for (const driver of drivers) {
    expect(await underWay(driver)).toBe(driver === winners[0] ? orderId : undefined);
    expect(await driver.offers()).toEqual([]);
  }
  expect(await statusesTold(orderId)).toEqual(['ASSIGNING_DRIVER', 'ON_GOING']);
  const states = await world.foundations.database.query(
    'select state, count(*)::integer as count from offers where order_id = $1 group by state order by state',
    [orderId],
  );
  expect(states).toEqual([
    { state: 'accepted', count: 1 },
    { state: 'withdrawn', count: 19 },
  ]);
  expect(await contradictions(world.foundations.database)).toEqual([]);
});

test('a driver accepts while the partner cancels: the partner’s word stands, and the driver is free', async () => {
  for (const acceptsFirst of [true, false]) {
    const driver = await driverOf(world);
    const { orderId, offerId } = await offeredTo(world, driver);
    const taking = () => accept(driver, offerId);
    const cancelling = () => second.call('DELETE', `/v3/orders/${orderId}`);
    const settled = await meetAtRow(
      world,
      'orders',
      orderId,
      acceptsFirst ? [taking, cancelling] : [cancelling, taking],
    );
    const codes = settled.map((result) =>
      result.status === 'fulfilled' ? codeOf(result.value as HttpAnswer) : 'lost',
    );
    expect(codes).toEqual(acceptsFirst ? [200, 204] : [204, 'ERR_OFFER_GONE']);
    expect((await read(orderId)).status).toBe('CANCELED');
    expect(await underWay(driver)).toBeUndefined();
    expect(await statusesTold(orderId)).toEqual([
      'ASSIGNING_DRIVER',
      ...(acceptsFirst ? ['ON_GOING'] : []),
      'CANCELED',
    ]);
  }
  expect(await contradictions(world.foundations.database)).toEqual([]);
});

test('one driver accepts two offers at once, on two devices: one order', async () => {
  for (let time = 0; time < 5; time++) {
    await clearStreets(world);
    const driver = await driverOf(world);
    const [{ orderId: one }, { orderId: other }] = [await place(world), await place(world)];
    await askAll([driver], [one, other]);
    const offers = [await offerOf(driver, one), await offerOf(driver, other)] as const;
    const answers = await Promise.all([accept(driver, offers[0]), accept(driver, offers[1], second)]);
    expect(answers.map(codeOf).sort()).toEqual([200, 'ERR_OFFER_GONE']);
    const statuses = [(await read(one)).status, (await read(other)).status];
    expect(statuses.sort()).toEqual(['ASSIGNING_DRIVER', 'ON_GOING']);
  }
});

describe('a driver who has an order', () => {
  const BUSY = [422, 'ERR_INVALID_ORDER_STATUS', 'This driver has an order already, which must be finished first.'];

  test('cannot take another that is still on offer', async () => {
    const driver = await driverOf(world);
    await takenBy(world, driver);
    const { orderId } = await place(world);
    await askAll([driver], [orderId]);
    expect(await refusal(accept(driver, await offerOf(driver, orderId)))).toEqual(BUSY);
    expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
    expect(await driver.offers()).toMatchObject([{ orderId }]);
  });

  test('is the one of two transactions that commits first: the table refuses the other, and the driver is told', async () => {
    const orders = await ordersOf(world);
    const { database, clock } = world.foundations;
    for (const commits of [true, false]) {
      await clearStreets(world);
      const driver = await driverOf(world);
      const [{ orderId: one }, { orderId: other }] = [await place(world), await place(world)];
      await askAll([driver], [other]);
      const offerId = await offerOf(driver, other);
      let taking: Promise<HttpAnswer> | undefined;
      // Past the driver's own lock, as any other way to an order would be.
      const first = database.inTransaction(async (tx) => {
        await acceptOrder(orders, tx, { orderId: one }, clock.now(), driver.id);
        taking = accept(driver, offerId, second);
        await expect.poll(() => waitingForLocks(database), { interval: 1, timeout: 5_000 }).toBe(1);
        if (!commits) throw new Error('never mind');
      });
      await Promise.allSettled([first]);
      const answer = await (taking as unknown as Promise<HttpAnswer>);
      expect(codeOf(answer)).toEqual(commits ? 'ERR_INVALID_ORDER_STATUS' : 200);
      expect(await underWay(driver)).toBe(commits ? one : other);
      expect([(await read(one)).status, (await read(other)).status]).toEqual(
        commits ? ['ON_GOING', 'ASSIGNING_DRIVER'] : ['ASSIGNING_DRIVER', 'ON_GOING'],
      );
    }
    expect(await contradictions(database)).toEqual([]);
  });

  test('keeps it when support puts another order in its place', async () => {
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    const orders = await ordersOf(world);
    const { database, clock } = world.foundations;
    const successor = await database.inTransaction((tx) => replaceWithDriver(orders, tx, { orderId }, clock.now()));
    expect(await underWay(driver)).toBe(successor.id);
    expect((await read(orderId)).status).toBe('CANCELED');
    expect(await contradictions(database)).toEqual([]);
  });
});

test('drivers who were all asked for the same orders take one each at once, and all of them get it', async () => {
  for (let time = 0; time < 5; time++) {
    await clearStreets(world);
    const drivers = [await driverOf(world), await driverOf(world), await driverOf(world), await driverOf(world)];
    const orders: string[] = [];
    for (const _ of drivers) orders.push((await place(world)).orderId);
    await askAll(drivers, orders);
    const offers = await Promise.all(drivers.map((driver, index) => offerOf(driver, orders[index] as string)));
    const answers = await Promise.all(
      drivers.map((driver, index) => accept(driver, offers[index] as string, index % 2 === 0 ? world : second)),
    );
    expect(answers.map(codeOf)).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(drivers.map(underWay))).toEqual(orders);
  }
  // Who is chosen to give way in a circle of waiting is in the statistics of the database.
  await expect
    .poll(async () =>
      world.foundations.database.query<{ deadlocks: number }>(
        'select deadlocks::integer from pg_stat_database where datname = current_database()',
      ),
    )
    .toEqual([{ deadlocks: 0 }]);
});

test('a driver accepts while the search for one ends: an order has a driver or has expired, never both', async () => {
  for (const acceptsFirst of [true, false]) {
    await clearStreets(world);
    const driver = await driverOf(world);
    const { orderId } = await place(world);
    const matchBy = world.clock.now() + 2 * HOUR_MS;
    world.clock.set(matchBy - 10 * SECOND_MS);
    await driver.comeOnline();
    await runRounds(world, 2);
    const offerId = await offerOf(driver, orderId);
    world.clock.set(matchBy - 1);
    const taking = () => accept(driver, offerId);
    const ending = () => runDueJobs(second.foundations, { now: () => matchBy });
    const settled = await meetAtRow(world, 'orders', orderId, acceptsFirst ? [taking, ending] : [ending, taking]);
    const [answer] = settled
      .map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
      .filter((value): value is HttpAnswer => typeof value === 'object' && value !== null && 'json' in value);
    expect(codeOf(answer as HttpAnswer)).toBe(acceptsFirst ? 200 : 'ERR_OFFER_GONE');
    expect((await read(orderId)).status).toBe(acceptsFirst ? 'ON_GOING' : 'EXPIRED');
    expect(await underWay(driver)).toBe(acceptsFirst ? orderId : undefined);
  }
  expect(await contradictions(world.foundations.database)).toEqual([]);
});

test('a driver accepts while being suspended: the order waits for somebody else', async () => {
  const { database, clock } = world.foundations;
  const driver = await driverOf(world);
  const { orderId, offerId } = await offeredTo(world, driver);
  let taking: Promise<HttpAnswer> | undefined;
  await database.inTransaction(async (tx) => {
    await lockDriver(tx, driver.id);
    taking = accept(driver, offerId, second);
    await expect.poll(() => waitingForLocks(database), { interval: 1, timeout: 5_000 }).toBe(1);
    await setDriverStatus(tx, driver.id, 'suspended', clock.now());
  });
  expect(codeOf(await (taking as unknown as Promise<HttpAnswer>))).toBe('ERR_FORBIDDEN');
  expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
});

test('a driver accepts while the time to answer ends: taken and the driver’s, or lapsed and nobody’s', async () => {
  for (let time = 0; time < 10; time++) {
    const driver = await driverOf(world);
    const { orderId, offerId } = await offeredTo(world, driver);
    world.clock.advance(18 * SECOND_MS);
    const end = world.clock.now() + 10 * SECOND_MS;
    const [answer] = await Promise.all([accept(driver, offerId), runDueJobs(second.foundations, { now: () => end })]);
    world.clock.set(end);
    const [offer] = await world.foundations.database.query('select state from offers where id = $1', [offerId]);
    const { status } = await read(orderId);
    expect([codeOf(answer), offer?.state, status]).toEqual(
      answer.status === 200
        ? [200, 'accepted', 'ON_GOING']
        : ['ERR_OFFER_GONE', expect.stringMatching(/lapsed|open/), 'ASSIGNING_DRIVER'],
    );
  }
  expect(await contradictions(world.foundations.database)).toEqual([]);
});
