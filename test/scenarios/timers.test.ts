import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { dropIdleTimers } from '../../src/orders/expiry-timer.ts';
import { acceptOrder, changeDriver, giveBackOrder, type OrderDeps } from '../../src/orders/index.ts';
import { meetAtRow } from '../support/meeting.ts';
import {
  contradictions,
  eventsOfOrder,
  eventsOfWallet,
  purseOf,
  runDueJobs,
  runNextJob,
} from '../support/order-records.ts';
import { driverFor, orderBody, ordersOf, place, post, quote } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

const CREDIT = 1_000_000;

let world: World;
let orders: OrderDeps;
let processes: readonly Foundations[];
beforeAll(async () => {
  world = await createWorld();
  orders = await ordersOf(world);
  const others = await Promise.all([world.another(), world.another(), world.another()]);
  processes = [world.foundations, ...others.map(({ foundations }) => foundations)];
});
afterAll(() => world.close());
// Every test begins at noon of a Monday of its own, with nothing left to do of those before.
let week = 0;
beforeEach(async () => {
  world.clock.set(Date.UTC(2026, 10, 16, 4) + ++week * 7 * DAY_MS);
  await runDueJobs(world.foundations);
});

const newPartner = () => world.newPartner({ limitFactor: 1_000, creditMinor: BigInt(CREDIT), markets: ['HK'] });
type Partner = Awaited<ReturnType<typeof newPartner>>;

async function placeOne(partner: Partner, scheduleAt?: Instant): Promise<string> {
  const quotation = scheduleAt === undefined ? {} : { scheduleAt: new Date(scheduleAt).toISOString() };
  return (await place(world, { quotation, as: partner })).orderId;
}

type StoredOrder = {
  id: string;
  status: string;
  ended_at: Date | null;
  match_by: Date | null;
  history: { at: number; event: string }[];
  revision: number;
};
async function stored(orderId: string): Promise<StoredOrder> {
  const [row] = await world.foundations.database.query<StoredOrder>(
    'select id, status, ended_at, match_by, history, revision from orders where id = $1',
    [orderId],
  );
  return row as StoredOrder;
}
const jobs = () =>
  world.foundations.database.query<{ due_at: Date; attempts: number; last_error: string | null }>(
    "select due_at, attempts, last_error from jobs where kind = 'orders.expire' order by due_at, id",
  );
const inTransaction: World['foundations']['database']['inTransaction'] = (work) =>
  world.foundations.database.inTransaction(work);
const accept = (orderId: string) =>
  inTransaction((tx) => acceptOrder(orders, tx, { orderId }, world.clock.now(), driverFor(orderId)));
const giveBack = (orderId: string) => inTransaction((tx) => giveBackOrder(orders, tx, { orderId }, world.clock.now()));

/** It expired once, at that time and no other, whatever the time was when somebody noticed. */
async function expectExpiredAt(orderId: string, at: Instant): Promise<void> {
  const order = await stored(orderId);
  expect([order.status, order.ended_at?.getTime()]).toEqual(['EXPIRED', at]);
  expect(order.history.filter(({ event }) => event === 'matchingTimeEnded')).toEqual([
    { at, event: 'matchingTimeEnded', status: 'EXPIRED' },
  ]);
  const pushes = (await eventsOfOrder(world.foundations.database, orderId)).filter(
    ({ data }) => data.order.status === 'EXPIRED',
  );
  expect(pushes.map(({ data, createdAt }) => [data.updatedAt, createdAt.getTime()])).toEqual([[formatInstant(at), at]]);
  const released = await world.foundations.database.query<{ created_at: Date }>(
    'select created_at from ledger_transfers where business_key = $1',
    [`order/${orderId}/release`],
  );
  expect(released.map(({ created_at }) => created_at.getTime())).toEqual([at]);
}

