import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { refundOrder, topUp } from '../../src/wallet/index.ts';
import { expectRefusals, INVALID, only, TAKEN } from '../support/bad-input.ts';
import { deskUser } from '../support/desk.ts';
import { driverOf, runRounds, takenBy } from '../support/driver-client.ts';
import { waitingForLocks } from '../support/meeting.ts';
import { contradictions, eventsOfOrder, eventsOfWallet, runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, orderBody, place, post, quote, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, parcelBody, placePlus, quotePlus } from '../support/parcels.ts';
import type { HttpAnswer } from '../support/partner-client.ts';
import { act, advance, callSandbox, readClock } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

const HOUR = HOUR_MS / SECOND_MS;
const DAY = DAY_MS / SECOND_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] } });
});
afterAll(() => world.close());

const newPartner = () =>
  world.newPartner({
    limitFactor: 1_000,
    creditMinor: 1_000_000n,
    markets: ['HK'],
    platforms: ['ON_DEMAND', 'PLUS'],
  });
type Partner = Awaited<ReturnType<typeof newPartner>>;
const put = (as: Partner, data: unknown, further = {}) =>
  callSandbox(world, 'POST', '/clock', data, { as, ...further });
const offsetOf = async (as: Partner) => (await readClock(world, { as })).json.data.offsetSeconds as number;
const statusOf = async (as: Partner, orderId: string) =>
  (await world.call('GET', `/v3/orders/${orderId}`, { as })).json.data.status;
const cancel = (as: Partner, orderId: string) => world.call('DELETE', `/v3/orders/${orderId}`, { as });
const refusal = ({ status, json }: HttpAnswer) => [status, json.message, json.errors[0].detail];
const scheduled = (at: Instant) => ({ quotation: { scheduleAt: new Date(at).toISOString() } });
type Stored = {
  readonly status: string;
  readonly ended_at: Date | null;
  readonly history: { at: number; event: string }[];
};
/** As it lies in the table, whatever a reader would make of it. */
async function stored(orderId: string): Promise<Stored> {
  const [row] = await world.foundations.database.query<Stored>(
    'select status, ended_at, history from orders where id = $1',
    [orderId],
  );
  return row as Stored;
}

