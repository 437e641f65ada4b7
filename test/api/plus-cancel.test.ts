import { afterAll, beforeAll, expect, test } from 'vitest';
import { everythingStored } from '../support/orders.ts';
import { bring, callPlus, type Options, placePlus, type Support, supportOf } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let support: Support;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1000 } });
  support = await supportOf(world);
});
afterAll(() => world.close());

const cancel = (orderId: string, options: Options = {}) =>
  callPlus(world, 'DELETE', `/v3/orders/${orderId}`, undefined, options);
const read = async (orderId: string) => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
const refusal = ({ status, json }: HttpAnswer) => [status, json.message];

test.each([
  ['AWAIT_DRIVER', 'CANCELED'],
  ['AWAIT_PICKUP', 'CANCELED'],
  ['DELIVERING', 'CANCELED'],
  ['FAILED_PICKUP', 'CLOSED'],
  ['FAILED', 'CLOSED'],
  ['RETURNED', 'CLOSED'],
] as const)('cancelled in %s it is %s: 204 without a body', async (status, end) => {
  const { orderId } = await bring(world, support, status);
  const answer = await cancel(orderId);
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined]);
  const parcel = await read(orderId);
  expect([parcel.status, parcel.deliveryLogs.at(-1).status]).toEqual([end, end]);
});

test.each(['DELIVERED', 'CANCELED', 'CLOSED'] as const)('what is %s cannot be cancelled', async (status) => {
  const { orderId } = await bring(world, support, status);
  const before = await everythingStored(world);
  const answer = await cancel(orderId);
  expect([answer.status, answer.json]).toEqual([
    409,
    {
      message: 'ERR_CANCELLATION_FORBIDDEN',
      errors: [
        {
          id: 'ERR_CANCELLATION_FORBIDDEN',
          message: `Order ${orderId} is ${status}, which does not allow this.`,
        },
      ],
    },
  ]);
  expect(await everythingStored(world)).toEqual(before);
});

test('once cancelled, it cannot be cancelled again; a retry by its Request-ID gets its 204', async () => {
  const { orderId } = await placePlus(world);
  expect((await cancel(orderId, { requestId: 'cancel-1' })).status).toBe(204);
  const again = await cancel(orderId, { requestId: 'cancel-1' });
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([204, 'true', '']);
  expect(refusal(await cancel(orderId, { requestId: 'cancel-2' }))).toEqual([409, 'ERR_CANCELLATION_FORBIDDEN']);
  expect(refusal(await cancel(orderId))).toEqual([409, 'ERR_CANCELLATION_FORBIDDEN']);
});

test('a body that some clients send is not looked at, signed or not', async () => {
  for (const signed of [{}, { signed: { body: '' } }]) {
    const { orderId } = await placePlus(world);
    const options = { headers: { Platform: 'PLUS' }, body: '{"reason":"x"', ...signed };
    expect((await world.call('DELETE', `/v3/orders/${orderId}`, options)).status).toBe(204);
  }
});

test('an unknown parcel is 404, another partner’s 422, and stays as it is', async () => {
  for (const id of ['1', 'x', '9'.repeat(19)]) expect(refusal(await cancel(id))).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
  const { orderId } = await placePlus(world);
  const stranger = await world.newPartner({ platforms: ['PLUS'], limitFactor: 100 });
  expect(refusal(await cancel(orderId, { as: stranger }))).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
  const elsewhere = await world.newPartner({ platforms: ['PLUS'], markets: ['SG'], limitFactor: 100 });
  expect(refusal(await cancel(orderId, { as: elsewhere, market: 'SG' }))).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
  expect((await read(orderId)).status).toBe('IN_PROGRESS');
});

test('of 20 cancellations at once one has the effect', async () => {
  const { orderId } = await placePlus(world);
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(orderId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(409)]);
  expect((await read(orderId)).deliveryLogs).toHaveLength(2);
});

test('the driver has it no longer on the list, but may see that it is over', async () => {
  const { orderId, driver } = await bring(world, support, 'DELIVERING');
  await cancel(orderId);
  expect((await driver.call('GET', '/parcels')).json.data).toEqual({ parcels: [], visits: [] });
  const seen = await driver.call('GET', `/parcels/${orderId}`);
  expect([seen.status, seen.json.data.status]).toEqual([200, 'CANCELED']);
  expect(seen.json.data.dropOff).not.toHaveProperty('phone');
});