describe('after the worker was down for hours', () => {
  test('what fell due is applied in due order, each at its own due time', async () => {
    const partner = await newPartner();
    const start = world.clock.now();
    const due: { orderId: string; at: Instant }[] = [];
    // Placed in another order than they fall due.
    for (const hours of [5, 1, 3, 7, 2])
      due.push({ orderId: await placeOne(partner, start + hours * HOUR_MS), at: start + (hours + 2) * HOUR_MS });
    for (let minutes = 0; minutes < 5; minutes++) {
      due.push({ orderId: await placeOne(partner), at: world.clock.now() + 2 * HOUR_MS });
      world.clock.advance(MINUTE_MS + 123);
    }
    due.sort((a, b) => a.at - b.at);
    world.clock.set(start + 12 * HOUR_MS);
    const applied: string[] = [];
    while (await runNextJob(world.foundations)) {
      const ended = await world.foundations.database.query<{ id: string }>(
        "select id from orders where partner_id = $1 and status = 'EXPIRED'",
        [partner.partnerId],
      );
      applied.push(...ended.map(({ id }) => id).filter((id) => !applied.includes(id)));
    }
    expect(applied).toEqual(due.map(({ orderId }) => orderId));
    for (const { orderId, at } of due) await expectExpiredAt(orderId, at);
    const told = (await eventsOfWallet(world.foundations.database, partner.partnerId)).slice(-due.length);
    expect(told.map(({ createdAt }) => createdAt.getTime())).toEqual(due.map(({ at }) => at));
    expect(await purseOf(world.foundations.database, partner.partnerId)).toEqual({ balance: CREDIT, held: 0 });
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('timers of searches that have found somebody go all at once, and those of others ring', async () => {
    const partner = await newPartner();
    const found = [await placeOne(partner), await placeOne(partner), await placeOne(partner)];
    for (const orderId of found) await accept(orderId);
    const waiting = await placeOne(partner);
    const due = world.clock.now() + 2 * HOUR_MS;
    world.clock.advance(3 * HOUR_MS);
    expect((await jobs()).length).toBe(4);
    expect(await inTransaction((tx) => dropIdleTimers(tx, world.clock.now()))).toBe(false);
    expect((await jobs()).map(({ due_at }) => due_at.getTime())).toEqual([due]);
    expect(await runDueJobs(world.foundations)).toBe(1);
    for (const orderId of found) expect((await stored(orderId)).status).toBe('ON_GOING');
    await expectExpiredAt(waiting, due);
  });

  test('of very many the rest goes with the next look at once, also where some of the first have to ring', async () => {
    const partner = await newPartner();
    const [waiting, found] = [await placeOne(partner), await placeOne(partner)];
    await accept(found);
    const due = world.clock.now() + 2 * HOUR_MS;
    world.clock.advance(3 * HOUR_MS);
    await world.foundations.database.query(
      `insert into jobs (kind, name, due_at, payload)
       select 'orders.expire', $1 || '/again ' || number, $2, jsonb_build_object('orderId', $1::text) from generate_series(1, 700) number`,
      [found, new Date(world.clock.now())],
    );
    const look = () => inTransaction((tx) => dropIdleTimers(tx, world.clock.now()));
    expect([await look(), await look()]).toEqual([true, false]);
    expect((await jobs()).length).toBe(1);
    await runDueJobs(world.foundations);
    await expectExpiredAt(waiting, due);
  });

  test('what has expired reads so before anybody applied it, also in lists', async () => {
    const partner = await newPartner();
    const orderId = await placeOne(partner);
    world.clock.advance(9 * HOUR_MS);
    expect((await stored(orderId)).status).toBe('ASSIGNING_DRIVER');
    const read = await world.call('GET', `/v3/orders/${orderId}`, { as: partner });
    const list = await world.call('GET', '/v3/orders', { as: partner });
    expect([read.json.data.status, list.json.data[0].status]).toEqual(['EXPIRED', 'EXPIRED']);
  });

  test('a repeated placement of an order that has expired meanwhile says so too', async () => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    const first = await post(world, body, { as: partner });
    world.clock.advance(2 * HOUR_MS);
    const again = await post(world, body, { as: partner });
    expect([again.status, again.json.data.orderId, again.json.data.status]).toEqual([
      201,
      first.json.data.orderId,
      'EXPIRED',
    ]);
  });
});

test('four workers in four processes apply every timer once', async () => {
  const partners = await Promise.all([newPartner(), newPartner(), newPartner()]);
  const due: { orderId: string; at: Instant }[] = [];
  for (let round = 0; round < 20; round++) {
    const placed = await Promise.all(partners.map((partner) => placeOne(partner)));
    due.push(...placed.map((orderId) => ({ orderId, at: world.clock.now() + 2 * HOUR_MS })));
    world.clock.advance(30 * SECOND_MS);
  }
  world.clock.advance(6 * HOUR_MS);
  const counts = await Promise.all(processes.map((foundations) => runDueJobs(foundations)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(due.length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  for (const { orderId, at } of due) await expectExpiredAt(orderId, at);
  expect(await jobs()).toEqual([]);
  expect(await contradictions(world.foundations.database)).toEqual([]);
});

describe('a timer of a search that is over', () => {
  test('does nothing once a driver has accepted, and nothing to the money', async () => {
    const partner = await newPartner();
    const orderId = await placeOne(partner);
    await accept(orderId);
    const before = await stored(orderId);
    const purse = await purseOf(world.foundations.database, partner.partnerId);
    world.clock.advance(3 * HOUR_MS);
    expect(await runDueJobs(world.foundations)).toBe(1);
    expect(await stored(orderId)).toEqual(before);
    expect(await purseOf(world.foundations.database, partner.partnerId)).toEqual(purse);
    expect(await jobs()).toEqual([]);
  });

  test('does nothing to the search that a give-back has started; that one ends at its own time', async () => {
    const partner = await newPartner();
    const orderId = await placeOne(partner);
    const start = world.clock.now();
    world.clock.advance(HOUR_MS);
    await accept(orderId);
    world.clock.advance(HOUR_MS / 2);
    await giveBack(orderId);
    expect((await jobs()).map(({ due_at }) => due_at.getTime() - start)).toEqual([2 * HOUR_MS, 3.5 * HOUR_MS]);
    world.clock.set(start + 3 * HOUR_MS);
    expect(await runDueJobs(world.foundations)).toBe(1);
    expect((await stored(orderId)).status).toBe('ASSIGNING_DRIVER');
    world.clock.set(start + 20 * HOUR_MS);
    expect(await runDueJobs(world.foundations)).toBe(1);
    await expectExpiredAt(orderId, start + 3.5 * HOUR_MS);
  });

  test('does nothing to the search that a driver change has started; that one ends 2 hours after the later of change and schedule', async () => {
    const partner = await newPartner();
    const start = world.clock.now();
    const [immediate, scheduled] = [await placeOne(partner), await placeOne(partner, start + 4 * HOUR_MS)];
    for (const orderId of [immediate, scheduled]) await accept(orderId);
    world.clock.advance(HOUR_MS);
    for (const orderId of [immediate, scheduled])
      await inTransaction((tx) =>
        changeDriver(orders, tx, { orderId }, world.clock.now(), driverFor(orderId), 'DRIVER_LATE'),
      );
    world.clock.set(start + 20 * HOUR_MS);
    await runDueJobs(world.foundations);
    await expectExpiredAt(immediate, start + 3 * HOUR_MS);
    await expectExpiredAt(scheduled, start + 6 * HOUR_MS);
  });

  test('a give-back far ahead of its schedule brings the end forward, and the later timer changes nothing', async () => {
    const partner = await newPartner();
    const start = world.clock.now();
    const orderId = await placeOne(partner, start + DAY_MS);
    await accept(orderId);
    await giveBack(orderId);
    world.clock.set(start + 2 * DAY_MS);
    expect(await runDueJobs(world.foundations)).toBe(2);
    await expectExpiredAt(orderId, start + 2 * HOUR_MS);
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });
});

describe('a timer that fails in the middle', () => {
  const MOMENTS = [
    ['the money is released', 'insert on ledger_transfers', ''],
    ['the event is recorded', 'insert on events', ''],
    ['the order is saved', 'update on orders', "when (new.status = 'EXPIRED')"],
    ['the timer itself is taken away', 'delete on jobs', "when (old.kind = 'orders.expire')"],
  ] as const;

  test.each(MOMENTS)('when %s: nothing of it stays, and it is applied later at its own time', async (_, on, when) => {
    const { database } = world.foundations;
    const partner = await newPartner();
    const orderId = await placeOne(partner);
    const due = world.clock.now() + 2 * HOUR_MS;
    const [before, purse] = [await stored(orderId), await purseOf(database, partner.partnerId)];
    await database.query(`
      create or replace function fail_for_the_test() returns trigger language plpgsql as $$
      begin raise exception 'a fault for the test'; end $$`);
    await database.query(
      `create trigger fails_for_the_test before ${on} for each row ${when} execute function fail_for_the_test()`,
    );
    world.clock.advance(8 * HOUR_MS);
    try {
      expect(await runDueJobs(world.foundations)).toBe(1);
    } finally {
      await database.query(`drop trigger fails_for_the_test on ${on.split(' on ')[1]}`);
    }
    expect(await stored(orderId)).toEqual(before);
    expect(await purseOf(database, partner.partnerId)).toEqual(purse);
    expect((await eventsOfOrder(database, orderId)).length).toBe(1);
    expect(await jobs()).toEqual([
      {
        due_at: new Date(world.clock.now() + SECOND_MS),
        attempts: 1,
        last_error: expect.stringContaining('a fault for the test'),
      },
    ]);
    world.clock.advance(SECOND_MS);
    expect(await runDueJobs(world.foundations)).toBe(1);
    await expectExpiredAt(orderId, due);
    expect(await contradictions(database)).toEqual([]);
  });

  test('holds up no other timer', async () => {
    const { database } = world.foundations;
    const partner = await newPartner();
    const [stuck, free] = [await placeOne(partner), await placeOne(partner)];
    const due = world.clock.now() + 2 * HOUR_MS;
    await database.query(`
      create or replace function fail_for_the_test() returns trigger language plpgsql as $$
      begin raise exception 'a fault for the test'; end $$`);
    await database.query(
      `create trigger fails_for_the_test before update on orders for each row when (new.id = ${stuck})
       execute function fail_for_the_test()`,
    );
    world.clock.advance(3 * HOUR_MS);
    try {
      await runDueJobs(world.foundations);
      await expectExpiredAt(free, due);
      expect((await stored(stuck)).status).toBe('ASSIGNING_DRIVER');
    } finally {
      await database.query('drop trigger fails_for_the_test on orders');
    }
    world.clock.advance(SECOND_MS);
    await runDueJobs(world.foundations);
    await expectExpiredAt(stuck, due);
  });
});

describe('at the deadline', () => {
  /** The worker's clock has come to the deadline; the other call was decided a moment before it. */
  const ring = () => runDueJobs(world.foundations, { now: () => world.clock.now() + 1 });
  const cancel = (orderId: string, partner: Partner) =>
    world.call('DELETE', `/v3/orders/${orderId}`, { as: partner }).then(({ status }) => status);

  async function atTheLastMoment() {
    const partner = await newPartner();
    const orderId = await placeOne(partner);
    world.clock.advance(2 * HOUR_MS - 1);
    return { partner, orderId, due: world.clock.now() + 1 };
  }

  test('an acceptance before the timer keeps the order', async () => {
    const { orderId } = await atTheLastMoment();
    const results = await meetAtRow(world, 'orders', orderId, [() => accept(orderId), ring]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect((await stored(orderId)).status).toBe('ON_GOING');
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('an acceptance after the timer is refused', async () => {
    const { orderId, due } = await atTheLastMoment();
    const [, accepting] = await meetAtRow(world, 'orders', orderId, [ring, () => accept(orderId)]);
    expect(accepting).toMatchObject({ status: 'rejected', reason: { code: 'ERR_INVALID_ORDER_STATUS' } });
    await expectExpiredAt(orderId, due);
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('a cancellation before the timer stands, and the money comes back once', async () => {
    const { orderId, partner } = await atTheLastMoment();
    const [cancelling] = await meetAtRow(world, 'orders', orderId, [() => cancel(orderId, partner), ring]);
    expect(cancelling).toMatchObject({ value: 204 });
    expect((await stored(orderId)).status).toBe('CANCELED');
    expect(await purseOf(world.foundations.database, partner.partnerId)).toEqual({ balance: CREDIT, held: 0 });
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('a cancellation after the timer is refused, and the money comes back once', async () => {
    const { orderId, partner, due } = await atTheLastMoment();
    const [, cancelling] = await meetAtRow(world, 'orders', orderId, [ring, () => cancel(orderId, partner)]);
    expect(cancelling).toMatchObject({ value: 409 });
    await expectExpiredAt(orderId, due);
    expect(await purseOf(world.foundations.database, partner.partnerId)).toEqual({ balance: CREDIT, held: 0 });
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('many timers, acceptances and cancellations at once leave each order with one end', async () => {
    const partner = await newPartner();
    const ids = await Promise.all(Array.from({ length: 30 }, () => placeOne(partner)));
    world.clock.advance(2 * HOUR_MS - 1);
    const later = { now: () => world.clock.now() + 1 };
    const acting = ids.map((orderId, index) =>
      index % 2 === 0 ? accept(orderId).catch(() => undefined) : cancel(orderId, partner),
    );
    await Promise.all([...processes.map((foundations) => runDueJobs(foundations, later)), ...acting]);
    const statuses = await Promise.all(ids.map(async (orderId) => (await stored(orderId)).status));
    expect(statuses.filter((_, index) => index % 2 === 0).every((status) => /^(ON_GOING|EXPIRED)$/.test(status))).toBe(
      true,
    );
    expect(statuses.filter((_, index) => index % 2 === 1).every((status) => /^(CANCELED|EXPIRED)$/.test(status))).toBe(
      true,
    );
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });
});