describe('the clock', () => {
  test('is ours until it is put forward, then runs on from there', async () => {
    const as = await newPartner();
    const now = world.clock.now();
    expect((await readClock(world, { as })).json.data).toEqual({ now: formatInstant(now), offsetSeconds: 0 });
    expect(await advance(world, 90, { as })).toEqual({ now: formatInstant(now + 90_000), offsetSeconds: 90 });
    world.clock.advance(10_000);
    expect((await readClock(world, { as })).json.data).toEqual({
      now: formatInstant(now + 100_000),
      offsetSeconds: 90,
    });
    expect(await advance(world, 1, { as })).toEqual({ now: formatInstant(now + 101_000), offsetSeconds: 91 });
  });

  test.each([
    ['-1', -1],
    ['0', 0],
    ['a billion seconds and more', 1e12],
    ['a part of a second', 0.5],
    ['31 days and one second', 31 * DAY + 1],
    ['text', '60'],
    ['null', null],
  ])('does not go forward by %s', async (_, advanceSeconds) => {
    const as = await newPartner();
    expect(refusal(await put(as, { advanceSeconds }))).toEqual([422, INVALID, '/data/advanceSeconds']);
    expect(await offsetOf(as)).toBe(0);
  });

  test('goes forward by 1 second and by 31 days', async () => {
    const as = await newPartner();
    expect((await advance(world, 1, { as })).offsetSeconds).toBe(1);
    expect((await advance(world, 31 * DAY, { as })).offsetSeconds).toBe(31 * DAY + 1);
  });

  test('goes forward again and again, to about ten years ahead', async () => {
    const as = await newPartner();
    for (let made = 1; made <= 118; made++) await advance(world, 31 * DAY, { as });
    await advance(world, 2 * DAY, { as });
    expect(refusal(await put(as, { advanceSeconds: 1 }))).toEqual([422, INVALID, '/data/advanceSeconds']);
    expect(await offsetOf(as)).toBe(3_660 * DAY);
  });

  test('is told one thing at a time', async () => {
    const as = await newPartner();
    for (const data of [{}, { advanceSeconds: 60, reset: true }])
      expect(refusal(await put(as, data))).toEqual([422, INVALID, '/data']);
    expect(refusal(await put(as, { reset: false }))).toEqual([422, INVALID, '/data/reset']);
    await expectRefusals(world, 'advanceSeconds', only({ number: TAKEN, missing: TAKEN }), (advanceSeconds) =>
      put(as, { advanceSeconds }),
    );
  });

  test('counts advances that come at once, each in full', async () => {
    const as = await newPartner();
    const answers = await Promise.all([1, 10, 100, 1_000].map((seconds) => advance(world, seconds, { as })));
    expect(Math.max(...answers.map(({ offsetSeconds }) => offsetSeconds))).toBe(1_111);
    expect(new Set(answers.map(({ offsetSeconds }) => offsetSeconds)).size).toBe(4);
    expect(await offsetOf(as)).toBe(1_111);
  });

  test('counts a call and its retry once', async () => {
    const as = await newPartner();
    const [first, retry] = [
      await put(as, { advanceSeconds: 60 }, { requestId: 'a minute' }),
      await put(as, { advanceSeconds: 60 }, { requestId: 'a minute' }),
    ];
    expect(retry.json).toEqual(first.json);
    expect(retry.headers['idempotent-replayed']).toBe('true');
    expect(await offsetOf(as)).toBe(60);
  });

  test('is seen by every process and every key at once', async () => {
    const second = await world.another();
    const as = await newPartner();
    expect((await readClock(second, { as })).json.data.offsetSeconds).toBe(0);
    await advance(world, 60, { as });
    expect((await readClock(second, { as })).json.data.offsetSeconds).toBe(60);
  });
});

describe('back to our time', () => {
  test('only when no order and no parcel is open', async () => {
    const as = await newPartner();
    await advance(world, HOUR, { as });
    const { orderId } = await place(world, { as });
    const parcel = await placePlus(world, { as });
    const refused = async () => expect((await put(as, { reset: true })).json.message).toBe('ERR_INVALID_ORDER_STATUS');
    await refused();
    await cancel(as, orderId);
    await refused();
    await callPlus(world, 'DELETE', `/v3/orders/${parcel.orderId}`, undefined, { as });
    const answer = await put(as, { reset: true });
    expect(answer.json.data).toEqual({ now: formatInstant(world.clock.now()), offsetSeconds: 0 });
    expect(await offsetOf(as)).toBe(0);
  });

  test('no quotation of the time that is given up buys an order any more', async () => {
    const as = await newPartner();
    await advance(world, 10 * DAY, { as });
    const quotation = await quote(world, {}, { as });
    await put(as, { reset: true });
    const answer = await world.call('POST', '/v3/orders', {
      as,
      body: JSON.stringify({ data: orderBody(quotation) }),
    });
    expect([answer.status, answer.json.errors[0].id]).toEqual([422, 'ERR_INVALID_QUOTATION_ID']);
    expect(answer.json.errors[0].message).toMatch(/your clock, reset since,/);
  });

  test('is no refusal where the clock is ours already', async () => {
    expect((await put(await newPartner(), { reset: true })).status).toBe(200);
  });
});

