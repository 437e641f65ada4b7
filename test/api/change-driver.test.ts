import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { driverFor, driversOf, everythingStored, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type Options = Parameters<World['call']>[2];
const REASONS = ['DRIVER_LATE', 'DRIVER_ASKED_CHANGE', 'DRIVER_UNRESPONSIVE', 'DRIVER_RUDE'];
const LATE = JSON.stringify({ data: { reason: 'DRIVER_LATE' } });
const change = (orderId: string, options: Options = { body: LATE }, driverId = driverFor(orderId)) =>
  world.call('DELETE', `/v3/orders/${orderId}/drivers/${driverId}`, options);
const read = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
const matched = async (minutes = 15, terms: Parameters<typeof place>[1] = {}) => {
  const { orderId } = await place(world, terms);
  await drivers.accept(orderId);
  world.clock.advance(minutes * MINUTE_MS);
  return orderId as string;
};
const refusal = async (call: ReturnType<typeof change>) => {
  const { status, json } = await call;
  return [status, json.message, json.errors[0].message, json.errors[0].detail];
};

test('each reason takes the order back to the search for a driver, at the same price', async () => {
  for (const reason of REASONS) {
    const orderId = await matched();
    const before = await read(orderId);
    const answer = await change(orderId, { body: JSON.stringify({ data: { reason } }) });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(orderId)).toEqual({ ...before, driverId: '', status: 'ASSIGNING_DRIVER' });
  }
});

test('the reason may stand at the top of the body', async () => {
  const orderId = await matched();
  expect((await change(orderId, { body: '{"reason":"DRIVER_RUDE","note":"x"}' })).status).toBe(204);
});

test('from exactly 15 minutes after the match on, and not a millisecond before', async () => {
  const { orderId } = await place(world);
  await drivers.accept(orderId);
  world.clock.advance(15 * MINUTE_MS - 1);
  const stored = await everythingStored(world);
  expect(await refusal(change(orderId))).toEqual([
    422,
    'ERR_CHANGE_DRIVER',
    'The driver can be changed from 15 minutes after the match on.',
    undefined,
  ]);
  expect(await everythingStored(world)).toEqual(stored);
  world.clock.advance(1);
  expect((await change(orderId)).status).toBe(204);
});

test('until the pick-up, and not after it', async () => {
  const orderId = await matched(60);
  await drivers.arrive(orderId);
  expect((await change(orderId)).status).toBe(204);
  const pickedUp = await matched(60);
  await drivers.pickUp(pickedUp);
  const no = (status: string) => [
    422,
    'ERR_CHANGE_DRIVER',
    `The order is ${status}; its driver can be changed only while it is ON_GOING.`,
    undefined,
  ];
  expect(await refusal(change(pickedUp))).toEqual(no('PICKED_UP'));
  await drivers.dropOff(pickedUp);
  expect(await refusal(change(pickedUp))).toEqual(no('COMPLETED'));
});

test.each([
  ['no body', undefined],
  ['an empty object', '{}'],
  ['no reason', '{"data":{}}'],
  ['an empty reason', '{"data":{"reason":""}}'],
  ['an unknown reason', '{"data":{"reason":"DRIVER_BORED"}}'],
  ['a reason in small letters', '{"data":{"reason":"driver_late"}}'],
  ['a reason with spaces', '{"data":{"reason":" DRIVER_LATE "}}'],
  ['a number', '{"data":{"reason":1}}'],
  ['null', '{"data":{"reason":null}}'],
  ['a list', '{"data":{"reason":["DRIVER_LATE"]}}'],
  ['an object', '{"data":{"reason":{"reason":"DRIVER_LATE"}}}'],
  ['a truth', '{"data":{"reason":true}}'],
  ['an unknown reason at the top', '{"reason":"toString"}'],
  ['data null', '{"data":null}'],
  ['data a text', '{"data":"DRIVER_LATE"}'],
  ['data a list', '{"data":["DRIVER_LATE"]}'],
  ['a list', '["DRIVER_LATE"]'],
  ['a text', '"DRIVER_LATE"'],
])('a missing or unknown reason is ERR_CHANGE_DRIVER: %s', async (_what, body) => {
  const orderId = await matched();
  const stored = await everythingStored(world);
  const { status, json } = await change(orderId, body === undefined ? {} : { body });
  expect([status, json.message, json.errors[0].id]).toEqual([422, 'ERR_CHANGE_DRIVER', 'ERR_CHANGE_DRIVER']);
  expect(json.errors[0].detail).toMatch(/^\/data/);
  expect(await everythingStored(world)).toEqual(stored);
});

