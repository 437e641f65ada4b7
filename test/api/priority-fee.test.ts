import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { driversOf, everythingStored, fund, place, RECIPIENT, SENDER } from '../support/orders.ts';
import { runs } from '../support/runs.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { markets: ['HK', 'SG', 'PH'], limitFactor: 1000, creditMinor: 1_000_000n } });
  drivers = await driversOf(world);
});
afterAll(() => world.close());

type Options = Parameters<World['call']>[2];
const add = (orderId: string, priorityFee: unknown, options: Options = {}) =>
  world.call('POST', `/v3/orders/${orderId}/priority-fee`, {
    ...options,
    body: JSON.stringify({ data: { priorityFee } }),
  });
const read = async (orderId: string, options: Options = {}) =>
  (await world.call('GET', `/v3/orders/${orderId}`, options)).json.data;
const walletOf = async (options: Options = {}) => {
  const { balance, held } = (await world.call('GET', '/v3/wallet', options)).json.data;
  return { balance: Number(balance), held: Number(held) };
};
const refusal = async (call: ReturnType<typeof add>) => {
  const { status, json } = await call;
  return [status, json.message, json.errors[0].message, json.errors[0].detail];
};
const wrong = (code: string, sentence: string) => [422, code, sentence, '/data/priorityFee'];

const RAFFLES_PLACE = { coordinates: { lat: '1.2839', lng: '103.8515' }, address: 'Raffles Place' };
const CHANGI = { coordinates: { lat: '1.3640', lng: '103.9910' }, address: 'Changi' };
const inSingapore = () =>
  place(world, {
    market: 'SG',
    quotation: { language: 'en_SG', stops: [RAFFLES_PLACE, CHANGI] },
    order: { sender: { ...SENDER, phone: '+6581234567' }, recipients: [{ ...RECIPIENT, phone: '+6581234568' }] },
  });

