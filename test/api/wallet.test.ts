import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerId } from '../../src/foundation/ids.ts';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { setAlertBelow } from '../../src/wallet/index.ts';
import { CENTRAL, driversOf, fund, MONG_KOK, orderBody, place, post, quote, TUEN_MUN } from '../support/orders.ts';
import { readEvents } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: ['HK', 'SG', 'MY', 'JP'], limitFactor: 1000 } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type Options = Parameters<World['call']>[2];
const read = async (options: Options = {}) => {
  const { status, json } = await world.call('GET', '/v3/wallet', options);
  expect(status).toBe(200);
  return json.data;
};
const printed = (instant: number) => new Date(instant).toISOString().replace(/\.\d{3}Z$/, '.00Z');
const freshPartner = (creditMinor: bigint) => world.newPartner({ limitFactor: 1000, creditMinor });
const runJobs = async () => {
  const { foundations } = world;
  while (await runDueJob({ ...foundations, handlers: composeJobs(foundations) }));
};

describe('the wallet', () => {
  test('that was never topped up is empty, in the currency and precision of each market', async () => {
    for (const [market, currency, nothing] of [
      ['HK', 'HKD', '0'],
      ['SG', 'SGD', '0.0'],
      ['MY', 'MYR', '0.0'],
      ['JP', 'JPY', '0'],
    ]) {
      expect(await read({ market: market as string })).toEqual({
        balance: nothing,
        held: nothing,
        currency,
        entries: [],
      });
    }
  });

  test('is one for each currency', async () => {
    const partner = await freshPartner(0n);
    await fund(world, 500n, partner.partnerId);
    await fund(world, 1_234n, partner.partnerId, 'SGD', 1);
    expect(await read({ as: partner })).toMatchObject({ balance: '500', held: '0', currency: 'HKD' });
    expect(await read({ as: partner, market: 'SG' })).toMatchObject({ balance: '123.4', held: '0.0', currency: 'SGD' });
    expect((await read({ as: partner, market: 'SG' })).entries).toEqual([
      {
        entryId: expect.stringMatching(/^[1-9]\d{18}$/),
        type: 'TOP_UP',
        amount: '123.4',
        balanceChange: '123.4',
        heldChange: '0.0',
        createdAt: printed(world.clock.now()),
      },
    ]);
  });

  test('has an entry of each kind with what it did to the balance and to what is held', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const done = await place(world, options);
    const total = done.priceBreakdown.total;
    world.clock.advance(1_000);
    const fee = { as: partner, body: '{"data":{"priorityFee":"20"}}' };
    await world.call('POST', `/v3/orders/${done.orderId}/priority-fee`, fee);
    world.clock.advance(1_000);
    await drivers.accept(done.orderId);
    await drivers.pickUp(done.orderId);
    const heldBefore = await read(options);
    expect([heldBefore.balance, heldBefore.held]).toEqual([String(980 - Number(total)), String(Number(total) + 20)]);
    await drivers.dropOff(done.orderId);
    const capturedAt = world.clock.now();
    world.clock.advance(1_000);
    const cancelled = await place(world, options);
    await world.call('DELETE', `/v3/orders/${cancelled.orderId}`, options);

    const captured = String(Number(total) + 20);
    const entry = (type: string, amount: string, balanceChange: string, heldChange: string, orderId?: string) => ({
      entryId: expect.stringMatching(/^[1-9]\d{18}$/),
      type,
      amount,
      balanceChange,
      heldChange,
      createdAt: expect.stringMatching(/\.00Z$/),
      ...(orderId === undefined ? {} : { orderId }),
    });
    const wallet = await read(options);
    expect(wallet).toEqual({
      balance: String(980 - Number(total)),
      held: '0',
      currency: 'HKD',
      entries: [
        entry('RELEASE', total, total, `-${total}`, cancelled.orderId),
        entry('HOLD', total, `-${total}`, total, cancelled.orderId),
        entry('CAPTURE', captured, '0', `-${captured}`, done.orderId),
        entry('HOLD', '20', '-20', '20', done.orderId),
        entry('HOLD', total, `-${total}`, total, done.orderId),
        entry('TOP_UP', '1000', '1000', '0'),
      ],
    });
    expect(wallet.entries[2].createdAt).toBe(printed(capturedAt));
    const sum = (field: string) =>
      wallet.entries.reduce((all: number, one: Record<string, string>) => all + Number(one[field]), 0);
    expect([String(sum('balanceChange')), String(sum('heldChange'))]).toEqual([wallet.balance, wallet.held]);
  });

  test('tells what can be spent each time that changes, and nothing of what leaves it', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const told = async () =>
      (await readEvents(world, '?limit=200', partner)).json.data
        .filter(({ eventType }: { eventType: string }) => eventType === 'WALLET_BALANCE_CHANGED')
        .map(({ data }: { data: { balance: { currency: string } } }) => data)
        .filter(({ balance }: { balance: { currency: string } }) => balance.currency === 'HKD')
        .slice(1);
    const spendable = (amount: number) => ({
      balance: { currency: 'HKD', amount: String(amount) },
      updatedAt: printed(world.clock.now()),
    });
    const { orderId, priceBreakdown } = await place(world, options);
    const total = Number(priceBreakdown.total);
    const fee = { ...options, body: '{"data":{"priorityFee":"20"}}' };
    await world.call('POST', `/v3/orders/${orderId}/priority-fee`, fee);
    await drivers.accept(orderId);
    const stops = [CENTRAL, MONG_KOK, { ...TUEN_MUN, name: 'Cleo', phone: '+85256847125' }];
    const body = JSON.stringify({ data: { stops } });
    const edited = (await world.call('PATCH', `/v3/orders/${orderId}`, { ...options, body })).json.data;
    const left = 1_000 - Number(edited.priceBreakdown.total);
    const soFar = [spendable(1_000 - total), spendable(980 - total), spendable(left)];
    expect(await told()).toEqual(soFar);
    await drivers.pickUp(orderId);
    await drivers.dropOff(orderId);
    await drivers.dropOff(orderId);
    expect(await told()).toEqual(soFar);
    const cancelled = await place(world, options);
    await world.call('DELETE', `/v3/orders/${cancelled.orderId}`, options);
    await fund(world, 5n, partner.partnerId);
    expect(await told()).toEqual([...soFar, spendable(left - total), spendable(left), spendable(left + 5)]);
  });

  test('gets its money back at every end that is no delivery', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const ends: ((orderId: string) => Promise<unknown>)[] = [
      (orderId) => world.call('DELETE', `/v3/orders/${orderId}`, options),
      async (orderId) => {
        for (const driverId of ['1', '2']) {
          await drivers.accept(orderId, driverId);
          await drivers.giveBack(orderId);
        }
      },
      async () => {
        world.clock.advance(2 * HOUR_MS);
        await runJobs();
      },
    ];
    for (const end of ends) {
      const { orderId } = await place(world, options);
      expect(Number((await read(options)).held)).toBeGreaterThan(0);
      await end(orderId);
      const { balance, held, entries } = await read(options);
      expect([balance, held, entries[0].type, entries[0].orderId]).toEqual(['1000', '0', 'RELEASE', orderId]);
    }
  });

  test('shows an edit as what was held or released by it', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const { orderId, priceBreakdown } = await place(world, {
      ...options,
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
    });
    await drivers.accept(orderId);
    const body = JSON.stringify({ data: { stops: [CENTRAL, MONG_KOK] } });
    const after = (await world.call('PATCH', `/v3/orders/${orderId}`, { ...options, body })).json.data;
    const less = Number(priceBreakdown.total) - Number(after.priceBreakdown.total);
    expect((await read(options)).entries[0]).toMatchObject({
      type: 'RELEASE',
      orderId,
      amount: String(less),
      balanceChange: String(less),
      heldChange: String(-less),
    });
  });

  test('shows the latest 50 entries, newest first', async () => {
    const partner = await freshPartner(0n);
    for (let amount = 1; amount <= 50; amount++) await fund(world, BigInt(amount), partner.partnerId);
    expect((await read({ as: partner })).entries).toHaveLength(50);
    await fund(world, 51n, partner.partnerId);
    const { entries, balance } = await read({ as: partner });
    expect(entries.map(({ amount }: { amount: string }) => Number(amount))).toEqual(
      Array.from({ length: 50 }, (_, index) => 51 - index),
    );
    expect(balance).toBe(String((51 * 52) / 2));
  });

  test('is one’s own', async () => {
    const [rich, poor] = [await freshPartner(1_000n), await freshPartner(0n)];
    await place(world, { as: rich });
    expect(await read({ as: poor })).toEqual({ balance: '0', held: '0', currency: 'HKD', entries: [] });
  });

  test('is for a market that the key may use', async () => {
    const { status, json } = await world.call('GET', '/v3/wallet', { market: 'BR' });
    expect([status, json.message]).toEqual([422, 'ERR_INVALID_MARKET']);
  });
});