describe('what falls due on the way', () => {
  test('has happened when the call answers, in due order, each at its own time', async () => {
    const as = await newPartner();
    const start = world.clock.now();
    const late = await place(world, { as, ...scheduled(start + HOUR_MS) });
    const first = await place(world, { as });
    await advance(world, HOUR / 2, { as });
    const second = await place(world, { as });
    const { database } = world.foundations;
    const told = (await eventsOfWallet(database, as.partnerId)).length;
    const far = await place(world, { as, ...scheduled(start + DAY_MS) });
    await advance(world, 3 * HOUR, { as });

    const due = [
      [first.orderId, start + 2 * HOUR_MS],
      [second.orderId, start + 2.5 * HOUR_MS],
      [late.orderId, start + 3 * HOUR_MS],
    ] as const;
    for (const [orderId, at] of due) {
      const { status, ended_at, history } = await stored(orderId);
      expect([status, ended_at?.getTime(), history.at(-1)]).toEqual([
        'EXPIRED',
        at,
        expect.objectContaining({ at, event: 'matchingTimeEnded' }),
      ]);
      const push = (await eventsOfOrder(database, orderId)).at(-1);
      expect([push?.data.order.status, push?.data.updatedAt]).toEqual(['EXPIRED', formatInstant(at)]);
      expect(push?.createdAt.getTime()).toBe(at);
    }
    expect((await stored(far.orderId)).status).toBe('ASSIGNING_DRIVER');
    const released = (await eventsOfWallet(database, as.partnerId, told + 1)).map(({ data }) => data);
    expect(released.map(({ updatedAt }) => updatedAt)).toEqual(due.map(([, at]) => formatInstant(at)));
    const balances = released.map(({ balance }) => Number(balance.amount));
    expect(balances).toEqual(balances.toSorted((a, b) => a - b));
    const inTheLog = (await world.call('GET', '/v3/events?limit=200', { as })).json.data
      .filter(({ data }: { data: { order?: { status: string } } }) => data.order?.status === 'EXPIRED')
      .map(({ data }: { data: { order: { orderId: string } } }) => data.order.orderId);
    expect(inTheLog).toEqual(due.map(([orderId]) => orderId));
    expect(await contradictions(database)).toEqual([]);
  });

  test('has all its orders before it touches the wallet, as everybody who changes one of them does', async () => {
    const as = await newPartner();
    await place(world, { as });
    const { orderId } = await place(world, { as });
    const answer = await withConnection(world.connection, async (sql) => {
      await sql.query('begin');
      await sql.query(`select from orders where id = ${orderId} for no key update`);
      const leaping = put(as, { advanceSeconds: 3 * HOUR });
      await expect.poll(() => waitingForLocks(world.foundations.database)).toBe(1);
      await sql.query(`select from ledger_accounts where partner_id = ${as.partnerId} order by id for update nowait`);
      await sql.query('rollback');
      return leaping;
    });
    expect(answer.status).toBe(200);
    expect((await stored(orderId)).status).toBe('EXPIRED');
  });

  test('expires at exactly two hours, and not a second before', async () => {
    const as = await newPartner();
    const { orderId } = await place(world, { as });
    await advance(world, 2 * HOUR - 1, { as });
    expect((await stored(orderId)).status).toBe('ASSIGNING_DRIVER');
    expect(await statusOf(as, orderId)).toBe('ASSIGNING_DRIVER');
    await advance(world, 1, { as });
    expect((await stored(orderId)).status).toBe('EXPIRED');
  });

  test('is not told twice when the timer of our own clock rings later', async () => {
    const as = await newPartner();
    const { orderId } = await place(world, { as });
    await advance(world, 3 * HOUR, { as });
    const before = await eventsOfOrder(world.foundations.database, orderId);
    world.clock.advance(3 * HOUR_MS);
    await runDueJobs(world.foundations);
    expect(await eventsOfOrder(world.foundations.database, orderId)).toEqual(before);
  });

  test('is one’s own: two partners live at different times, and a third at ours', async () => {
    const [soon, later, never] = [await newPartner(), await newPartner(), await newPartner()];
    const orders = new Map<Partner, string>();
    for (const as of [soon, later, never]) orders.set(as, (await place(world, { as })).orderId);
    await Promise.all([advance(world, HOUR, { as: soon }), advance(world, 2 * HOUR, { as: later })]);
    const statuses = [];
    for (const [as, orderId] of orders) statuses.push([await offsetOf(as), await statusOf(as, orderId)]);
    expect(statuses).toEqual([
      [HOUR, 'ASSIGNING_DRIVER'],
      [2 * HOUR, 'EXPIRED'],
      [0, 'ASSIGNING_DRIVER'],
    ]);
    for (const as of [soon, never]) await cancel(as, orders.get(as) as string);
  });

  test('happens by itself when time passes on a clock that is ahead', async () => {
    const as = await newPartner();
    const placedAt = world.clock.now();
    const { orderId } = await place(world, { as });
    await runRounds(world);
    await advance(world, 2 * HOUR - 10, { as });
    await runRounds(world, 2);
    expect((await stored(orderId)).status).toBe('ASSIGNING_DRIVER');
    await runRounds(world);
    const { status, ended_at } = await stored(orderId);
    expect([status, ended_at?.getTime()]).toEqual(['EXPIRED', placedAt + 2 * HOUR_MS]);
  });
});