test('the sentence says which reasons there are', async () => {
  expect(await refusal(change(await matched(), { body: '{"data":{"reason":"x"}}' }))).toEqual([
    422,
    'ERR_CHANGE_DRIVER',
    `The reason must be one of ${REASONS.join(', ')}.`,
    '/data/reason',
  ]);
});

test('the body counts here: it is signed, and it is JSON', async () => {
  const orderId = await matched();
  expect((await change(orderId, { body: LATE, signed: { body: '' } })).status).toBe(401);
  const { status, json } = await change(orderId, { body: '{"data":' });
  expect([status, json.message]).toEqual([400, 'ERR_INVALID_JSON']);
});

test.each(['7002', '07001', '7001.0', '0', '-1', '1e18', '1234567890123456789012345', "7001'%20or%20'1'='1", '%00'])(
  'a driver who does not have the order is not found: %s',
  async (driverId) => {
    const orderId = await matched();
    const { status, json } = await change(orderId, { body: LATE }, driverId);
    expect([status, json.message]).toEqual([404, 'ERR_DRIVER_NOT_FOUND']);
    expect((await read(orderId)).driverId).toBe(driverFor(orderId));
  },
);

test('a driver who had the order before, and any driver where nobody has it, is not found', async () => {
  const orderId = await matched();
  await change(orderId);
  expect((await refusal(change(orderId))).slice(0, 2)).toEqual([404, 'ERR_DRIVER_NOT_FOUND']);
  await drivers.accept(orderId, '7002');
  world.clock.advance(15 * MINUTE_MS);
  expect((await refusal(change(orderId))).slice(0, 2)).toEqual([404, 'ERR_DRIVER_NOT_FOUND']);
  expect((await change(orderId, { body: LATE }, '7002')).status).toBe(204);
});

test('the order is looked at before the driver and the reason: unknown 404, another partner’s 422', async () => {
  for (const orderId of ['1571354659422392320', '123456789012', '1e18', '1234567890123456789012345']) {
    for (const body of [LATE, '{"data":{}}', '{}']) {
      expect((await refusal(change(orderId, { body }))).slice(0, 2)).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
    }
  }
  const orderId = await matched();
  const stranger = await world.newPartner({ limitFactor: 10 });
  expect((await refusal(change(orderId, { body: LATE, as: stranger }))).slice(0, 2)).toEqual([
    422,
    'ERR_ORDER_NOT_FOUND',
  ]);
  expect((await read(orderId)).status).toBe('ON_GOING');
});

test('a driver who was replaced does not get the order again, and a change is no rejection', async () => {
  const orderId = await matched();
  await change(orderId);
  await expect(drivers.accept(orderId)).rejects.toThrow('had the order before');
  for (const driverId of ['1', '2', '3']) {
    await drivers.accept(orderId, driverId);
    world.clock.advance(15 * MINUTE_MS);
    expect((await change(orderId, { body: LATE }, driverId)).status).toBe(204);
  }
  expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
});

test('the search then goes on for 2 hours from the change', async () => {
  const orderId = await matched(60);
  await change(orderId);
  world.clock.advance(2 * HOUR_MS - 1);
  expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
  world.clock.advance(1);
  expect((await read(orderId)).status).toBe('EXPIRED');
});

test('the search for a scheduled order goes on until 2 hours after its scheduled time, where that is later', async () => {
  const scheduleAt = world.clock.now() + 5 * HOUR_MS;
  const orderId = await matched(15, { quotation: { scheduleAt: new Date(scheduleAt).toISOString() } });
  await change(orderId);
  world.clock.set(scheduleAt + 2 * HOUR_MS - 1);
  expect((await read(orderId)).status).toBe('ASSIGNING_DRIVER');
  world.clock.advance(1);
  expect((await read(orderId)).status).toBe('EXPIRED');
});

test('the same call again with its Request-ID is answered as the first', async () => {
  const orderId = await matched();
  expect((await change(orderId, { body: LATE, requestId: 'change 1' })).status).toBe(204);
  const stored = await everythingStored(world);
  const again = await change(orderId, { body: LATE, requestId: 'change 1' });
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([204, 'true', '']);
  expect(await everythingStored(world)).toEqual(stored);
});

test('changing a driver is limited to 30 calls a minute, and the headers say so', async () => {
  const partner = await world.newPartner();
  const { headers } = await change('1571354659422392320', { body: LATE, as: partner });
  expect([headers['ratelimit-limit-deletedriver'], headers['ratelimit-remaining-deletedriver']]).toEqual(['30', '29']);
});
