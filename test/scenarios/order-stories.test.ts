import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import type { Transaction } from '../../src/infrastructure/database/database.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import {
  acceptOrder,
  arriveAtPickUp,
  cancelForSupport,
  closeDropOff,
  editOrder,
  giveBackOrder,
  type Order,
  type OrderDeps,
  pickUpGoods,
} from '../../src/orders/index.ts';
import { contradictions, eventsOfOrder, eventsOfWallet, runDueJobs } from '../support/order-records.ts';
import {
  CENTRAL,
  MONG_KOK,
  orderBody,
  ordersOf,
  place,
  post,
  quote,
  RECIPIENT,
  SENDER,
  TUEN_MUN,
} from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

const CREDIT = 5_000;
const SHA_TIN = { coordinates: { lat: '22.3817', lng: '114.1877' }, address: '18 Sha Tin Centre Street' };

let world: World;
let orders: OrderDeps;
beforeAll(async () => {
  world = await createWorld();
  orders = await ordersOf(world);
});
afterAll(() => world.close());
// Every story begins at noon of a Monday of its own, with nothing left to do of those before and all drivers free.
let week = 0;
beforeEach(async () => {
  world.clock.set(Date.UTC(2026, 10, 16, 4) + ++week * 7 * DAY_MS);
  await runDueJobs(world.foundations);
  const underWay = "select id as \"orderId\" from orders where status in ('ON_GOING', 'PICKED_UP')";
  for (const key of await world.foundations.database.query<{ orderId: string }>(underWay))
    await inTransaction((tx) => cancelForSupport(orders, tx, key, now()));
});
const wait = (ms: number) => world.clock.advance(ms);
const now = () => world.clock.now();

/** An order on its way, as its partner, its drivers and support see it. */
type Story = { readonly partner: MadePartner; readonly orderId: string; readonly total: number };

async function placed({ quotation = {}, order = {} }: { quotation?: object; order?: object } = {}): Promise<Story> {
  const partner = await world.newPartner({ limitFactor: 1_000, creditMinor: BigInt(CREDIT), markets: ['HK'] });
  const answer = await place(world, {
    quotation: quotation as Record<string, unknown>,
    order: order as Record<string, unknown>,
    as: partner,
  });
  return { partner, orderId: answer.orderId, total: Number(answer.priceBreakdown.total) };
}

const inTransaction = (work: (tx: Transaction) => Promise<Order>) => world.foundations.database.inTransaction(work);
const accept = ({ orderId }: Story, driverId: string) =>
  inTransaction((tx) => acceptOrder(orders, tx, { orderId }, now(), driverId));
const giveBack = ({ orderId }: Story, why: Parameters<typeof giveBackOrder>[4] = {}) =>
  inTransaction((tx) => giveBackOrder(orders, tx, { orderId }, now(), why));
const arrive = ({ orderId }: Story) => inTransaction((tx) => arriveAtPickUp(orders, tx, { orderId }, now()));
const pickUp = ({ orderId }: Story) => inTransaction((tx) => pickUpGoods(orders, tx, { orderId }, now()));
const dropOff = (
  { orderId }: Story,
  result: Parameters<typeof closeDropOff>[5] = { outcome: 'DELIVERED' },
  stopId?: string,
) => inTransaction((tx) => closeDropOff(orders, tx, { orderId }, now(), stopId, result));
const supportCancel = ({ orderId }: Story, reason?: string) =>
  inTransaction((tx) => cancelForSupport(orders, tx, { orderId }, now(), reason));
const supportReplace = ({ orderId }: Story, reason?: string) =>
  inTransaction((tx) => replaceWithDriver(orders, tx, { orderId }, now(), reason));
const supportEdit = ({ orderId }: Story, stops: readonly object[]) =>
  editOrder(orders, { orderId }, now(), { stops, by: 'support' }, inTransaction);

const calling = (method: string, { partner }: Story, path: string, data?: unknown) =>
  world.call(method, path, { as: partner, ...(data === undefined ? {} : { body: JSON.stringify({ data }) }) });
const read = (story: Story) => calling('GET', story, `/v3/orders/${story.orderId}`);
const cancel = (story: Story) => calling('DELETE', story, `/v3/orders/${story.orderId}`);
const edit = (story: Story, stops: readonly object[]) =>
  calling('PATCH', story, `/v3/orders/${story.orderId}`, { stops });
const addFee = (story: Story, priorityFee: string) =>
  calling('POST', story, `/v3/orders/${story.orderId}/priority-fee`, { priorityFee });
const changeDriver = (story: Story, driverId: string, reason = 'DRIVER_LATE') =>
  calling('DELETE', story, `/v3/orders/${story.orderId}/drivers/${driverId}`, { reason });
