import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { driversOf, everythingStored, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type Options = Parameters<World['call']>[2];
const cancel = (orderId: string, options: Options = {}) => world.call('DELETE', `/v3/orders/${orderId}`, options);
const statusOf = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data.status;
const walletOf = async () => {
  const { balance, held } = (await world.call('GET', '/v3/wallet')).json.data;
  return { balance, held };
};
const forbidden = (sentence: string) => [
  409,
  {
    message: 'ERR_CANCELLATION_FORBIDDEN',
    errors: [{ id: 'ERR_CANCELLATION_FORBIDDEN', message: sentence }],
  },
];
const tried = async (orderId: string) => {
  const { status, json } = await cancel(orderId);
  return [status, json];
};

test('an order that looks for a driver can be cancelled: 204 without a body', async () => {
  const { orderId } = await place(world);
  const answer = await cancel(orderId);
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
  expect(await statusOf(orderId)).toBe('CANCELED');
});

test('the money is released in full, with the priority fee', async () => {
  const before = await walletOf();
  const { orderId } = await place(world);
  await world.call('POST', `/v3/orders/${orderId}/priority-fee`, { body: '{"data":{"priorityFee":"50"}}' });
  expect(await walletOf()).not.toEqual(before);
  await cancel(orderId);
  expect(await walletOf()).toEqual(before);
});

test('the partner is told that it was the user who cancelled', async () => {
  const { orderId } = await place(world);
  await cancel(orderId);
  const [event] = await world.foundations.database.query<{ data: { order: object } }>(
    "select data from events where stream_id = $1 and data -> 'order' ->> 'status' = 'CANCELED'",
    [orderId],
  );
  expect(event?.data.order).toMatchObject({
    previousStatus: 'ASSIGNING_DRIVER',
    status: 'CANCELED',
    cancelParty: 'USER',
  });
});

test('under 5 minutes after the match it can be cancelled, at exactly 5 minutes it cannot', async () => {
  const [early, late] = [await place(world), await place(world)];
  world.clock.advance(HOUR_MS);
  await drivers.accept(early.orderId);
  await drivers.accept(late.orderId);
  world.clock.advance(5 * MINUTE_MS - 1);
  expect((await cancel(early.orderId)).status).toBe(204);
  world.clock.advance(1);
  const stored = await everythingStored(world);
  expect(await tried(late.orderId)).toEqual(
    forbidden('A driver was matched 5 minutes ago or more; the order cannot be cancelled.'),
  );
  expect(await everythingStored(world)).toEqual(stored);
});

test('the 5 minutes count from the match also for an order that is scheduled for tomorrow', async () => {
  const scheduleAt = new Date(world.clock.now() + 24 * HOUR_MS).toISOString();
  const [early, late] = [
    await place(world, { quotation: { scheduleAt } }),
    await place(world, { quotation: { scheduleAt } }),
  ];
  await drivers.accept(early.orderId);
  await drivers.accept(late.orderId);
  world.clock.advance(5 * MINUTE_MS - 1);
  expect((await cancel(early.orderId)).status).toBe(204);
  world.clock.advance(1);
  expect((await cancel(late.orderId)).status).toBe(409);
});

test('after a driver gave the order back it can be cancelled again, and the next match begins 5 minutes of its own', async () => {
  const [waiting, matched] = [await place(world), await place(world)];
  for (const { orderId } of [waiting, matched]) {
    await drivers.accept(orderId, '1');
    world.clock.advance(10 * MINUTE_MS);
    await drivers.giveBack(orderId);
  }
  expect((await cancel(waiting.orderId)).status).toBe(204);
  await drivers.accept(matched.orderId, '2');
  world.clock.advance(5 * MINUTE_MS - 1);
  expect((await cancel(matched.orderId)).status).toBe(204);
});

test('after the pick-up and after any end it cannot be cancelled', async () => {
  const no = (status: string) => forbidden(`The order is ${status}; it cannot be cancelled.`);
  const { orderId } = await place(world);
  await drivers.accept(orderId);
  await drivers.pickUp(orderId);
  expect(await tried(orderId)).toEqual(no('PICKED_UP'));
  await drivers.dropOff(orderId);
  expect(await tried(orderId)).toEqual(no('COMPLETED'));
  const cancelled = (await place(world)).orderId;
  await cancel(cancelled);
  expect(await tried(cancelled)).toEqual(no('CANCELED'));
  const rejected = (await place(world)).orderId;
  for (const driverId of ['1', '2']) {
    await drivers.accept(rejected, driverId);
    await drivers.giveBack(rejected);
  }
  expect(await tried(rejected)).toEqual(no('REJECTED'));
});

test('at exactly 2 hours it has expired and cannot be cancelled, also when no worker ran', async () => {
  const [early, late] = [await place(world), await place(world)];
  world.clock.advance(2 * HOUR_MS - 1);
  expect((await cancel(early.orderId)).status).toBe(204);
  world.clock.advance(1);
  expect(await tried(late.orderId)).toEqual(forbidden('The order is EXPIRED; it cannot be cancelled.'));
});

test('a body is ignored, whether it was signed or not, and whatever it is', async () => {
  for (const options of [
    { body: '{}' },
    { body: '{"data":{"reason":"none"}}' },
    { body: '{"stale":', signed: { body: '' } },
    { body: 'not JSON at all' },
    { headers: { 'content-type': 'text/plain' } },
  ]) {
    const { orderId } = await place(world);
    expect((await cancel(orderId, options)).status).toBe(204);
  }
});

test('the same call again with its Request-ID is answered as the first, without one it is too late', async () => {
  const { orderId } = await place(world);
  expect((await cancel(orderId, { requestId: 'cancel 1' })).status).toBe(204);
  const stored = await everythingStored(world);
  const again = await cancel(orderId, { requestId: 'cancel 1' });
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([204, 'true', '']);
  expect((await cancel(orderId)).status).toBe(409);
  expect((await cancel(orderId, { requestId: 'cancel 2' })).status).toBe(409);
  expect(await everythingStored(world)).toEqual(stored);
});

test('a refusal is not remembered: the same Request-ID runs anew', async () => {
  const { orderId } = await place(world);
  await drivers.accept(orderId, '1');
  world.clock.advance(5 * MINUTE_MS);
  expect((await cancel(orderId, { requestId: 'cancel 3' })).status).toBe(409);
  await drivers.giveBack(orderId);
  expect((await cancel(orderId, { requestId: 'cancel 3' })).status).toBe(204);
});

test('an unknown order is 404, another partner’s 422, and nothing happens to it', async () => {
  for (const orderId of ['1571354659422392320', '123456789012', '1e18', '1234567890123456789012345', "1'%20or%201=1"]) {
    const { status, json } = await cancel(orderId);
    expect([status, json.message]).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
  }
  const stranger = await world.newPartner({ limitFactor: 10 });
  const { orderId } = await place(world);
  const stored = await everythingStored(world);
  const { status, json } = await cancel(orderId, { as: stranger });
  expect([status, json.message]).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
  expect(await everythingStored(world)).toEqual(stored);
});

test('cancelling is limited to 30 calls a minute, and the headers say so', async () => {
  const partner = await world.newPartner({ creditMinor: 1_000n });
  const { orderId } = await place(world, { as: partner });
  const { headers } = await cancel(orderId, { as: partner });
  expect([headers['ratelimit-limit-deleteorder'], headers['ratelimit-remaining-deleteorder']]).toEqual(['30', '29']);
});
