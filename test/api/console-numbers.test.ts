import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { cancelForSupport } from '../../src/orders/index.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { driversOf, fund, ordersOf, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let viewer: DeskUser;
beforeEach(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000 } });
  await signIn();
  await fund(world, 10_000n);
});
afterEach(() => world.close());

async function signIn(): Promise<void> {
  viewer = await deskUser(world, 'console', { role: 'viewer' });
}

const read = (query = '') => viewer.get(`/console/v1/numbers?city=${encodeURIComponent('HK HKG')}${query}`);

test('a day counts what was placed, how long it waited and how it ended, beside the same weekday a week before', async () => {
  const drivers = await driversOf(world);
  const orders = await ordersOf(world);
  const done = await place(world);
  const given = await place(world);
  const kept = await place(world);
  world.clock.advance(2 * MINUTE_MS);
  await drivers.accept(done.orderId);
  for (const step of ['arrive', 'pickUp', 'dropOff'] as const) await drivers[step](done.orderId);
  await world.call('DELETE', `/v3/orders/${given.orderId}`);
  const { database } = world.foundations;
  await database.inTransaction((tx) =>
    cancelForSupport(orders, tx, { orderId: kept.orderId }, world.clock.now(), 'No driver to be had'),
  );
  await place(world);
  const { json } = await read();
  const total = Number(done.priceBreakdown.total);
  const [row] = await database.query<{ earned: string }>(
    "select amount_minor as earned from ledger_transfers where kind = 'earning'",
  );
  expect(json.data).toMatchObject({
    city: 'HK HKG',
    currency: 'HKD',
    day: {
      date: '2026-11-16',
      placed: 4,
      completed: 1,
      open: 1,
      cancelledByPartner: 1,
      cancelledBySupport: 1,
      rejected: 0,
      expired: 0,
      waitSeconds: { median: 120, ninetieth: 120 },
      revenue: String(total),
      margin: String(total - Number(row?.earned)),
      earnings: null,
    },
    weekBefore: { date: '2026-11-09', placed: 0, waitSeconds: null, revenue: '0' },
  });
  // The world begins at noon in Hong Kong.
  expect(json.data.day.byHour[12]).toBe(4);
  expect(json.data.day.byHour.reduce((sum: number, count: number) => sum + count, 0)).toBe(4);
});

test('today is held against the week before until the same time of day; by the hour, and on other days, against all of it', async () => {
  await place(world);
  world.clock.advance(HOUR_MS);
  await place(world);
  world.clock.advance(7 * DAY_MS - HOUR_MS);
  await signIn();
  const counted = ({ placed, byHour }: { placed: number; byHour: number[] }) => [placed, byHour[12], byHour[13]];
  const { weekBefore, until } = (await read()).json.data;
  expect([counted(weekBefore), until]).toEqual([[0, 1, 1], '12:00']);
  world.clock.advance(MINUTE_MS);
  expect((await read()).json.data).toMatchObject({ until: '12:01', weekBefore: { placed: 1 } });
  world.clock.advance(DAY_MS);
  await signIn();
  const past = (await read('&day=2026-11-23')).json.data;
  expect([counted(past.weekBefore), past.until]).toEqual([[2, 1, 1], null]);
});

test('a day begins and ends at midnight of its city', async () => {
  const before = (await read('&day=2026-11-16')).json.data.day.placed;
  world.clock.advance(12 * HOUR_MS - (world.clock.now() % (24 * HOUR_MS)) + 4 * HOUR_MS - 1);
  expect(new Date(world.clock.now()).toISOString()).toBe('2026-11-16T15:59:59.999Z');
  await place(world);
  expect((await read('&day=2026-11-16')).json.data.day.placed).toBe(before + 1);
  world.clock.advance(1);
  await place(world);
  expect((await read()).json.data.day).toMatchObject({ date: '2026-11-17', placed: 1 });
  expect((await read('&day=2026-11-16')).json.data.day.placed).toBe(before + 1);
});

test('a city or day that cannot be is refused', async () => {
  for (const query of ['&day=2026-13-01', '&day=2030-01-01', '&day=2000-01-01', '&day=x'])
    expect((await read(query)).status).toBe(422);
  expect((await viewer.get('/console/v1/numbers?city=XX')).status).toBe(422);
});