const stopIds = async (story: Story): Promise<string[]> =>
  (await read(story)).json.data.stops.map(({ stopId }: { stopId: string }) => stopId);

const refusal = (code: string) => expect.objectContaining({ code });
const contact = (place: object, index = 1) => ({ ...place, ...RECIPIENT, name: `Ben ${index}` });
const pickUpStop = { ...CENTRAL, ...SENDER };

/** What the partner was told, in short: the status where it changed, else the kind of event. */
async function told(story: Story): Promise<string[]> {
  const events = await eventsOfOrder(world.foundations.database, story.orderId);
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
  const statuses = new Map<string, string>();
  return events.map(({ type, data }) => {
    if (type !== 'ORDER_STATUS_CHANGED') return type;
    const { orderId, previousStatus, status } = data.order;
    expect(previousStatus).toBe(statuses.get(orderId) ?? '');
    statuses.set(orderId, status);
    return status;
  });
}

const MATCHING = 'ASSIGNING_DRIVER';
type Ending = { readonly driverId?: string; readonly held?: number; readonly spent?: number };

/** How the story ends: what the partner was told, the last of it true, and where the money is; everything in the books agrees. */
async function expectEnding(story: Story, tale: readonly string[], ending: Ending = {}): Promise<void> {
  const { driverId = '', held = 0, spent = 0 } = ending;
  const status = tale.filter((word) => !word.startsWith('ORDER_')).at(-1);
  const order = (await read(story)).json.data;
  const wallet = (await calling('GET', story, '/v3/wallet')).json.data;
  expect({ status: order.status, driverId: order.driverId, held: wallet.held, balance: wallet.balance }).toEqual({
    status,
    driverId,
    held: String(held),
    balance: String(CREDIT - held - spent),
  });
  expect(await told(story)).toEqual(tale);
  expect(await contradictions(world.foundations.database)).toEqual([]);
}

describe('a driver accepts', () => {
  test('the order is ON_GOING and has a driver, and its money stays held', async () => {
    const story = await placed();
    expect((await read(story)).json.data).toMatchObject({ status: MATCHING, driverId: '' });
    wait(MINUTE_MS);
    await accept(story, '1001');
    await expectEnding(story, [MATCHING, 'ON_GOING'], { driverId: '1001', held: story.total });
    const [, push] = await eventsOfOrder(world.foundations.database, story.orderId);
    expect(push?.data).toEqual({
      order: {
        orderId: story.orderId,
        scheduleAt: formatInstant(now() - MINUTE_MS),
        shareLink: expect.stringMatching(/\/track\/[\w-]{22,}$/),
        market: 'HK_HKG',
        createdAt: formatInstant(now() - MINUTE_MS),
        driverId: '1001',
        previousStatus: MATCHING,
        status: 'ON_GOING',
      },
      updatedAt: formatInstant(now()),
    });
  });

  test('nobody else gets it then, and nothing is told of the attempt', async () => {
    const story = await placed();
    await accept(story, '1001');
    await expect(accept(story, '1002')).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await expectEnding(story, [MATCHING, 'ON_GOING'], { driverId: '1001', held: story.total });
  });
});

describe('a driver delivers (4.1, 4.7)', () => {
  test('the pick-up makes it PICKED_UP, the last drop-off COMPLETED, and the money is spent then', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN] } });
    await accept(story, '1001');
    await expect(dropOff(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await arrive(story);
    await expect(arrive(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    wait(20 * MINUTE_MS);
    await pickUp(story);
    await dropOff(story);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP'], { driverId: '1001', held: story.total });
    await dropOff(story);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1001',
      spent: story.total,
    });
    for (const late of [() => dropOff(story), () => giveBack(story), () => supportCancel(story), () => pickUp(story)])
      await expect(late()).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
  });

  test('drop-offs close in any order, each once', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN] } });
    const [pickUpId, first, second] = await stopIds(story);
    await accept(story, '1001');
    await pickUp(story);
    await dropOff(story, { outcome: 'DELIVERED' }, second);
    await expect(dropOff(story, { outcome: 'DELIVERED' }, second)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await expect(dropOff(story, { outcome: 'DELIVERED' }, pickUpId)).rejects.toEqual(refusal('ERR_INVALID_FIELD'));
    await expect(dropOff(story, { outcome: 'DELIVERED' }, '1')).rejects.toEqual(refusal('ERR_INVALID_FIELD'));
    expect((await read(story)).json.data.status).toBe('PICKED_UP');
    await dropOff(story, { outcome: 'DELIVERED' }, first);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1001',
      spent: story.total,
    });
  });

  test('with proof a drop-off closes only with a photo, a signature or a reason why it failed', async () => {
    const story = await placed({
      quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN, TUEN_MUN] },
      order: { isPODEnabled: true },
    });
    await accept(story, '1001');
    await pickUp(story);
    for (const outcome of ['DELIVERED', 'SIGNED', 'FAILED'] as const)
      await expect(dropOff(story, { outcome })).rejects.toEqual(refusal('ERR_MISSING_FIELD'));
    await dropOff(story, { outcome: 'DELIVERED', image: 'https://photos.example/1' });
    await dropOff(story, { outcome: 'SIGNED', image: 'https://photos.example/2' });
    wait(MINUTE_MS);
    await dropOff(story, { outcome: 'FAILED', reason: 'nobody at the door' });
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1001',
      spent: story.total,
    });
    const at = formatInstant(now() - MINUTE_MS);
    expect((await read(story)).json.data.stops.map(({ POD }: { POD: unknown }) => POD)).toEqual([
      undefined,
      { status: 'DELIVERED', image: expect.any(String), deliveredAt: at },
      { status: 'SIGNED', image: expect.any(String), deliveredAt: at },
      { status: 'FAILED', reason: 'nobody at the door' },
    ]);
  });
});