describe('where one order cannot be expired', () => {
  test('those of others are, and it is as soon as it can', async () => {
    const { database } = world.foundations;
    const [broken, sound] = [await newPartner(), await newPartner()];
    const [stuck, free] = [await place(world, { as: broken }), await place(world, { as: sound })];
    // More than the wallet holds for it, so that its release is refused by the table.
    const raise = (byMinor: number) =>
      database.query('update orders set fare_minor = fare_minor + $2 where id = $1', [stuck.orderId, byMinor]);
    await raise(1_000_000);
    await runRounds(world);
    for (const as of [broken, sound]) await advance(world, 2 * HOUR - 10, { as });
    await runRounds(world, 3);
    expect([(await stored(stuck.orderId)).status, (await stored(free.orderId)).status]).toEqual([
      'ASSIGNING_DRIVER',
      'EXPIRED',
    ]);
    await raise(-1_000_000);
    await runRounds(world, 20);
    expect((await stored(stuck.orderId)).status).toBe('EXPIRED');
    expect(await contradictions(database)).toEqual([]);
  });
});

describe('by the partner’s clock', () => {
  test('a quotation lives for five minutes', async () => {
    const as = await newPartner();
    const [used, dead] = [orderBody(await quote(world, {}, { as })), orderBody(await quote(world, {}, { as }))];
    await advance(world, 299, { as });
    const order = await post(world, used, { as });
    expect(order.status).toBe(201);
    await advance(world, 1, { as });
    expect((await post(world, dead, { as })).json.message).toBe('ERR_INVALID_QUOTATION_ID');
    await cancel(as, order.json.data.orderId);
  });

  test('a matched order can be cancelled for five minutes', async () => {
    const as = await newPartner();
    const [one, other] = [await place(world, { as }), await place(world, { as })];
    for (const { orderId } of [one, other]) await act(world, orderId, 'DRIVER_ACCEPT', {}, { as });
    await advance(world, 299, { as });
    expect((await cancel(as, one.orderId)).status).toBe(204);
    await advance(world, 1, { as });
    expect((await cancel(as, other.orderId)).json.message).toBe('ERR_CANCELLATION_FORBIDDEN');
  });

  test('money that an operator puts in or gives back comes after what it follows', async () => {
    const as = await newPartner();
    await advance(world, 20 * DAY, { as });
    const { orderId } = await place(world, { as });
    for (const action of ['DRIVER_ACCEPT', 'DRIVER_PICK_UP', 'DRIVER_DROP_OFF'])
      await act(world, orderId, action, {}, { as });
    const { foundations } = world;
    const money = { partnerId: as.partnerId, currency: 'HKD', decimals: 0 };
    await foundations.database.inTransaction((tx) => topUp(foundations, tx, money, 500n));
    const credit = { ...money, market: 'HK', orderId, amountMinor: 5n, reason: 'It was late' };
    const { note } = await foundations.database.inTransaction((tx) =>
      refundOrder(foundations, tx, credit, world.clock.now()),
    );
    expect(note.issuedAt).toBe(world.clock.now());
    const theirs = formatInstant(world.clock.now() + 20 * DAY_MS);
    const { entries } = (await world.call('GET', '/v3/wallet', { as })).json.data;
    expect(entries.slice(0, 3).map(({ type, createdAt }: Record<string, string>) => [type, createdAt])).toEqual([
      ['CREDIT', theirs],
      ['TOP_UP', theirs],
      ['CAPTURE', theirs],
    ]);
    const told = (await eventsOfWallet(foundations.database, as.partnerId)).slice(-2);
    expect(told.map(({ data }) => data.updatedAt)).toEqual([theirs, theirs]);
  });

  test('the driver can be changed after fifteen minutes', async () => {
    const as = await newPartner();
    const { orderId } = await place(world, { as });
    const { driverId } = await act(world, orderId, 'DRIVER_ACCEPT', {}, { as });
    const change = () =>
      world.call('DELETE', `/v3/orders/${orderId}/drivers/${driverId}`, {
        as,
        body: JSON.stringify({ data: { reason: 'DRIVER_LATE' } }),
      });
    await advance(world, 899, { as });
    expect((await change()).json.message).toBe('ERR_CHANGE_DRIVER');
    await advance(world, 1, { as });
    expect((await change()).status).toBe(204);
    await advance(world, 2 * HOUR - 1, { as });
    expect(await statusOf(as, orderId)).toBe('ASSIGNING_DRIVER');
    await advance(world, 1, { as });
    expect((await stored(orderId)).status).toBe('EXPIRED');
  });

  test('the driver of a scheduled order is shown from an hour before its time', async () => {
    const as = await newPartner();
    const { orderId } = await place(world, { as, ...scheduled(world.clock.now() + 3 * HOUR_MS) });
    const { driverId } = await act(world, orderId, 'DRIVER_ACCEPT', {}, { as });
    const look = async () => (await world.call('GET', `/v3/orders/${orderId}/drivers/${driverId}`, { as })).status;
    await advance(world, 2 * HOUR - 1, { as });
    expect(await look()).toBe(403);
    await advance(world, 1, { as });
    expect(await look()).toBe(200);
  });

  test('a pick-up is scheduled from now to 30 days ahead', async () => {
    const as = await newPartner();
    await advance(world, 10 * DAY, { as });
    const now = world.clock.now() + 10 * DAY_MS;
    const asked = async (at: Instant) => {
      const data = {
        serviceType: 'MOTORCYCLE',
        language: 'en_HK',
        stops: [CENTRAL, MONG_KOK],
        scheduleAt: new Date(at).toISOString(),
      };
      const { status, json } = await world.call('POST', '/v3/quotations', { as, body: JSON.stringify({ data }) });
      return status === 201 ? 'taken' : json.message;
    };
    expect(await asked(now - SECOND_MS)).toBe('ERR_INVALID_SCHEDULE_TIME');
    expect(await asked(now + SECOND_MS)).toBe('taken');
    expect(await asked(now + 30 * DAY_MS)).toBe('taken');
    expect(await asked(now + 30 * DAY_MS + SECOND_MS)).toBe('ERR_INVALID_SCHEDULE_TIME');
  });

  test('a Plus quotation dies at its time, and a parcel is planned for later than now', async () => {
    const as = await newPartner();
    const start = world.clock.now();
    const at = (ms: number) => new Date(start + ms).toISOString();
    const [used, dead] = [
      await quotePlus(world, { scheduleAt: at(5 * HOUR_MS) }, { as }),
      await quotePlus(world, { scheduleAt: at(5 * HOUR_MS) }, { as }),
    ];
    await advance(world, 5 * HOUR - 1, { as });
    const parcel = await callPlus(world, 'POST', '/v3/orders', parcelBody(used), { as });
    expect(parcel.status).toBe(201);
    await advance(world, 1, { as });
    const tooLate = await callPlus(world, 'POST', '/v3/orders', parcelBody(dead), { as });
    expect(tooLate.json.message).toBe('ERR_INVALID_QUOTATION_ID');
    const edit = (scheduleAt: string) =>
      callPlus(
        world,
        'PATCH',
        `/v3/orders/${parcel.json.data.orderId}`,
        {
          scheduleAt,
          deliveryBy: at(9 * HOUR_MS),
          stops: [
            { ...CENTRAL, ...SENDER },
            { ...MONG_KOK, ...RECIPIENT },
          ],
        },
        { as },
      );
    expect((await edit(at(5 * HOUR_MS))).json.message).toBe('ERR_INVALID_SCHEDULE_TIME');
    const edited = await edit(at(6 * HOUR_MS));
    expect([edited.status, edited.json.data.updatedAt]).toEqual([201, formatInstant(start + 5 * HOUR_MS)]);
  });

  test('links to pictures live for seven days, links to labels for an hour', async () => {
    const as = await newPartner();
    const open = async (url: string) => {
      const { pathname, search } = new URL(url);
      return (await world.send({ path: `${pathname}${search}` })).status;
    };
    const { orderId } = await place(world, { as, order: { isPODEnabled: true } });
    await act(world, orderId, 'DRIVER_ACCEPT', {}, { as });
    await act(world, orderId, 'DRIVER_PICK_UP', {}, { as });
    const { stops } = await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'PHOTO' }, { as });
    const picture = stops[1].POD.image;
    const parcel = await placePlus(world, { as, parcel: { generateLabel: true } });
    await runDueJobs(world.foundations);
    const read = await callPlus(world, 'GET', `/v3/orders/${parcel.orderId}`, undefined, { as });
    const label = read.json.data.label.url;
    await advance(world, HOUR - 1, { as });
    expect(await open(label)).toBe(200);
    await advance(world, 1, { as });
    expect(await open(label)).toBe(404);
    await advance(world, 7 * DAY - HOUR - 1, { as });
    expect(await open(picture)).toBe(200);
    await advance(world, 1, { as });
    expect(await open(picture)).toBe(404);
  });

  test('orders and parcels tell their times', async () => {
    const as = await newPartner();
    await advance(world, 3 * DAY, { as });
    const now = formatInstant(world.clock.now() + 3 * DAY_MS);
    const { orderId } = await place(world, { as });
    await act(world, orderId, 'DRIVER_ACCEPT', {}, { as });
    await act(world, orderId, 'DRIVER_PICK_UP', {}, { as });
    await act(world, orderId, 'DRIVER_DROP_OFF', {}, { as });
    const told = await eventsOfOrder(world.foundations.database, orderId);
    expect(told.map(({ data }) => data.updatedAt)).toEqual(told.map(() => now));
    const parcel = await placePlus(world, {
      as,
      quotation: { scheduleAt: new Date(world.clock.now() + 4 * DAY_MS).toISOString() },
    });
    await act(world, parcel.orderId, 'DRIVER_ASSIGN', {}, { as });
    const { deliveryLogs } = await act(world, parcel.orderId, 'DRIVER_PICK_UP', {}, { as });
    expect(deliveryLogs.map(({ updatedAt }: { updatedAt: string }) => updatedAt)).toEqual([now, now, now]);
  });
});