describe('a priority fee', () => {
  test('is part of the order, of its price and of what is held', async () => {
    const order = await place(world);
    const { total } = order.priceBreakdown;
    const before = await walletOf();
    const { status, json } = await add(order.orderId, '20');
    expect([status, json]).toEqual([
      200,
      {
        data: {
          ...order,
          priorityFee: '20',
          priceBreakdown: {
            ...order.priceBreakdown,
            priorityFee: '20',
            totalExcludePriorityFee: total,
            total: String(Number(total) + 20),
          },
        },
      },
    ]);
    expect(await read(order.orderId)).toEqual({ ...json.data, remarks: expect.any(Array) });
    expect(await walletOf()).toEqual({ balance: before.balance - 20, held: before.held + 20 });
  });

  test('replaces the one before, and only the difference is held', async () => {
    const { orderId, priceBreakdown } = await place(world);
    const before = await walletOf();
    await add(orderId, '20');
    const { json } = await add(orderId, '35');
    expect(json.data).toMatchObject({
      priorityFee: '35',
      priceBreakdown: { priorityFee: '35', total: String(Number(priceBreakdown.total) + 35) },
    });
    expect(await walletOf()).toEqual({ balance: before.balance - 35, held: before.held + 35 });
  });

  test('must rise: the same again and less are refused', async () => {
    const { orderId } = await place(world);
    await add(orderId, '20');
    const stored = await everythingStored(world);
    for (const fee of ['20', '19', '1', 20]) {
      expect(await refusal(add(orderId, fee))).toEqual(
        wrong('ERR_INVALID_TIPS', 'The priority fee must be greater than the present one of 20 HKD.'),
      );
    }
    expect(await everythingStored(world)).toEqual(stored);
    expect((await add(orderId, '21')).status).toBe(200);
  });

  test('may come as a number, also one that is written with a fraction of nothing', async () => {
    const { orderId } = await place(world);
    expect((await add(orderId, 7)).json.data.priorityFee).toBe('7');
    const body = '{"data":{"priorityFee":8.0}}';
    expect((await world.call('POST', `/v3/orders/${orderId}/priority-fee`, { body })).json.data.priorityFee).toBe('8');
    expect(await refusal(add(orderId, 8.5))).toEqual(
      wrong('ERR_INVALID_TIPS', 'A priority fee in HKD has no decimals.'),
    );
  });

  test('is at least 1 and at most 5 times the base in Hong Kong', async () => {
    const { orderId, priceBreakdown } = await place(world);
    const most = 5 * Number(priceBreakdown.base);
    expect(most).toBeGreaterThan(100);
    for (const fee of ['0', '-1', '-0', '00', '-9999999', 0, -5]) {
      expect(await refusal(add(orderId, fee))).toEqual(
        wrong('ERR_EXCEED_MIN_TIPS', 'The priority fee must be at least 1 HKD.'),
      );
    }
    for (const fee of [String(most + 1), most + 1, '999999999999999', '9'.repeat(40)]) {
      expect(await refusal(add(orderId, fee))).toEqual(
        wrong('ERR_EXCEED_MAX_TIPS', `The priority fee must be at most ${most} HKD.`),
      );
    }
    expect((await add(orderId, '1')).status).toBe(200);
    expect((await add(orderId, String(most))).status).toBe(200);
  });

  test('has the precision of its market: none in Hong Kong, one decimal in Singapore', async () => {
    const hongKong = await place(world);
    for (const fee of ['1.5', '20.0', '1.00000000000000000000']) {
      expect((await refusal(add(hongKong.orderId, fee)))[1]).toBe('ERR_INVALID_TIPS');
    }
    const { orderId, priceBreakdown } = await inSingapore();
    const options = { market: 'SG' };
    const before = await walletOf(options);
    expect(await refusal(add(orderId, '0.05', options))).toEqual(
      wrong('ERR_INVALID_TIPS', 'A priority fee in SGD has at most 1 decimal.'),
    );
    expect(await refusal(add(orderId, '0.0', options))).toEqual(
      wrong('ERR_EXCEED_MIN_TIPS', 'The priority fee must be at least 0.1 SGD.'),
    );
    expect((await add(orderId, '0.1', options)).json.data.priceBreakdown.priorityFee).toBe('0.1');
    expect((await add(orderId, 2.5, options)).json.data.priceBreakdown).toMatchObject({
      priorityFee: '2.5',
      totalExcludePriorityFee: priceBreakdown.total,
      total: (Number(priceBreakdown.total) + 2.5).toFixed(1),
    });
    expect((await add(orderId, '3', options)).json.data.priorityFee).toBe('3.0');
    const after = await walletOf(options);
    expect([before.balance - after.balance, after.held - before.held].map((amount) => amount.toFixed(1))).toEqual([
      '3.0',
      '3.0',
    ]);
  });

  test('is at most the floor of the market where 5 times the base is less', async () => {
    const at = (lat: string, lng: string) => ({ coordinates: { lat, lng }, address: `${lat}, ${lng}` });
    const contact = { name: 'Luz', phone: '+639171234567' };
    const { orderId, priceBreakdown } = await place(world, {
      market: 'PH',
      quotation: { language: 'en_PH', stops: [at('14.5547', '121.0244'), at('14.676', '121.0437')] },
      order: { sender: contact, recipients: [contact] },
    });
    expect(5 * Number(priceBreakdown.base)).toBeLessThan(500);
    expect(await refusal(add(orderId, '501', { market: 'PH' }))).toEqual(
      wrong('ERR_EXCEED_MAX_TIPS', 'The priority fee must be at most 500 PHP.'),
    );
    expect((await add(orderId, '500', { market: 'PH' })).json.data.priorityFee).toBe('500');
  });

  test('that the wallet cannot pay is 402 and changes nothing; its bounds are judged first', async () => {
    const partner = await world.newPartner({ limitFactor: 100, creditMinor: 100n });
    const options = { as: partner };
    const { orderId, priceBreakdown } = await place(world, options);
    const left = 100 - Number(priceBreakdown.total);
    const stored = await everythingStored(world);
    expect(await refusal(add(orderId, String(left + 1), options))).toEqual([
      402,
      'ERR_INSUFFICIENT_CREDIT',
      `The wallet holds ${left} HKD, and 1 HKD more are needed. Top it up.`,
      undefined,
    ]);
    expect((await refusal(add(orderId, '100000', options)))[1]).toBe('ERR_EXCEED_MAX_TIPS');
    expect(await everythingStored(world)).toEqual(stored);
    expect((await add(orderId, String(left), options)).status).toBe(200);
    expect((await walletOf(options)).balance).toBe(0);
    await fund(world, 1n, partner.partnerId);
    expect((await add(orderId, String(left + 1), options)).status).toBe(200);
  });

  test('is only for an order that looks for a driver, also after one gave it back', async () => {
    const { orderId } = await place(world);
    const no = (status: string) => [
      422,
      'ERR_INVALID_ORDER_STATUS',
      `The order is ${status}; a priority fee can be added only while it is ASSIGNING_DRIVER.`,
      undefined,
    ];
    await drivers.accept(orderId, '1');
    expect(await refusal(add(orderId, '20'))).toEqual(no('ON_GOING'));
    await drivers.giveBack(orderId);
    expect((await add(orderId, '20')).status).toBe(200);
    await drivers.accept(orderId, '2');
    await drivers.pickUp(orderId);
    expect(await refusal(add(orderId, '30'))).toEqual(no('PICKED_UP'));
    await drivers.dropOff(orderId);
    expect(await refusal(add(orderId, '30'))).toEqual(no('COMPLETED'));
    const cancelled = await place(world);
    await world.call('DELETE', `/v3/orders/${cancelled.orderId}`);
    expect(await refusal(add(cancelled.orderId, '30'))).toEqual(no('CANCELED'));
  });

  test('can be added until a millisecond before the order expires', async () => {
    const { orderId } = await place(world);
    world.clock.advance(2 * HOUR_MS - 1);
    expect((await add(orderId, '20')).status).toBe(200);
    world.clock.advance(1);
    expect((await refusal(add(orderId, '30')))[2]).toContain('The order is EXPIRED');
  });

  test('is kept when a driver accepts, and the driver earns the whole of it', async () => {
    const earned = async (fee: string | undefined) => {
      const { orderId } = await place(world);
      if (fee !== undefined) await add(orderId, fee);
      await drivers.accept(orderId);
      expect((await read(orderId)).priorityFee).toBe(fee);
      await drivers.pickUp(orderId);
      await drivers.dropOff(orderId);
      expect((await read(orderId)).priorityFee).toBe(fee);
      const [earning] = await world.foundations.database.query<{ amount_minor: string }>(
        "select amount_minor from ledger_transfers where order_id = $1 and kind = 'earning'",
        [orderId],
      );
      return Number(earning?.amount_minor);
    };
    expect((await earned('20')) - (await earned(undefined))).toBe(20);
  });

  test('is told to the partner with what can still be spent', async () => {
    const { orderId, priceBreakdown } = await place(world);
    await add(orderId, '20');
    const [event] = await world.foundations.database.query<{ data: object }>(
      "select data from events where stream_id = $1 and type = 'ORDER_AMOUNT_CHANGED'",
      [orderId],
    );
    expect(event?.data).toMatchObject({
      order: {
        orderId,
        market: 'HK_HKG',
        status: 'ASSIGNING_DRIVER',
        price: {
          currency: 'HKD',
          subtotal: priceBreakdown.total,
          subTotal: priceBreakdown.total,
          priorityFee: '20',
          totalPrice: String(Number(priceBreakdown.total) + 20),
        },
      },
      balance: { currency: 'HKD', amount: String((await walletOf()).balance) },
    });
  });

  test('is remembered under its Request-ID', async () => {
    const { orderId } = await place(world);
    const first = await add(orderId, '20', { requestId: 'fee 1' });
    const stored = await everythingStored(world);
    const again = await add(orderId, '20', { requestId: 'fee 1' });
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([200, 'true', first.text]);
    expect((await refusal(add(orderId, '20')))[1]).toBe('ERR_INVALID_TIPS');
    expect(await everythingStored(world)).toEqual(stored);
  });

  test('of an unknown order is 404, of another partner’s 422', async () => {
    for (const orderId of ['1571354659422392320', '123456789012', '1e18', '1234567890123456789012345']) {
      expect((await refusal(add(orderId, '20'))).slice(0, 2)).toEqual([404, 'ERR_ORDER_NOT_FOUND']);
    }
    const stranger = await world.newPartner({ limitFactor: 10 });
    const { orderId } = await place(world);
    expect((await refusal(add(orderId, '20', { as: stranger }))).slice(0, 2)).toEqual([422, 'ERR_ORDER_NOT_FOUND']);
    expect(await read(orderId)).not.toHaveProperty('priorityFee');
  });
});

test('whatever fees are sent, only rising ones within the bounds are taken, and exactly the last one is held', async () => {
  const { orderId, priceBreakdown } = await place(world);
  const most = 5 * Number(priceBreakdown.base);
  const before = await walletOf();
  let present = 0;
  const fee = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: -3, max: most + 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, most - 1, most, most + 1) },
  );
  await fc.assert(
    fc.asyncProperty(fee, fc.boolean(), async (amount, asText) => {
      const { status, json } = await add(orderId, asText ? String(amount) : amount);
      const expected =
        amount < 1
          ? 'ERR_EXCEED_MIN_TIPS'
          : amount > most
            ? 'ERR_EXCEED_MAX_TIPS'
            : amount <= present
              ? 'ERR_INVALID_TIPS'
              : undefined;
      if (expected === undefined) present = amount;
      expect([status, json.message]).toEqual([expected === undefined ? 200 : 422, expected]);
    }),
    { numRuns: runs(50) },
  );
  expect(await walletOf()).toEqual({ balance: before.balance - present, held: before.held + present });
});