describe('a driver gives the order back (4.2, 4.4)', () => {
  test('from ON_GOING it looks for another one, who gets it, and its money stays held', async () => {
    const story = await placed();
    await accept(story, '1001');
    await giveBack(story, { reason: 'flat tyre' });
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING], { held: story.total });
    await expect(accept(story, '1001')).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await accept(story, '1002');
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'ON_GOING'], { driverId: '1002', held: story.total });
  });

  test('the second driver in a row ends it in REJECTED: two changes, two pushes, the money back, and a new order can follow', async () => {
    const story = await placed();
    for (const driverId of ['1001', '1002']) {
      await accept(story, driverId);
      await giveBack(story);
    }
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'ON_GOING', MATCHING, 'REJECTED']);
    const pushes = (await eventsOfOrder(world.foundations.database, story.orderId)).slice(-2);
    expect(pushes.map(({ data }) => [data.order.previousStatus, data.order.status, data.order.driverId])).toEqual([
      ['ON_GOING', MATCHING, ''],
      [MATCHING, 'REJECTED', ''],
    ]);
    expect((await cancel(story)).status).toBe(409);
    await expect(accept(story, '1003')).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    expect(await place(world, { as: story.partner })).toMatchObject({ status: MATCHING });
  });

  test('a pick-up starts the count anew, and the fifth give-back in all ends it whatever the count', async () => {
    const story = await placed();
    for (const driverId of ['1001', '1002', '1003', '1004']) {
      await accept(story, driverId);
      await pickUp(story);
      await giveBack(story);
      expect((await read(story)).json.data.status).toBe(MATCHING);
    }
    await accept(story, '1005');
    await pickUp(story);
    await giveBack(story);
    const round = [MATCHING, 'ON_GOING', 'PICKED_UP'];
    await expectEnding(story, [...round, ...round, ...round, ...round, ...round, MATCHING, 'REJECTED']);
  });

  test('after a pick-up and a give-back, the next one in a row ends it', async () => {
    const story = await placed();
    await accept(story, '1001');
    await giveBack(story);
    await accept(story, '1002');
    await pickUp(story);
    await giveBack(story);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    await accept(story, '1003');
    await giveBack(story);
    expect((await read(story)).json.data.status).toBe('REJECTED');
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('who never had it has nothing to give back: no rejection, nothing told', async () => {
    const story = await placed();
    for (let offers = 0; offers < 6; offers++)
      await expect(giveBack(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await expectEnding(story, [MATCHING], { held: story.total });
    await accept(story, '1001');
    await giveBack(story);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING], { held: story.total });
  });
});