describe('by our own clock', () => {
  test('signatures', async () => {
    const as = await newPartner();
    await advance(world, DAY, { as });
    const signedAt = async (timestamp: Instant) => (await readClock(world, { as, timestamp })).status;
    expect(await signedAt(world.clock.now())).toBe(200);
    expect(await signedAt(world.clock.now() + DAY_MS)).toBe(401);
  });

  test('limits of calls', async () => {
    const as = await world.newPartner();
    const cities = () => world.call('GET', '/v3/cities', { as });
    for (let made = 0; made < 50; made++) await cities();
    await advance(world, DAY, { as });
    const refused = await cities();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['ratelimit-reset-getcities'])).toBeLessThanOrEqual(
      (world.clock.now() + MINUTE_MS) / SECOND_MS,
    );
    world.clock.advance(MINUTE_MS);
    expect((await cities()).status).toBe(200);
  });

  test('drivers, who are offered the order and drive it; what they do is kept by the partner’s', async () => {
    const { offsetSeconds } = await advance(world, 5 * DAY + 7);
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver, { order: { isPODEnabled: true } });
    world.clock.advance(MINUTE_MS);
    expect((await driver.act(orderId, 'arrive')).status).toBe(200);
    world.clock.advance(MINUTE_MS);
    expect(
      (await driver.act(orderId, 'pick-up', { at: new Date(world.clock.now() - SECOND_MS).toISOString() })).status,
    ).toBe(200);
    const { history } = await stored(orderId);
    const pickedUpAt = world.clock.now() + (offsetSeconds - 1) * SECOND_MS;
    expect(history.slice(1).map(({ event, at }) => [event, at - pickedUpAt])).toEqual([
      ['driverAccepted', -2 * MINUTE_MS + SECOND_MS],
      ['driverArrived', -MINUTE_MS + SECOND_MS],
      ['goodsPickedUp', 0],
    ]);
    const told = await eventsOfOrder(world.foundations.database, orderId);
    expect(told.at(-1)?.data).toMatchObject({ order: { status: 'PICKED_UP' }, updatedAt: formatInstant(pickedUpAt) });
  });
});

