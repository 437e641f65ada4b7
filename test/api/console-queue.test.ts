import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { dispatchOf } from '../support/dispatch.ts';
import { clearStreets } from '../support/driver-client.ts';
import { fund, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let dispatch: Awaited<ReturnType<typeof dispatchOf>>;
let operator: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld();
  dispatch = await dispatchOf(world);
  operator = await deskUser(world, 'console', { role: 'dispatcher' });
  await fund(world, 100_000n);
});
afterAll(() => world.close());

async function queue(query = '') {
  const answer = await operator.get(`/console/v1/queue${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as { data: { orderId: string; why: { code: string; sentence: string } }[]; next: string | null };
}
const whyOf = async (orderId: string) => (await queue()).data.find((order) => order.orderId === orderId)?.why;

test('an order says why it waits, as its search goes on', async () => {
  await clearStreets(world);
  const { orderId } = await place(world);
  expect((await whyOf(orderId))?.code).toBe('NOT_LOOKED_AT');
  const elsewhere = { locode: 'SG SIN', phone: '+6581234567', languages: ['en_SG'] };
  dispatch.fallSilent(await dispatch.join(500, elsewhere));
  await dispatch.round();
  expect(await whyOf(orderId)).toEqual({ code: 'NOBODY_ONLINE', sentence: 'No driver is online in the city.' });

  const silent = await dispatch.join(500);
  dispatch.fallSilent(silent);
  await dispatch.round(2 * MINUTE_MS + 1);
  expect(await whyOf(orderId)).toEqual({
    code: 'NOBODY_REACHABLE',
    sentence: 'No driver who is online in the city has been heard of lately.',
  });

  await dispatch.join(500, { service: 'VAN' });
  await dispatch.round();
  expect(await whyOf(orderId)).toEqual({
    code: 'NOBODY_OF_SERVICE',
    sentence: 'No motorcycle driver is reachable; 1 driver for other services is.',
  });

  const ada = await dispatch.join(500);
  await dispatch.round();
  expect((await whyOf(orderId))?.code).toBe('BEING_ASKED');
  await dispatch.decline(ada, orderId);
  await dispatch.round();
  expect(await whyOf(orderId)).toEqual({
    code: 'ALL_PASSED',
    sentence: 'The only motorcycle driver passed it over.',
  });

  const paused = await operator.post('/console/v1/cities/HK%20HKG/pause', { reason: 'black rain' });
  expect(paused.status).toBe(204);
  expect(await whyOf(orderId)).toEqual({ code: 'CITY_PAUSED', sentence: 'The city is paused: black rain.' });
  await operator.post('/console/v1/cities/HK%20HKG/resume', { reason: 'dry again' });

  await dispatch.join(500);
  await dispatch.round();
  expect((await whyOf(orderId))?.code).toBe('BEING_ASKED');
  world.clock.advance(3 * MINUTE_MS);
  expect((await whyOf(orderId))?.sentence).toBe('No round has looked at it for 2 minutes. Is a worker running?');
  await dispatch.leaveAll();
});

test('the longest waiting comes first, page by page, of one city and service or of all', async () => {
  const orders: string[] = [];
  for (let count = 0; count < 3; count++) {
    orders.push((await place(world, { quotation: { serviceType: 'VAN' } })).orderId);
    world.clock.advance(1_000);
  }
  const first = await queue('?service=VAN&limit=2&city=HK%20HKG');
  expect(first.data.map(({ orderId }) => orderId)).toEqual(orders.slice(0, 2));
  expect(first.data[0]).toMatchObject({
    status: 'ASSIGNING_DRIVER',
    service: 'VAN',
    partner: { partnerId: world.partner.partnerId, name: 'Acme' },
    waitedSeconds: 3,
    pickUp: '1 Queen’s Road Central',
  });
  const rest = await queue(`?service=VAN&limit=2&city=HK%20HKG&after=${first.next}`);
  expect([rest.data.map(({ orderId }) => orderId), rest.next]).toEqual([orders.slice(2), null]);
  expect((await queue('?city=SG%20SIN')).data).toEqual([]);
  expect((await operator.get('/console/v1/queue?after=x')).status).toBe(422);
  expect((await operator.get('/console/v1/queue?when=never')).status).toBe(422);
});

test('what is for later waits apart until drivers are asked', async () => {
  const scheduleAt = new Date(world.clock.now() + 40 * MINUTE_MS).toISOString();
  const { orderId } = await place(world, { quotation: { scheduleAt } });
  expect(await whyOf(orderId)).toBeUndefined();
  const later = (await queue('?when=later')).data;
  expect(later.map((order) => [order.orderId, order.why.code])).toEqual([[orderId, 'LATER']]);
  world.clock.advance(10 * MINUTE_MS);
  expect((await queue('?when=later')).data).toEqual([]);
  expect((await whyOf(orderId))?.code).toBe('NOT_LOOKED_AT');
});

test('an order for later has waited since drivers could be asked, and stands behind what waits longer', async () => {
  const scheduleAt = new Date(world.clock.now() + 90 * MINUTE_MS).toISOString();
  const scheduled = await place(world, { quotation: { scheduleAt, serviceType: 'COURIER' } });
  world.clock.advance(50 * MINUTE_MS);
  const atOnce = await place(world, { quotation: { serviceType: 'COURIER' } });
  world.clock.advance(12 * MINUTE_MS);
  const waiting = (await queue('?service=COURIER')).data as { orderId: string; waitedSeconds?: number }[];
  expect(waiting.map(({ orderId, waitedSeconds }) => [orderId, waitedSeconds])).toEqual([
    [atOnce.orderId, 12 * 60],
    [scheduled.orderId, 2 * 60],
  ]);
  const [first] = waiting;
  const one = await queue('?service=COURIER&limit=1');
  expect([one.data[0]?.orderId, one.next]).toEqual([atOnce.orderId, first?.orderId]);
  const rest = await queue(`?service=COURIER&limit=1&after=${one.next}`);
  expect([rest.data.map(({ orderId }) => orderId), rest.next]).toEqual([[scheduled.orderId], null]);
});