describe('a driver gives back after the pick-up (4.15)', () => {
  test('closed stops stay closed, the goods wait where they were left, and the next driver finishes and is the one on the order', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN] }, order: { isPODEnabled: true } });
    const stops = (await read(story)).json.data.stops;
    await accept(story, '1001');
    await pickUp(story);
    await dropOff(story, { outcome: 'DELIVERED', image: 'https://photos.example/1' });
    wait(10 * MINUTE_MS);
    const givenBack = await giveBack(story, { position: { lat: 22.33, lng: 114.17 } });
    expect(givenBack).toMatchObject({
      matchBy: now() + 2 * HOUR_MS,
      delivery: { handOver: { lat: 22.33, lng: 114.17 } },
    });
    const after = (await read(story)).json.data;
    expect(after.stops.map(({ POD, ...stop }: { POD: unknown }) => stop)).toEqual(
      stops.map(({ POD, ...stop }: { POD: unknown }) => stop),
    );
    expect(after.stops.map(({ POD }: { POD?: { status: string } }) => POD?.status)).toEqual([
      undefined,
      'DELIVERED',
      'PENDING',
    ]);
    await accept(story, '1002');
    const collected = await pickUp(story);
    expect(collected.delivery).not.toHaveProperty('handOver');
    await dropOff(story, { outcome: 'SIGNED', image: 'https://photos.example/2' });
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1002',
      spent: story.total,
    });
  });

  test('the partner may cancel while nobody has it, and gets all of the money back', async () => {
    const story = await placed();
    await accept(story, '1001');
    await pickUp(story);
    expect((await cancel(story)).status).toBe(409);
    await giveBack(story);
    expect((await cancel(story)).status).toBe(204);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', MATCHING, 'CANCELED']);
  });

  test('the 2 hours run from the give-back', async () => {
    const story = await placed();
    await accept(story, '1001');
    wait(90 * MINUTE_MS);
    await pickUp(story);
    wait(90 * MINUTE_MS);
    await giveBack(story);
    wait(2 * HOUR_MS - 1);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    wait(1);
    expect((await read(story)).json.data.status).toBe('EXPIRED');
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', MATCHING, 'EXPIRED']);
  });

  test('an edit then must leave something to deliver', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN] } });
    await accept(story, '1001');
    await pickUp(story);
    await dropOff(story);
    await giveBack(story);
    await accept(story, '1002');
    const onlyClosed = await edit(story, [pickUpStop, contact(MONG_KOK)]);
    expect([onlyClosed.status, onlyClosed.json.message]).toEqual([422, 'ERR_INSUFFICIENT_STOPS']);
    const withoutClosed = await edit(story, [pickUpStop, contact(SHA_TIN, 2)]);
    expect([withoutClosed.status, withoutClosed.json.message]).toEqual([422, 'Cannot edit order']);
    await pickUp(story);
    await dropOff(story);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1002',
      spent: story.total,
    });
  });
});

describe('no driver accepts', () => {
  test('an immediate order is EXPIRED 2 hours after its placement, and not a moment before', async () => {
    const story = await placed();
    wait(2 * HOUR_MS - 1);
    expect(await runDueJobs(world.foundations)).toBe(0);
    await expectEnding(story, [MATCHING], { held: story.total });
    wait(1);
    await expect(accept(story, '1001')).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    expect((await addFee(story, '10')).json.message).toBe('ERR_INVALID_ORDER_STATUS');
    expect((await cancel(story)).status).toBe(409);
    expect(await runDueJobs(world.foundations)).toBe(1);
    await expectEnding(story, [MATCHING, 'EXPIRED']);
  });

  test('at the last moment a driver can still accept, and the timer that rings afterwards changes nothing', async () => {
    const story = await placed();
    wait(2 * HOUR_MS - 1);
    await accept(story, '1001');
    wait(1);
    expect(await runDueJobs(world.foundations)).toBe(1);
    await expectEnding(story, [MATCHING, 'ON_GOING'], { driverId: '1001', held: story.total });
  });

  test('a scheduled order is EXPIRED 2 hours after the time it is scheduled for', async () => {
    const scheduleAt = now() + 3 * HOUR_MS;
    const story = await placed({ quotation: { scheduleAt: new Date(scheduleAt).toISOString() } });
    wait(5 * HOUR_MS - 1);
    await runDueJobs(world.foundations);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    wait(1);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'EXPIRED']);
    const [, push] = await eventsOfOrder(world.foundations.database, story.orderId);
    expect(push?.data).toMatchObject({
      order: { scheduleAt: formatInstant(scheduleAt) },
      updatedAt: formatInstant(scheduleAt + 2 * HOUR_MS),
    });
  });
});

describe('nobody accepts after a driver gave back (4.3)', () => {
  test('an immediate order has 2 hours from the give-back on', async () => {
    const story = await placed();
    wait(HOUR_MS);
    await accept(story, '1001');
    wait(30 * MINUTE_MS);
    await giveBack(story);
    wait(2 * HOUR_MS - 1);
    // The timer of the placement rings meanwhile and finds another search.
    expect(await runDueJobs(world.foundations)).toBe(1);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    wait(1);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'EXPIRED']);
  });

  test('a scheduled order too, even when its time has not come by then', async () => {
    const story = await placed({ quotation: { scheduleAt: new Date(now() + DAY_MS).toISOString() } });
    await accept(story, '1001');
    wait(HOUR_MS);
    await giveBack(story);
    wait(2 * HOUR_MS);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'EXPIRED']);
  });
});

