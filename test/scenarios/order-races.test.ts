import tls from 'node:tls';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { continueTrace } from '../../src/infrastructure/trace.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { acceptOrder, type OrderDeps } from '../../src/orders/index.ts';
import { placeOrder } from '../../src/orders/place-order.ts';
import { type Placement, placeOrders } from '../../src/orders/placement-sql.ts';
import { whichFit } from '../../src/orders/rules/placement-batch.ts';
import { setAlertBelow } from '../../src/wallet/index.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { meetAtRow, waitingForLocks } from '../support/meeting.ts';
import { contradictions, eventsOfWallet, purseOf } from '../support/order-records.ts';
import {
  CENTRAL,
  driverFor,
  fund,
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
import { type HttpAnswer, sign } from '../support/partner-client.ts';
import { runs } from '../support/runs.ts';
import { createWorld, type World } from '../support/world.ts';

const CREDIT = 100_000;

let world: World;
let other: Awaited<ReturnType<World['another']>>;
let orders: OrderDeps;
beforeAll(async () => {
  world = await createWorld();
  other = await world.another();
  orders = await ordersOf(world);
});
afterAll(() => world.close());

const newPartner = (creditMinor = CREDIT) =>
  world.newPartner({ limitFactor: 10_000, creditMinor: BigInt(creditMinor), markets: ['HK'] });
const database = () => world.foundations.database;
const walletOf = async ({ partnerId }: MadePartner): Promise<string> => {
  const [row] = await database().query<{ id: string }>(
    "select id from ledger_accounts where partner_id = $1 and kind = 'partner'",
    [partnerId],
  );
  return row?.id as string;
};
const ordersIn = ({ partnerId }: MadePartner) =>
  database().query<{ id: string; status: string; total: string }>(
    'select id, status, fare_minor + priority_fee_minor as total from orders where partner_id = $1 order by id',
    [partnerId],
  );
/** What is held is what its orders cost, and nothing contradicts anything. */
async function expectSoundBooks(partner: MadePartner, { orders: count }: { orders: number }): Promise<void> {
  const placed = await ordersIn(partner);
  expect(placed.length).toBe(count);
  const open = placed.filter(({ status }) => /^(ASSIGNING_DRIVER|ON_GOING|PICKED_UP)$/.test(status));
  expect((await purseOf(database(), partner.partnerId)).held).toBe(
    open.reduce((sum, { total }) => sum + Number(total), 0),
  );
  expect(await contradictions(database())).toEqual([]);
}

test('a placement that has to give way to somebody who locks its wallet the other way round is done over', async () => {
  const partner = await newPartner();
  const body = orderBody(await quote(world, {}, { as: partner }));
  const lock = (kind: string) =>
    `select from ledger_accounts where partner_id = ${partner.partnerId} and kind = '${kind}' for update`;
  const placed = await withConnection(world.connection, async (sql) => {
    await sql.query('begin');
    // The other one looks for a deadlock first, and is the one that gives way.
    await sql.query("set local deadlock_timeout = '10min'");
    await sql.query(lock('held'));
    const placing = post(world, body, { as: partner });
    await expect.poll(() => waitingForLocks(database())).toBe(1);
    await sql.query(lock('partner'));
    await sql.query('rollback');
    return placing;
  });
  expect(placed.status).toBe(201);
  await expectSoundBooks(partner, { orders: 1 });
});

describe('two placements of one quotation', () => {
  const PROCESSES = [
    ['one process', () => world],
    ['two processes', () => other],
  ] as const;

  test.each(PROCESSES)('with the same body in %s: one order, told twice', async (_, second) => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    const answers = await Promise.all([post(world, body, { as: partner }), post(second(), body, { as: partner })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.json.data).toEqual(answers[1]?.json.data);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test.each(PROCESSES)('with different bodies in %s: one order, and the other is told which', async (_, second) => {
    const partner = await newPartner();
    const quotation = await quote(world, {}, { as: partner });
    const answers = await Promise.all([
      post(world, orderBody(quotation), { as: partner }),
      post(second(), orderBody(quotation, { isPODEnabled: true }), { as: partner }),
    ]);
    const [refused, ...more] = answers.filter(({ status }) => status !== 201);
    expect([refused?.status, refused?.json.message, more]).toEqual([422, 'ERR_INVALID_QUOTATION_ID', []]);
    const placed = answers.find(({ status }) => status === 201);
    expect(refused?.json.errors[0].message).toContain(placed?.json.data.orderId);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('with the same body and Request-ID in two processes: one order, and the retry gets its answer', async () => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    const options = { as: partner, requestId: 'same-call' };
    const answers = await Promise.all([post(world, body, options), post(other, body, options)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
    const again = await post(other, body, options);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', answers[0]?.text]);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test.each([
    ['with one Request-ID', { requestId: 'met-at-the-wallet' }, 'true'],
    ['without', {}, undefined],
  ])(
    'which meet at the wallet in two processes, %s: the second finds the order of the first',
    async (_, given, replayed) => {
      const partner = await newPartner();
      const body = orderBody(await quote(world, {}, { as: partner }));
      const results = await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [
        () => post(world, body, { as: partner, ...given }),
        () => post(other, body, { as: partner, ...given }),
      ]);
      const [first, second] = results.map((result) => (result as PromiseFulfilledResult<HttpAnswer>).value);
      expect([first?.status, first?.headers['idempotent-replayed']]).toEqual([201, undefined]);
      expect([second?.status, second?.headers['idempotent-replayed'], second?.text]).toEqual([
        201,
        replayed,
        first?.text,
      ]);
      await expectSoundBooks(partner, { orders: 1 });
    },
  );

  test('which lie in one batch: nobody pays for a neighbour', async () => {
    const partner = await newPartner();
    const [opening, doubled, third] = await Promise.all(
      [1, 2, 3].map(async () => orderBody(await quote(world, {}, { as: partner }))),
    );
    const placing: Promise<HttpAnswer>[] = [];
    await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [
      async () => {
        placing.push(post(world, opening, { as: partner }));
      },
      // While the first statement waits for the wallet, these collect for the next one.
      async () => {
        for (const body of [doubled, { ...doubled, isPODEnabled: true }, doubled, third])
          placing.push(post(world, body, { as: partner }));
        placing.push(post(other, orderBody(await quote(other, {}, { as: partner })), { as: partner }));
      },
    ]);
    const answers = await Promise.all(placing);
    const statuses = answers.map(({ status }) => status);
    expect([statuses[0], statuses[4], statuses[5]]).toEqual([201, 201, 201]);
    const sameBody = [answers[1], answers[3]];
    const differing = answers[2];
    // Whichever of them came first has bought the quotation; those who say the same get it, the other is refused.
    if (differing?.status === 201) expect(sameBody.map((answer) => answer?.status)).toEqual([422, 422]);
    else {
      expect([differing?.status, ...sameBody.map((answer) => answer?.status)]).toEqual([422, 201, 201]);
      expect(sameBody[0]?.json).toEqual(sameBody[1]?.json);
    }
    await expectSoundBooks(partner, { orders: 4 });
  });
});

describe('calls that meet at one order', () => {
  const accept = (orderId: string, driverId = driverFor(orderId)) =>
    database().inTransaction((tx) => acceptOrder(orders, tx, { orderId }, world.clock.now(), driverId));
  const cancel = (orderId: string, partner: MadePartner) =>
    other.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
  const fee = (orderId: string, partner: MadePartner, priorityFee = '10') =>
    world.call('POST', `/v3/orders/${orderId}/priority-fee`, {
      as: partner,
      body: JSON.stringify({ data: { priorityFee } }),
    });
  const edit = (process: Pick<World, 'call'>, orderId: string, partner: MadePartner, ...places: object[]) =>
    process.call('PATCH', `/v3/orders/${orderId}`, {
      as: partner,
      body: JSON.stringify({
        data: { stops: [{ ...CENTRAL, ...SENDER }, ...places.map((where) => ({ ...where, ...RECIPIENT }))] },
      }),
    });
  const statusOf = async (partner: MadePartner) => (await ordersIn(partner)).at(-1)?.status;
  const outcomes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) => {
      if (result.status === 'rejected') return result.reason.code;
      const { status, json } = result.value as HttpAnswer;
      return typeof status === 'string' ? status : (json?.message ?? status);
    });

  async function placed() {
    const partner = await newPartner();
    return { partner, orderId: (await place(world, { as: partner })).orderId as string };
  }

  test('cancel, then accept: the driver is refused', async () => {
    const { partner, orderId } = await placed();
    const results = await meetAtRow(world, 'orders', orderId, [() => cancel(orderId, partner), () => accept(orderId)]);
    expect(outcomes(results)).toEqual([204, 'ERR_INVALID_ORDER_STATUS']);
    expect(await statusOf(partner)).toBe('CANCELED');
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('accept, then cancel: within 5 minutes of the match the cancellation stands', async () => {
    const { partner, orderId } = await placed();
    const results = await meetAtRow(world, 'orders', orderId, [() => accept(orderId), () => cancel(orderId, partner)]);
    expect(outcomes(results)).toEqual(['ON_GOING', 204]);
    expect(await statusOf(partner)).toBe('CANCELED');
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('two drivers accept: the first has it', async () => {
    const { partner, orderId } = await placed();
    const results = await meetAtRow(world, 'orders', orderId, [
      () => accept(orderId, '3001'),
      () => accept(orderId, '3002'),
    ]);
    expect(outcomes(results)).toEqual(['ON_GOING', 'ERR_INVALID_ORDER_STATUS']);
    const read = await world.call('GET', `/v3/orders/${orderId}`, { as: partner });
    expect(read.json.data.driverId).toBe('3001');
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('fee, then accept: the fee is held and the driver has it', async () => {
    const { partner, orderId } = await placed();
    const before = (await purseOf(database(), partner.partnerId)).held;
    const results = await meetAtRow(world, 'orders', orderId, [() => fee(orderId, partner), () => accept(orderId)]);
    expect(outcomes(results)).toEqual([200, 'ON_GOING']);
    expect((await purseOf(database(), partner.partnerId)).held).toBe(before + 10);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('accept, then fee: it is too late, and nothing more is held', async () => {
    const { partner, orderId } = await placed();
    const before = await purseOf(database(), partner.partnerId);
    const results = await meetAtRow(world, 'orders', orderId, [() => accept(orderId), () => fee(orderId, partner)]);
    expect(outcomes(results)).toEqual(['ON_GOING', 'ERR_INVALID_ORDER_STATUS']);
    expect(await purseOf(database(), partner.partnerId)).toEqual(before);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('two fees: the larger one in the end, whichever came first, and never their sum', async () => {
    const { partner, orderId } = await placed();
    const before = (await purseOf(database(), partner.partnerId)).held;
    const rising = await meetAtRow(world, 'orders', orderId, [
      () => fee(orderId, partner, '10'),
      () => fee(orderId, partner, '20'),
    ]);
    const falling = await meetAtRow(world, 'orders', orderId, [
      () => fee(orderId, partner, '40'),
      () => fee(orderId, partner, '30'),
    ]);
    expect([outcomes(rising), outcomes(falling)]).toEqual([
      [200, 200],
      [200, 'ERR_INVALID_TIPS'],
    ]);
    expect((await purseOf(database(), partner.partnerId)).held).toBe(before + 40);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('edit, then cancel: both happen, and all of the new total comes back', async () => {
    const { partner, orderId } = await placed();
    await accept(orderId);
    const results = await meetAtRow(world, 'orders', orderId, [
      () => edit(world, orderId, partner, MONG_KOK, TUEN_MUN),
      () => cancel(orderId, partner),
    ]);
    expect(outcomes(results)).toEqual([201, 204]);
    expect(await purseOf(database(), partner.partnerId)).toEqual({ balance: CREDIT, held: 0 });
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('cancel, then edit: the edit finds an order that has ended and changes nothing', async () => {
    const { partner, orderId } = await placed();
    await accept(orderId);
    const results = await meetAtRow(world, 'orders', orderId, [
      () => cancel(orderId, partner),
      () => edit(world, orderId, partner, MONG_KOK, TUEN_MUN),
    ]);
    expect(outcomes(results)).toEqual([204, 'Cannot edit order']);
    expect(await purseOf(database(), partner.partnerId)).toEqual({ balance: CREDIT, held: 0 });
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('two edits in two processes: the first one counts', async () => {
    const { partner, orderId } = await placed();
    await accept(orderId);
    const results = await meetAtRow(world, 'orders', orderId, [
      () => edit(world, orderId, partner, TUEN_MUN),
      () => edit(other, orderId, partner, MONG_KOK, TUEN_MUN),
    ]);
    expect(outcomes(results)).toEqual([201, 'Cannot edit order, editing times exceeded']);
    const read = await world.call('GET', `/v3/orders/${orderId}`, { as: partner });
    expect(read.json.data.stops.map(({ address }: { address: string }) => address)).toEqual([
      CENTRAL.address,
      TUEN_MUN.address,
    ]);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('an edit whose order changed while it was measured is measured again, not lost', async () => {
    const { partner, orderId } = await placed();
    await accept(orderId);
    const arrive = () =>
      database().query('update orders set arrived_at = matched_at, revision = revision + 1 where id = $1', [orderId]);
    const results = await meetAtRow(world, 'orders', orderId, [arrive, () => edit(world, orderId, partner, TUEN_MUN)]);
    expect(outcomes(results.slice(1))).toEqual([201]);
    await expectSoundBooks(partner, { orders: 1 });
  });
});

describe('calls that meet at one wallet', () => {
  async function twoOrders() {
    const partner = await newPartner();
    const placed = await place(world, { as: partner });
    const body = orderBody(await quote(world, {}, { as: partner }));
    return { partner, orderId: placed.orderId as string, body };
  }
  const valuesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.map((result) => (result as PromiseFulfilledResult<HttpAnswer>).value.status);

  test('a placement after a cancellation, and a cancellation after a placement: both count, on both sides of the wallet', async () => {
    for (const turn of [0, 1]) {
      const { partner, orderId, body } = await twoOrders();
      const calls = [
        () => other.call('DELETE', `/v3/orders/${orderId}`, { as: partner }),
        () => post(world, body, { as: partner }),
      ];
      if (turn === 1) calls.reverse();
      const results = await meetAtRow(world, 'ledger_accounts', await walletOf(partner), calls);
      expect(valuesOf(results).sort()).toEqual([201, 204]);
      await expectSoundBooks(partner, { orders: 2 });
    }
  });

  test('a placement after a top-up that makes it possible is placed', async () => {
    const partner = await newPartner(1);
    const quotation = await quote(world, {}, { as: partner });
    const results = await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [
      () => fund(world, BigInt(quotation.priceBreakdown.total), partner.partnerId),
      () => post(other, orderBody(quotation), { as: partner }),
    ]);
    expect(valuesOf(results.slice(1))).toEqual([201]);
    expect((await purseOf(database(), partner.partnerId)).balance).toBe(1);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('two placements in two processes of which the wallet can pay one: the first', async () => {
    const probe = await quote(world, {}, { as: await newPartner() });
    const price = Number(probe.priceBreakdown.total);
    const partner = await newPartner(2 * price - 1);
    const [first, second] = await Promise.all(
      [1, 2].map(async () => orderBody(await quote(world, {}, { as: partner }))),
    );
    const results = await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [
      () => post(world, first, { as: partner }),
      () => post(other, second, { as: partner }),
    ]);
    expect(valuesOf(results)).toEqual([201, 402]);
    expect(await purseOf(database(), partner.partnerId)).toEqual({ balance: price - 1, held: price });
    await expectSoundBooks(partner, { orders: 1 });
  });
});

describe('many placements at once', () => {
  test('50 on a wallet that pays for exactly 20: 20 orders, 30 times 402, and nothing left', async () => {
    const probe = await newPartner();
    const price = Number((await quote(world, {}, { as: probe })).priceBreakdown.total);
    const partner = await newPartner(20 * price);
    const bodies = await Promise.all(
      Array.from({ length: 50 }, async () => orderBody(await quote(world, {}, { as: partner }))),
    );
    const answers = await Promise.all(
      bodies.map((body, index) => post(index % 2 === 0 ? world : other, body, { as: partner })),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBe(20);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ status, json }) => `${status} ${json.message}`))).toEqual(
      new Set(['402 ERR_INSUFFICIENT_CREDIT']),
    );
    expect(await purseOf(database(), partner.partnerId)).toEqual({ balance: 0, held: 20 * price });
    await expectSoundBooks(partner, { orders: 20 });
    // 402 leaves no trace: after a top-up the same body buys the order it could not buy before.
    await fund(world, BigInt(price), partner.partnerId);
    const body = bodies[answers.findIndex(({ status }) => status === 402)];
    expect((await post(world, body, { as: partner })).status).toBe(201);
    await expectSoundBooks(partner, { orders: 21 });
  });

  test('of 8 partners over 2 processes, with cancellations and fees among them: every sum is right', async () => {
    const partners = await Promise.all(Array.from({ length: 8 }, () => newPartner()));
    const work = partners.flatMap((partner, number) =>
      Array.from({ length: 12 }, async (_, index) => {
        const process = (number + index) % 2 === 0 ? world : other;
        const stops = index % 3 === 0 ? [CENTRAL, TUEN_MUN] : [CENTRAL, MONG_KOK];
        const { orderId } = await place(process, { quotation: { stops }, as: partner });
        if (index % 4 === 1) await process.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
        if (index % 4 === 2) {
          const body = JSON.stringify({ data: { priorityFee: String(index) } });
          await process.call('POST', `/v3/orders/${orderId}/priority-fee`, { as: partner, body });
        }
      }),
    );
    await Promise.all(work);
    for (const partner of partners) {
      const { balance, held } = await purseOf(database(), partner.partnerId);
      expect(balance + held).toBe(CREDIT);
      await expectSoundBooks(partner, { orders: 12 });
    }
  });
});

describe('one statement for many orders', () => {
  /** A placement as the use case makes it, to be varied. */
  async function pattern(partner: MadePartner): Promise<Placement> {
    let made: Placement | undefined;
    const asker = {
      partnerId: partner.partnerId,
      market: orders.catalogue.market('HK'),
      now: world.clock.now(),
      clockAheadMs: 0,
      trace: continueTrace(undefined, world.foundations.random),
      remember: () => undefined,
    };
    const place: OrderDeps['place'] = async (placement) => {
      made = placement;
      return { placed: true, balanceMinor: 0n, eventCount: 1 };
    };
    const body = orderBody(await quote(world, {}, { as: partner }));
    await placeOrder({ ...orders, place }, asker, body as Parameters<typeof placeOrder>[2]);
    return made as Placement;
  }

  test('each order is paid in its turn from what those before it have left, whatever lies beside it', async () => {
    const { ids, random } = world.foundations;
    const partners = await Promise.all([newPartner(0), newPartner(0), newPartner(0), newPartner(0)]);
    // The last one never had a wallet.
    const [first, ...rest] = partners as [MadePartner, ...MadePartner[]];
    const unfunded = rest.at(-1) as MadePartner;
    await chooseEvents(database(), first.partnerId, ['ORDER_CREATED'], world.clock.now());
    const example = await pattern(first);
    const quotationsLike = async (count: number): Promise<readonly string[]> => {
      const newIds = Array.from({ length: count }, () => ids.next<'quotation'>());
      await database().query(
        `insert into quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
         select new.id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor
         from quotations, unnest($2::bigint[]) as new(id) where quotations.id = $1`,
        [example.order.quotationId, newIds],
      );
      return newIds;
    };
    const amount = fc.bigInt({ min: 0n, max: 40n });
    const scenario = fc.record({
      topUps: fc.tuple(amount, amount, amount),
      alerts: fc.tuple(...Array.from({ length: 3 }, () => fc.option(fc.bigInt({ min: 1n, max: 60n })))),
      wishes: fc.array(fc.record({ whose: fc.nat({ max: 3 }), totalMinor: fc.bigInt({ min: 0n, max: 30n }) }), {
        minLength: 1,
        maxLength: 12,
      }),
    });
    const eventsAfter = (numbers: readonly number[]) =>
      Promise.all(partners.map(({ partnerId }, index) => eventsOfWallet(database(), partnerId, numbers[index])));
    let told = partners.map(() => 0);
    await fc.assert(
      fc.asyncProperty(scenario, async ({ topUps, alerts, wishes }) => {
        for (const [index, credit] of topUps.entries()) {
          const { partnerId } = partners[index] as MadePartner;
          if (credit > 0n) await fund(world, credit, partnerId);
          await database().inTransaction((tx) =>
            setAlertBelow(world.foundations, tx, { partnerId, currency: 'HKD' }, alerts[index] ?? undefined),
          );
        }
        const purses = await Promise.all(partners.map(({ partnerId }) => purseOf(database(), partnerId)));
        const before = (await eventsAfter(told)).map((events, index) => (told[index] as number) + events.length);
        const quotationIds = await quotationsLike(wishes.length);
        const placements = wishes.map(({ whose, totalMinor }, index): Placement => {
          const order = {
            ...example.order,
            id: ids.next<'order'>(),
            partnerId: (partners[whose] as MadePartner).partnerId,
            quotationId: quotationIds[index] as string,
            shareToken: random.bytes(18).toString('base64url'),
            fareMinor: totalMinor,
          };
          const event = { ...example.event, data: { ...example.event.data, order: pushOf(order) } };
          return { ...example, order, event, transferId: ids.next() };
        });
        const results = await placeOrders(database(), placements);

        const balances = new Map(
          partners.flatMap(({ partnerId }, index) =>
            partnerId === unfunded.partnerId ? [] : [[partnerId, BigInt((purses[index] as Purse).balance)] as const],
          ),
        );
        const expected = whichFit(
          placements.map(({ order }) => ({ wallet: order.partnerId, totalMinor: order.fareMinor })),
          balances,
        );
        expect(results.map(({ placed }) => placed)).toEqual(expected);
        const stored = await database().query<{ id: string }>('select id from orders where id = any($1) order by id', [
          placements.map(({ order }) => order.id),
        ]);
        const placed = placements.filter((_, index) => expected[index]).map(({ order }) => order);
        expect(stored.map(({ id }) => id)).toEqual(placed.map(({ id }) => id));
        const pushes = await database().query<{ id: string; type: string }>(
          'select stream_id as id, type from events where stream_id = any($1) order by stream_id, number',
          [placed.map(({ id }) => id)],
        );
        expect(pushes).toEqual(
          placed.flatMap(({ id, partnerId }) => [
            ...(partnerId === first.partnerId ? [{ id, type: 'ORDER_CREATED' }] : []),
            { id, type: 'ORDER_STATUS_CHANGED' },
          ]),
        );
        const news = await eventsAfter(before);
        told = before.map((number, index) => number + (news[index]?.length ?? 0));
        for (const [index, partner] of partners.entries()) {
          const paid = wishes
            .filter((wish, place) => wish.whose === index && expected[place])
            .map(({ totalMinor }) => Number(totalMinor));
          const purse = purses[index] as Purse;
          const spent = paid.reduce((sum, total) => sum + total, 0);
          const now = await purseOf(database(), partner.partnerId);
          expect(now).toEqual({ balance: purse.balance - spent, held: purse.held + spent });
          const lefts = results.filter((_, place) => placements[place]?.order.partnerId === partner.partnerId);
          if (lefts.length > 0) expect(lefts.at(-1)?.balanceMinor).toBe(BigInt(now.balance));
          const threshold = Number(alerts[index] ?? 0);
          const isLow = purse.balance >= threshold && now.balance < threshold;
          const heard = news[index] ?? [];
          expect(heard.map(({ type }) => type)).toEqual([
            ...paid.filter((total) => total > 0).map(() => 'WALLET_BALANCE_CHANGED'),
            ...(isLow ? ['WALLET_BALANCE_LOW'] : []),
          ]);
          if (heard.length > 0) expect(heard.at(-1)?.data.balance.amount).toBe(String(now.balance));
        }
      }),
      { numRuns: runs(40) },
    );
    expect(await contradictions(database())).toEqual([]);
  });

  type Purse = Awaited<ReturnType<typeof purseOf>>;
  const pushOf = ({ id }: Placement['order']) => ({ orderId: id, previousStatus: '', status: 'ASSIGNING_DRIVER' });
});

describe('the answer is lost on its way', () => {
  /** Sends the call and hangs up before the answer. */
  async function sendAndHangUp(partner: MadePartner, data: unknown, requestId?: string): Promise<void> {
    const body = JSON.stringify({ data });
    const timestamp = world.clock.now();
    const signature = sign(partner.apiSecret, timestamp, 'POST', '/v3/orders', body);
    const socket = tls.connect({ port: world.port, host: '127.0.0.1', ca: world.ca, servername: 'localhost' });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    const head = [
      'POST /v3/orders HTTP/1.1',
      'host: localhost',
      `authorization: hmac ${partner.apiKey}:${timestamp}:${signature}`,
      'market: HK',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(requestId === undefined ? [] : [`request-id: ${requestId}`]),
    ];
    await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()));
    socket.destroy();
  }

  const firstOrder = async (partner: MadePartner): Promise<string> => {
    await expect.poll(async () => (await ordersIn(partner)).length, { interval: 5, timeout: 5 * SECOND_MS }).toBe(1);
    return (await ordersIn(partner))[0]?.id as string;
  };

  test('the retry of a client that hung up gets the order that was placed for it', async () => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    // The wallet is held back until the client is gone, so that nobody is there for the answer.
    await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [() => sendAndHangUp(partner, body)]);
    const orderId = await firstOrder(partner);
    for (const process of [world, other]) {
      const retry = await post(process, body, { as: partner });
      expect([retry.status, retry.json.data.orderId]).toEqual([201, orderId]);
    }
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('with a Request-ID the very answer that was lost is given again, in any process', async () => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [() => sendAndHangUp(partner, body, 'lost')]);
    const orderId = await firstOrder(partner);
    const retry = await post(other, body, { as: partner, requestId: 'lost' });
    expect([retry.status, retry.headers['idempotent-replayed'], retry.json.data.orderId]).toEqual([
      201,
      'true',
      orderId,
    ]);
    await expectSoundBooks(partner, { orders: 1 });
  });

  test('a retry that comes before the first call is done waits for it and gets its order', async () => {
    const partner = await newPartner();
    const body = orderBody(await quote(world, {}, { as: partner }));
    let retry: Promise<HttpAnswer> | undefined;
    await meetAtRow(world, 'ledger_accounts', await walletOf(partner), [
      () => sendAndHangUp(partner, body),
      async () => {
        retry = post(other, body, { as: partner });
      },
    ]);
    const answer = (await retry) as HttpAnswer;
    expect([answer.status, answer.json.data.orderId]).toEqual([201, await firstOrder(partner)]);
    await expectSoundBooks(partner, { orders: 1 });
  });
});