describe('a balance below the partner’s own threshold', () => {
  const alertBelow = (partnerId: PartnerId, belowMinor: bigint | undefined) =>
    world.foundations.database.inTransaction((tx) =>
      setAlertBelow(world.foundations, tx, { partnerId, currency: 'HKD' }, belowMinor),
    );
  const alertsOf = async (partnerId: string) =>
    (
      await world.foundations.database.query<{ data: object }>(
        "select data from events where partner_id = $1 and type = 'WALLET_BALANCE_LOW' order by stream_id, number",
        [partnerId],
      )
    ).map(({ data }) => data);
  const gaplessOf = async (partnerId: string) =>
    world.foundations.database.query(
      `select stream_id from events where partner_id = $1 group by stream_id
       having count(*) <> max(number) or min(number) <> 1`,
      [partnerId],
    );

  test('is told once by the placement that went below it, and again after it has recovered', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const total = BigInt((await quote(world, {}, options)).priceBreakdown.total);
    await alertBelow(partner.partnerId, 1_000n - total);
    await place(world, options);
    expect(await alertsOf(partner.partnerId)).toEqual([]);
    await place(world, options);
    const told = {
      balance: { currency: 'HKD', amount: String(1_000n - 2n * total) },
      threshold: { currency: 'HKD', amount: String(1_000n - total) },
      updatedAt: printed(world.clock.now()),
    };
    expect(await alertsOf(partner.partnerId)).toEqual([told]);
    await place(world, options);
    expect(await alertsOf(partner.partnerId)).toEqual([told]);
    await fund(world, 2n * total, partner.partnerId);
    expect(await alertsOf(partner.partnerId)).toEqual([told]);
    await place(world, options);
    expect(await alertsOf(partner.partnerId)).toHaveLength(2);
    expect(await gaplessOf(partner.partnerId)).toEqual([]);
  });

  test('is told once where many placements at once go below it', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    await alertBelow(partner.partnerId, 900n);
    const bodies = [];
    for (let index = 0; index < 8; index++) bodies.push(orderBody(await quote(world, {}, options)));
    const answers = await Promise.all(bodies.map((body) => post(world, body, options)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await alertsOf(partner.partnerId)).toHaveLength(1);
    expect(await gaplessOf(partner.partnerId)).toEqual([]);
  });

  test('is told once by a priority fee and by an edit too', async () => {
    const partner = await freshPartner(1_000n);
    const options = { as: partner };
    const { orderId, priceBreakdown } = await place(world, options);
    const balance = 1_000n - BigInt(priceBreakdown.total);
    await alertBelow(partner.partnerId, balance - 10n);
    const add = (fee: string) =>
      world.call('POST', `/v3/orders/${orderId}/priority-fee`, {
        ...options,
        body: JSON.stringify({ data: { priorityFee: fee } }),
      });
    await add('10');
    expect(await alertsOf(partner.partnerId)).toEqual([]);
    await add('11');
    await add('12');
    expect(await alertsOf(partner.partnerId)).toMatchObject([
      { balance: { amount: String(balance - 11n) }, threshold: { amount: String(balance - 10n) } },
    ]);
    await alertBelow(partner.partnerId, balance - 12n);
    await drivers.accept(orderId);
    const stops = [CENTRAL, MONG_KOK, { ...TUEN_MUN, name: 'Cleo', phone: '+85256847125' }];
    await world.call('PATCH', `/v3/orders/${orderId}`, { ...options, body: JSON.stringify({ data: { stops } }) });
    expect(await alertsOf(partner.partnerId)).toHaveLength(2);
    expect(await gaplessOf(partner.partnerId)).toEqual([]);
  });

  test('is told of nobody who asked for nothing, and of nobody refused for lack of credit', async () => {
    const silent = await freshPartner(200n);
    await place(world, { as: silent });
    expect(await alertsOf(silent.partnerId)).toEqual([]);
    const refused = await freshPartner(10n);
    await alertBelow(refused.partnerId, 5n);
    const answer = await post(world, orderBody(await quote(world, {}, { as: refused })), { as: refused });
    expect([answer.status, await alertsOf(refused.partnerId)]).toEqual([402, []]);
    await alertBelow(refused.partnerId, undefined);
    await fund(world, 1_000n, refused.partnerId);
    await place(world, { as: refused });
    expect(await alertsOf(refused.partnerId)).toEqual([]);
  });
});