describe('the partner cancels', () => {
  test('while it looks for a driver: CANCELED, and the money is back', async () => {
    const story = await placed();
    expect((await cancel(story)).status).toBe(204);
    await expectEnding(story, [MATCHING, 'CANCELED']);
    const [, push] = await eventsOfOrder(world.foundations.database, story.orderId);
    expect(push?.data.order).toMatchObject({ cancelParty: 'USER' });
    expect((await cancel(story)).json.message).toBe('ERR_CANCELLATION_FORBIDDEN');
  });

  test.each([
    ['an immediate order', {}],
    ['an order for tomorrow', { tomorrow: true }],
  ])('%s can be cancelled until 5 minutes after the match', async (_, { tomorrow }: { tomorrow?: boolean }) => {
    const quotation = tomorrow ? { scheduleAt: new Date(now() + DAY_MS).toISOString() } : {};
    const story = await placed({ quotation });
    await accept(story, '1001');
    wait(5 * MINUTE_MS - 1);
    expect((await cancel(story)).status).toBe(204);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'CANCELED'], { driverId: '1001' });
  });

  test.each([
    ['an immediate order', {}],
    ['an order for tomorrow', { tomorrow: true }],
  ])(
    '%s cannot be cancelled from 5 minutes after the match on, and stays as it is',
    async (_, { tomorrow }: { tomorrow?: boolean }) => {
      const quotation = tomorrow ? { scheduleAt: new Date(now() + DAY_MS).toISOString() } : {};
      const story = await placed({ quotation });
      await accept(story, '1001');
      wait(5 * MINUTE_MS);
      const refused = await cancel(story);
      expect([refused.status, refused.json.message]).toEqual([409, 'ERR_CANCELLATION_FORBIDDEN']);
      await expectEnding(story, [MATCHING, 'ON_GOING'], { driverId: '1001', held: story.total });
    },
  );

  test('the 5 minutes start anew with the next driver', async () => {
    const story = await placed();
    await accept(story, '1001');
    wait(10 * MINUTE_MS);
    await giveBack(story);
    await accept(story, '1002');
    wait(4 * MINUTE_MS);
    expect((await cancel(story)).status).toBe(204);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'ON_GOING', 'CANCELED'], { driverId: '1002' });
  });
});

describe('the partner changes the driver (4.3)', () => {
  test('from 15 minutes after the match on it looks for another one, and that is no rejection', async () => {
    const story = await placed();
    await accept(story, '1001');
    wait(15 * MINUTE_MS - 1);
    expect((await changeDriver(story, '1001')).json.message).toBe('ERR_CHANGE_DRIVER');
    wait(1);
    expect((await changeDriver(story, '1002')).status).toBe(404);
    expect((await changeDriver(story, '1001', 'BORED')).json.message).toBe('ERR_CHANGE_DRIVER');
    expect((await changeDriver(story, '1001')).status).toBe(204);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING], { held: story.total });
    await expect(accept(story, '1001')).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    // One give-back is allowed as ever: the change did not count.
    await accept(story, '1002');
    await giveBack(story);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    await accept(story, '1003');
    await giveBack(story);
    expect((await read(story)).json.data.status).toBe('REJECTED');
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('after the pick-up it is too late', async () => {
    const story = await placed();
    await accept(story, '1001');
    wait(20 * MINUTE_MS);
    await pickUp(story);
    expect((await changeDriver(story, '1001')).json.message).toBe('ERR_CHANGE_DRIVER');
    expect((await read(story)).json.data.driverId).toBe('1001');
  });

  test('an immediate order then has 2 hours from the change on', async () => {
    const story = await placed();
    await accept(story, '1001');
    wait(3 * HOUR_MS);
    expect((await changeDriver(story, '1001')).status).toBe(204);
    wait(2 * HOUR_MS - 1);
    await runDueJobs(world.foundations);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    wait(1);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'EXPIRED']);
  });

  test('a scheduled one until 2 hours after its time, where that is later', async () => {
    const story = await placed({ quotation: { scheduleAt: new Date(now() + 6 * HOUR_MS).toISOString() } });
    await accept(story, '1001');
    wait(HOUR_MS);
    expect((await changeDriver(story, '1001')).status).toBe(204);
    wait(7 * HOUR_MS - 1);
    await runDueJobs(world.foundations);
    expect((await read(story)).json.data.status).toBe(MATCHING);
    wait(1);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ON_GOING', MATCHING, 'EXPIRED']);
  });
});