describe('a partner whose driver lives by our clock', () => {
  test('is told by their own when the driver was there, and when who was asked', async () => {
    await advance(world, DAY);
    const aheadMs = (await readClock(world)).json.data.offsetSeconds * SECOND_MS;
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    await driver.report();
    const now = formatInstant(world.clock.now() + aheadMs);
    const read = async (path: string) => (await world.call('GET', `/v3/orders/${orderId}/${path}`)).json.data;
    expect((await read(`drivers/${driver.id}`)).coordinates.updatedAt).toBe(now);
    const { offers, rounds, matchedAt } = (await read('explanation')).driver;
    expect([matchedAt, offers[0].offeredAt, rounds[0].at]).toEqual([now, expect.any(String), offers[0].offeredAt]);
    const waitedMs = Date.parse(matchedAt) - Date.parse(offers[0].offeredAt);
    expect(waitedMs).toBeGreaterThanOrEqual(0);
    expect(waitedMs).toBeLessThan(MINUTE_MS);
  });

  test('has parcels that operators see by ours, in the list and with all that happened', async () => {
    const as = await newPartner();
    await advance(world, DAY, { as });
    const operator = await deskUser(world, 'console');
    const now = world.clock.now();
    const scheduleAt = new Date(now + 26 * HOUR_MS).toISOString();
    const { orderId } = await placePlus(world, { as, quotation: { scheduleAt } });
    await act(world, orderId, 'DRIVER_ASSIGN', {}, { as });
    expect((await callPlus(world, 'DELETE', `/v3/orders/${orderId}`, undefined, { as })).status).toBe(204);
    const times = { pickUpFrom: formatInstant(now + 2 * HOUR_MS), deliverBy: formatInstant(now + 6 * HOUR_MS) };
    const at = formatInstant(now);
    expect((await operator.get(`/console/v1/plus/parcels?search=${orderId}`)).json.data).toMatchObject([times]);
    expect((await operator.get(`/console/v1/plus/parcels/${orderId}`)).json.data).toMatchObject({
      ...times,
      placedAt: at,
      endedAt: at,
      history: [
        { event: 'placed', at },
        { event: 'driverAssigned', at },
        { event: 'cancelled', at },
      ],
    });
  });

  test('pays at a time on their clock what the driver earns at that time on ours', async () => {
    await advance(world, DAY);
    const aheadMs = (await readClock(world)).json.data.offsetSeconds * SECOND_MS;
    const driver = await driverOf(world);
    const orderId = await takenBy(world, driver);
    await driver.act(orderId, 'pick-up');
    const { stops } = await driver.order(orderId);
    await driver.act(orderId, `drop-offs/${stops[1].stopId}`, { proof: 'NONE' });
    const [earned] = (await driver.call('GET', '/earnings')).json.data;
    expect(earned.entries[0]).toMatchObject({ orderId, createdAt: formatInstant(world.clock.now()) });
    const wallet = (await world.call('GET', '/v3/wallet')).json.data;
    expect([wallet.entries[0].orderId, wallet.entries[0].createdAt]).toEqual([
      orderId,
      formatInstant(world.clock.now() + aheadMs),
    ]);
  });
});
