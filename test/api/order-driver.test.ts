import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDriverPhoto } from '../../src/drivers/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { clearStreets, type DriverClient, driverOf, PICK_UP, refusal, runRounds } from '../support/driver-client.ts';
import { eventsOfOrder } from '../support/order-records.ts';
import { place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    partner: { limitFactor: 1000, creditMinor: 1_000_000n },
    env: { WAYBILL_OFFER_AHEAD_MINUTES: '1440' },
  });
});
afterAll(() => world.close());

const look = (orderId: string, driverId: string, options: Parameters<World['call']>[2] = {}) =>
  world.call('GET', `/v3/orders/${orderId}/drivers/${driverId}`, options);
const NOT_YET = [
  403,
  'ERR_FORBIDDEN',
  'The driver is shown from one hour before the scheduled time on, or from the arrival at the pick-up.',
];
const notHis = (driverId: string) => [404, 'ERR_DRIVER_NOT_FOUND', `Driver ${driverId} does not have this order.`];
const wire = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}.00Z`;
const wholeSecond = () => world.clock.set(Math.ceil(world.clock.now() / 1_000) * 1_000);

/** An order that this driver has just taken; scheduled for so long after its placement, where a time is given. */
async function matched(driver: DriverClient, aheadMs?: number) {
  await clearStreets(world);
  wholeSecond();
  await driver.comeOnline();
  const scheduleAt = aheadMs === undefined ? undefined : world.clock.now() + aheadMs;
  const quotation = scheduleAt === undefined ? {} : { scheduleAt: new Date(scheduleAt).toISOString() };
  const { orderId } = await place(world, { quotation });
  await runRounds(world, 2);
  const [offer] = await driver.offers();
  expect(offer.orderId).toBe(orderId);
  expect((await driver.call('POST', `/offers/${offer.offerId}/accept`)).status).toBe(200);
  return { orderId: orderId as string, scheduleAt: scheduleAt as number };
}
const assignedEvent = async (orderId: string) =>
  (await eventsOfOrder(world.foundations.database, orderId)).find(({ type }) => type === 'DRIVER_ASSIGNED')?.data;
async function finish(driver: DriverClient, orderId: string) {
  await driver.act(orderId, 'pick-up');
  const [, dropOff] = (await driver.order(orderId)).stops;
  return driver.act(orderId, `drop-offs/${dropOff.stopId}`, { proof: 'NONE' });
}

test('of an immediate order the driver is shown from the match on, the plate masked, until the order ends', async () => {
  const driver = await driverOf(world, { name: 'Grace', plate: 'VP9946964' });
  const { orderId } = await matched(driver);
  const updatedAt = wire(world.clock.now() - 6_000);
  const shown = {
    driverId: driver.id,
    name: 'Grace',
    phone: driver.phone,
    plateNumber: '**994696*',
    photo: '',
    coordinates: { lat: '22.281', lng: '114.158', updatedAt },
  };
  expect((await look(orderId, driver.id)).json.data).toEqual(shown);
  world.clock.advance(MINUTE_MS);
  await driver.report({ lat: 22.2815, lng: 114.1585 });
  expect((await look(orderId, driver.id)).json.data.coordinates).toEqual({
    lat: '22.2815',
    lng: '114.1585',
    updatedAt: wire(world.clock.now()),
  });
  expect((await finish(driver, orderId)).json.data.status).toBe('COMPLETED');
  expect(await refusal(look(orderId, driver.id))).toEqual([
    403,
    'ERR_FORBIDDEN',
    'The order is COMPLETED; its driver is not shown any more.',
  ]);
});

test('a driver with a photo is shown with a link to it', async () => {
  const { files, database } = world.foundations;
  await files.put('drivers/ada.jpg', Buffer.from('a face'), 'image/jpeg');
  const driver = await driverOf(world);
  await database.inTransaction((tx) => setDriverPhoto(tx, driver.id, 'drivers/ada.jpg', world.clock.now()));
  const { orderId } = await matched(driver);
  const { pathname, search } = new URL((await look(orderId, driver.id)).json.data.photo);
  const file = await world.send({ path: `${pathname}${search}` });
  expect([file.status, file.headers['content-type'], file.text]).toEqual([200, 'image/jpeg', 'a face']);
  await finish(driver, orderId);
});

test('of a scheduled order the driver is shown from exactly one hour before its time', async () => {
  const driver = await driverOf(world);
  const { orderId, scheduleAt } = await matched(driver, 3 * HOUR_MS);
  expect(await refusal(look(orderId, driver.id))).toEqual(NOT_YET);
  world.clock.set(scheduleAt - HOUR_MS - 1);
  expect(await refusal(look(orderId, driver.id))).toEqual(NOT_YET);
  world.clock.set(scheduleAt - HOUR_MS);
  expect((await look(orderId, driver.id)).json.data.phone).toBe(driver.phone);
});

test('of a scheduled order the driver is shown from the arrival at the pick-up, where that is earlier', async () => {
  const driver = await driverOf(world);
  const { orderId } = await matched(driver, 3 * HOUR_MS);
  world.clock.advance(10 * MINUTE_MS);
  expect(await refusal(look(orderId, driver.id))).toEqual(NOT_YET);
  await driver.act(orderId, 'arrive');
  expect((await look(orderId, driver.id)).status).toBe(200);
});

test('of an order that was cancelled the driver is not shown any more', async () => {
  const driver = await driverOf(world);
  const { orderId } = await matched(driver);
  expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
  expect(await refusal(look(orderId, driver.id))).toEqual([
    403,
    'ERR_FORBIDDEN',
    'The order is CANCELED; its driver is not shown any more.',
  ]);
});

test('a driver who gave the order back, or never had it, is not found', async () => {
  const [driver, other] = [await driverOf(world), await driverOf(world)];
  const { orderId } = await matched(driver);
  for (const id of [other.id, '1', '0', 'x', '%27']) {
    expect(await refusal(look(orderId, id))).toEqual(notHis(decodeURIComponent(id)));
  }
  await driver.act(orderId, 'give-back', { reason: 'Ill' });
  expect(await refusal(look(orderId, driver.id))).toEqual(notHis(driver.id));
  await other.comeOnline();
  await runRounds(world, 2);
  const [offer] = await other.offers();
  await other.call('POST', `/offers/${offer.offerId}/accept`);
  expect(await refusal(look(orderId, driver.id))).toEqual(notHis(driver.id));
  expect((await look(orderId, other.id)).status).toBe(200);
});

test('an unknown order is not found, and another partner’s is not one of yours', async () => {
  const driver = await driverOf(world);
  const { orderId } = await matched(driver);
  for (const id of ['1', 'x', '9'.repeat(19)]) {
    expect(await refusal(look(id, driver.id))).toEqual([404, 'ERR_ORDER_NOT_FOUND', `There is no order ${id}.`]);
  }
  const stranger = await world.newPartner();
  const [status, code] = await refusal(look(orderId, driver.id, { as: stranger }));
  expect([status, code]).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
});

test('before the match nobody is found', async () => {
  await clearStreets(world);
  const driver = await driverOf(world);
  const { orderId } = await place(world);
  expect(await refusal(look(orderId, driver.id))).toEqual(notHis(driver.id));
});

test('the partner is told of the match: inside the window with phone and place, before it without', async () => {
  const driver = await driverOf(world, { name: 'Grace', plate: 'VP9946964' });
  const { orderId } = await matched(driver);
  const told = { driverId: driver.id, name: 'Grace', photo: '', plateNumber: '**994696*' };
  expect(await assignedEvent(orderId)).toEqual({
    driver: { ...told, phone: driver.phone },
    location: PICK_UP,
    order: { orderId },
    updatedAt: wire(world.clock.now()),
  });
  await finish(driver, orderId);
  const { orderId: later } = await matched(driver, 3 * HOUR_MS);
  expect(await assignedEvent(later)).toEqual({
    driver: { ...told, phone: '' },
    order: { orderId: later },
    updatedAt: wire(world.clock.now()),
  });
  await finish(driver, later);
  const { orderId: soon } = await matched(driver, HOUR_MS);
  expect(await assignedEvent(soon)).toMatchObject({ driver: { phone: driver.phone }, location: PICK_UP });
  const types = (await eventsOfOrder(world.foundations.database, soon)).map(({ type }) => type);
  expect(types).toEqual(['ORDER_STATUS_CHANGED', 'ORDER_STATUS_CHANGED', 'DRIVER_ASSIGNED']);
});