describe('the total changes and what is held with it (4.7)', () => {
  test('a priority fee is held too, replaced by the next, and spent with the order', async () => {
    const story = await placed();
    expect((await addFee(story, '10')).status).toBe(200);
    expect((await addFee(story, '30')).status).toBe(200);
    await expectEnding(story, [MATCHING, 'ORDER_AMOUNT_CHANGED', 'ORDER_AMOUNT_CHANGED'], { held: story.total + 30 });
    await accept(story, '1001');
    expect((await addFee(story, '40')).json.message).toBe('ERR_INVALID_ORDER_STATUS');
    await pickUp(story);
    await dropOff(story);
    await expectEnding(
      story,
      [MATCHING, 'ORDER_AMOUNT_CHANGED', 'ORDER_AMOUNT_CHANGED', 'ON_GOING', 'PICKED_UP', 'COMPLETED'],
      { driverId: '1001', spent: story.total + 30 },
    );
    const [, , push] = await eventsOfOrder(world.foundations.database, story.orderId);
    expect(push?.data).toMatchObject({
      order: { price: { subtotal: String(story.total), priorityFee: '30', totalPrice: String(story.total + 30) } },
      balance: { currency: 'HKD', amount: String(CREDIT - story.total - 30) },
    });
  });

  test('after a give-back a fee may be added again, and it is given back with the rest when the order ends unserved', async () => {
    const story = await placed();
    await addFee(story, '10');
    await accept(story, '1001');
    await giveBack(story);
    expect((await addFee(story, '20')).status).toBe(200);
    await accept(story, '1002');
    await giveBack(story);
    await expectEnding(story, [
      MATCHING,
      'ORDER_AMOUNT_CHANGED',
      'ON_GOING',
      MATCHING,
      'ORDER_AMOUNT_CHANGED',
      'ON_GOING',
      MATCHING,
      'REJECTED',
    ]);
  });

  test('an edit to a longer way holds more, and the new total is spent; the fee stays', async () => {
    const story = await placed();
    await addFee(story, '10');
    await accept(story, '1001');
    const edited = await edit(story, [pickUpStop, contact(MONG_KOK), contact(TUEN_MUN, 2)]);
    expect(edited.status).toBe(201);
    const total = Number(edited.json.data.priceBreakdown.total);
    expect(total).toBeGreaterThan(story.total + 10);
    expect(edited.json.data.priceBreakdown.priorityFee).toBe('10');
    const soFar = [MATCHING, 'ORDER_AMOUNT_CHANGED', 'ON_GOING', 'ORDER_EDITED', 'ORDER_AMOUNT_CHANGED'];
    await expectEnding(story, soFar, { driverId: '1001', held: total });
    expect((await edit(story, [pickUpStop, contact(MONG_KOK)])).json.message).toBe(
      'Cannot edit order, editing times exceeded',
    );
    await pickUp(story);
    await dropOff(story);
    await dropOff(story);
    await expectEnding(story, [...soFar, 'PICKED_UP', 'COMPLETED'], { driverId: '1001', spent: total });
  });

  test('an edit to a shorter way gives some of it back at once', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } });
    await accept(story, '1001');
    const total = Number((await edit(story, [pickUpStop, contact(MONG_KOK)])).json.data.priceBreakdown.total);
    expect(total).toBeLessThan(story.total);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'ORDER_EDITED', 'ORDER_AMOUNT_CHANGED'], {
      driverId: '1001',
      held: total,
    });
    expect((await cancel(story)).status).toBe(204);
    await expectEnding(story, [MATCHING, 'ON_GOING', 'ORDER_EDITED', 'ORDER_AMOUNT_CHANGED', 'CANCELED'], {
      driverId: '1001',
    });
  });

  test('an edit that costs the same tells no change of amount and moves no money', async () => {
    const story = await placed();
    await accept(story, '1001');
    const renamed = [pickUpStop, { ...contact(MONG_KOK), name: 'Carla' }];
    expect((await edit(story, renamed)).json.data.stops[1].name).toBe('Carla');
    await expectEnding(story, [MATCHING, 'ON_GOING', 'ORDER_EDITED'], { driverId: '1001', held: story.total });
  });

  test('what the wallet cannot pay is refused with 402 and leaves no trace: no fee, no edit used up', async () => {
    const partner = await world.newPartner({ limitFactor: 1_000, creditMinor: 100n, markets: ['HK'] });
    const answer = await place(world, { as: partner });
    const story = { partner, orderId: answer.orderId as string, total: Number(answer.priceBreakdown.total) };
    const spare = 100 - story.total;
    expect((await addFee(story, String(spare + 1))).status).toBe(402);
    await accept(story, '1001');
    const dear = [pickUpStop, contact(MONG_KOK), contact(TUEN_MUN, 2)];
    expect((await edit(story, dear)).status).toBe(402);
    expect(await told(story)).toEqual([MATCHING, 'ON_GOING']);
    expect((await eventsOfWallet(world.foundations.database, partner.partnerId)).length).toBe(2);
    expect((await calling('GET', story, '/v3/wallet')).json.data).toMatchObject({
      held: String(story.total),
      balance: String(spare),
    });
    expect((await edit(story, [pickUpStop, { ...contact(MONG_KOK), remarks: 'third door' }])).status).toBe(201);
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });
});

describe('support (4.14)', () => {
  type Moment = readonly [string, (story: Story) => Promise<unknown>, readonly string[], string];
  const OPEN: readonly Moment[] = [
    ['looks for a driver', async () => {}, [MATCHING], ''],
    ['is ON_GOING', (story) => accept(story, '1001'), [MATCHING, 'ON_GOING'], '1001'],
    [
      'is PICKED_UP',
      async (story) => {
        await accept(story, '1001');
        await pickUp(story);
      },
      [MATCHING, 'ON_GOING', 'PICKED_UP'],
      '1001',
    ],
  ];

  test.each(OPEN)(
    'cancels an order that %s, however late, and the money is back',
    async (_, until, before, driverId) => {
      const story = await placed();
      await until(story);
      wait(HOUR_MS);
      await supportCancel(story, 'the sender called');
      await expectEnding(story, [...before, 'CANCELED'], { driverId });
      const push = (await eventsOfOrder(world.foundations.database, story.orderId)).at(-1);
      expect(push?.data.order).toMatchObject({ cancelParty: 'CUSTOMER_SUPPORT', cancelReason: 'the sender called' });
      await expect(supportCancel(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    },
  );

  test('cancels nothing that has expired, also before the timer was applied', async () => {
    const story = await placed();
    wait(2 * HOUR_MS);
    await expect(supportCancel(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'EXPIRED']);
  });

  test('edits without using up the one edit of the partner, as often as needed, also after it', async () => {
    const story = await placed();
    await accept(story, '1001');
    const renamed = (name: string) => [pickUpStop, { ...contact(MONG_KOK), name }];
    await supportEdit(story, renamed('Carla'));
    expect((await edit(story, renamed('Dora'))).status).toBe(201);
    expect((await edit(story, renamed('Eve'))).json.message).toBe('Cannot edit order, editing times exceeded');
    await supportEdit(story, renamed('Fay'));
    await expectEnding(story, [MATCHING, 'ON_GOING', 'ORDER_EDITED', 'ORDER_EDITED', 'ORDER_EDITED'], {
      driverId: '1001',
      held: story.total,
    });
    const edits = (await eventsOfOrder(world.foundations.database, story.orderId)).slice(2);
    expect(edits.map(({ data }) => [data.editParty, data.editReason, data.order.stops[1].name])).toEqual([
      ['CUSTOMER_SUPPORT', 'OTHERS', 'Carla'],
      ['USER', 'CLIENT_REQUEST', 'Dora'],
      ['CUSTOMER_SUPPORT', 'OTHERS', 'Fay'],
    ]);
  });

  test('replaces an order that looks for a driver: linked both ways, same money, same time limit, one sequence of events', async () => {
    const partner = await world.newPartner({ limitFactor: 1_000, creditMinor: BigInt(CREDIT), markets: ['HK'] });
    const body = orderBody(await quote(world, {}, { as: partner }), { metadata: { ref: 'A-1' } });
    const answer = (await post(world, body, { as: partner })).json.data;
    const old: Story = { partner, orderId: answer.orderId, total: Number(answer.priceBreakdown.total) };
    await addFee(old, '10');
    const walletEvents = (await eventsOfWallet(world.foundations.database, partner.partnerId)).length;
    wait(HOUR_MS);
    const successor = await supportReplace(old, 'wrong entrance');
    const story = { ...old, orderId: successor.id };
    expect(successor).toMatchObject({ replaces: old.orderId, status: MATCHING, matchBy: now() + HOUR_MS });
    expect(successor.shareToken).not.toBe(answer.shareLink.split('/').at(-1));
    expect(
      await world.foundations.database.query('select replaced_by_id from orders where id = $1', [old.orderId]),
    ).toEqual([{ replaced_by_id: successor.id }]);
    expect((await read(story)).json.data).toMatchObject({ metadata: { ref: 'A-1' }, priorityFee: '10' });
    expect((await read(old)).json.data.status).toBe('CANCELED');
    await expectEnding(story, [MATCHING, 'ORDER_AMOUNT_CHANGED', 'CANCELED', 'ORDER_REPLACED', MATCHING], {
      held: story.total + 10,
    });
    const [ended, replaced, first] = (await eventsOfOrder(world.foundations.database, old.orderId)).slice(-3);
    expect(ended?.data.order).toMatchObject({
      orderId: old.orderId,
      cancelParty: 'CUSTOMER_SUPPORT',
      cancelReason: 'wrong entrance',
    });
    expect(replaced?.data).toEqual({
      order: { orderId: successor.id },
      prevOrderId: old.orderId,
      updatedAt: formatInstant(now()),
    });
    expect(first?.data.order).toMatchObject({ orderId: successor.id, previousStatus: '' });
    expect((await eventsOfWallet(world.foundations.database, partner.partnerId)).length).toBe(walletEvents);
    // The call that placed the first order gets its answer as ever.
    const again = await post(world, body, { as: partner });
    expect([again.status, again.json.data.orderId]).toEqual([201, old.orderId]);
    const found = await calling('GET', story, '/v3/orders?metadata.ref=A-1');
    expect(found.json.data.map(({ orderId }: { orderId: string }) => orderId)).toEqual([successor.id, old.orderId]);
    wait(HOUR_MS);
    await runDueJobs(world.foundations);
    await expectEnding(story, [MATCHING, 'ORDER_AMOUNT_CHANGED', 'CANCELED', 'ORDER_REPLACED', MATCHING, 'EXPIRED']);
  });

  test('replaces an order that is ON_GOING: its driver and his past come along, and he completes the new one', async () => {
    const old = await placed();
    await accept(old, '1001');
    await giveBack(old);
    await accept(old, '1002');
    const matchedAt = now();
    await arrive(old);
    wait(2 * MINUTE_MS);
    const walletEvents = (await eventsOfWallet(world.foundations.database, old.partner.partnerId)).length;
    const successor = await supportReplace(old);
    const story = { ...old, orderId: successor.id };
    expect(successor).toMatchObject({
      status: 'ON_GOING',
      driver: { driverId: '1002', matchedAt, arrivedAt: matchedAt },
      giveBacks: 1,
      giveBacksInARow: 1,
      formerDriverIds: ['1001'],
    });
    const soFar = [MATCHING, 'ON_GOING', MATCHING, 'ON_GOING', 'CANCELED', 'ORDER_REPLACED', 'ON_GOING'];
    await expectEnding(story, soFar, { driverId: '1002', held: story.total });
    expect((await eventsOfWallet(world.foundations.database, old.partner.partnerId)).length).toBe(walletEvents);
    await expect(pickUp(old)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await pickUp(story);
    await dropOff(story);
    await expectEnding(story, [...soFar, 'PICKED_UP', 'COMPLETED'], { driverId: '1002', spent: story.total });
  });

  test('a replacement can be replaced, given back and expire; the stale timers of all before it change nothing', async () => {
    const first = await placed();
    const second = { ...first, orderId: (await supportReplace(first)).id };
    await accept(second, '1001');
    const third = { ...first, orderId: (await supportReplace(second)).id };
    wait(HOUR_MS);
    await giveBack(third);
    wait(90 * MINUTE_MS);
    expect(await runDueJobs(world.foundations)).toBe(2);
    const soFar = [
      MATCHING,
      'CANCELED',
      'ORDER_REPLACED',
      MATCHING,
      'ON_GOING',
      'CANCELED',
      'ORDER_REPLACED',
      'ON_GOING',
      MATCHING,
    ];
    await expectEnding(third, soFar, { held: first.total });
    wait(30 * MINUTE_MS);
    await runDueJobs(world.foundations);
    await expectEnding(third, [...soFar, 'EXPIRED']);
  });

  test('proof so far comes along', async () => {
    const story = await placed({ quotation: { stops: [CENTRAL, MONG_KOK, SHA_TIN] }, order: { isPODEnabled: true } });
    await accept(story, '1001');
    await pickUp(story);
    await dropOff(story, { outcome: 'DELIVERED', image: 'https://photos.example/1' });
    await giveBack(story, { position: { lat: 22.33, lng: 114.17 } });
    const successor = await supportReplace(story);
    expect(successor.delivery.handOver).toEqual({ lat: 22.33, lng: 114.17 });
    const next = { ...story, orderId: successor.id };
    expect((await read(next)).json.data.stops[1].POD).toMatchObject({ status: 'DELIVERED' });
    await accept(next, '1002');
    await pickUp(next);
    await dropOff(next, { outcome: 'DELIVERED', image: 'https://photos.example/2' });
    expect((await read(next)).json.data.status).toBe('COMPLETED');
    expect(await contradictions(world.foundations.database)).toEqual([]);
  });

  test('replaces nothing that is picked up or has ended', async () => {
    const story = await placed();
    await accept(story, '1001');
    await pickUp(story);
    await expect(supportReplace(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await dropOff(story);
    await expect(supportReplace(story)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    const expired = await placed();
    wait(2 * HOUR_MS);
    await expect(supportReplace(expired)).rejects.toEqual(refusal('ERR_INVALID_ORDER_STATUS'));
    await expectEnding(story, [MATCHING, 'ON_GOING', 'PICKED_UP', 'COMPLETED'], {
      driverId: '1001',
      spent: story.total,
    });
  });
});
