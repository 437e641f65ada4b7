import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Currency, formatAmount } from '../../src/foundation/money.ts';
import { checkBooks, findOrderCost, issueCreditNote, listCreditNotes, refundOrder } from '../../src/wallet/index.ts';
import { sealBooks } from '../../src/wallet/seal-books.ts';
import { contradictions, purseOf } from '../support/order-records.ts';
import { driversOf, fund, place } from '../support/orders.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, markets: ['HK', 'SG'] } });
  drivers = await driversOf(world);
  await fund(world, 10_000n);
});
afterAll(() => world.close());

const HKD: Currency = { currency: 'HKD', decimals: 0 };
const database = () => world.foundations.database;
type Wish = { orderId: string; amountMinor: bigint };

const refund = ({ orderId, amountMinor }: Wish, partnerId = world.partner.partnerId) =>
  database().inTransaction((tx) =>
    refundOrder(
      world.foundations,
      tx,
      { ...HKD, market: 'HK', partnerId, orderId, amountMinor, reason: 'The box arrived wet' },
      world.clock.now(),
    ),
  );
const credit = (amountMinor: bigint, market = 'HK', partnerId = world.partner.partnerId) =>
  database().inTransaction((tx) =>
    issueCreditNote(
      world.foundations,
      tx,
      { currency: market === 'HK' ? 'HKD' : 'SGD', decimals: 0, market, partnerId, amountMinor, reason: 'Goodwill' },
      world.clock.now(),
    ),
  );

async function deliver(): Promise<{ orderId: string; totalMinor: bigint }> {
  const { orderId, priceBreakdown } = await place(world);
  await drivers.accept(orderId);
  await drivers.arrive(orderId);
  await drivers.pickUp(orderId);
  await drivers.dropOff(orderId);
  return { orderId, totalMinor: BigInt(priceBreakdown.total) };
}

const balance = async () => BigInt((await purseOf(database(), world.partner.partnerId)).balance);
const earned = async (orderId: string) =>
  (
    await database().query<{ amount_minor: string }>(
      'select amount_minor from ledger_transfers where business_key = $1',
      [`order/${orderId}/earning`],
    )
  )[0]?.amount_minor;

test('an order is refunded in parts up to what it has cost; the partner sees and hears it, and the driver keeps what was earned', async () => {
  const { orderId, totalMinor } = await deliver();
  const [before, earning] = [await balance(), await earned(orderId)];
  const first = await refund({ orderId, amountMinor: 10n });
  expect(first.note).toMatchObject({ orderId, amountMinor: 10n, reason: 'The box arrived wet', market: 'HK' });
  expect(first.balanceMinor).toBe(before + 10n);
  expect(await findOrderCost(database(), orderId)).toEqual({ capturedMinor: totalMinor, creditedMinor: 10n });
  await expect(refund({ orderId, amountMinor: totalMinor - 9n })).rejects.toMatchObject({
    code: 'ERR_INVALID_FIELD',
    message: `At most ${totalMinor - 10n} HKD can be given back: the order has cost ${totalMinor} HKD.`,
  });
  const rest = await refund({ orderId, amountMinor: totalMinor - 10n });
  expect(rest.note.number).toBe(first.note.number + 1);
  expect(await balance()).toBe(before + totalMinor);
  await expect(refund({ orderId, amountMinor: 1n })).rejects.toMatchObject({ code: 'ERR_INVALID_FIELD' });
  expect(await earned(orderId)).toBe(earning);
  const wallet = (await world.call('GET', '/v3/wallet')).json.data;
  expect(wallet.entries[0]).toMatchObject({
    type: 'CREDIT',
    orderId,
    amount: formatAmount(totalMinor - 10n, 0),
    balanceChange: formatAmount(totalMinor - 10n, 0),
    heldChange: '0',
  });
  const events = (await world.call('GET', '/v3/events?limit=100')).json.data;
  expect(events.at(-1)).toMatchObject({
    eventType: 'WALLET_BALANCE_CHANGED',
    data: { balance: { currency: 'HKD', amount: String(before + totalMinor) } },
  });
});

test('of ten who refund the same order at once, only as many succeed as it has cost', async () => {
  const { orderId, totalMinor } = await deliver();
  const half = totalMinor / 2n;
  const before = await balance();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => refund({ orderId, amountMinor: half })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await balance()).toBe(before + 2n * half);
});

test('what has not been paid for cannot be refunded', async () => {
  const waiting = await place(world);
  await expect(refund({ orderId: waiting.orderId, amountMinor: 1n })).rejects.toMatchObject({
    message: 'Nothing has been paid for this order.',
  });
  await world.call('DELETE', `/v3/orders/${waiting.orderId}`);
  await expect(refund({ orderId: waiting.orderId, amountMinor: 1n })).rejects.toMatchObject({
    message: 'Nothing has been paid for this order.',
  });
});

test('credit notes are numbered in each market without a gap, also where some are rolled back and many come at once', async () => {
  const partner = await world.newPartner({ name: 'Other', markets: ['HK', 'SG'] });
  const before = (await credit(1n, 'HK', partner.partnerId)).note.number;
  const failing = database().inTransaction(async (tx) => {
    await issueCreditNote(
      world.foundations,
      tx,
      { ...HKD, market: 'HK', partnerId: partner.partnerId, amountMinor: 5n, reason: 'Never' },
      world.clock.now(),
    );
    throw new Error('never mind');
  });
  await expect(failing).rejects.toThrow('never mind');
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => credit(1n, index % 2 === 0 ? 'HK' : 'SG', partner.partnerId)),
  );
  const hongKong = await listCreditNotes(database(), { partnerId: partner.partnerId, market: 'HK' }, undefined, 100);
  expect(hongKong.map(({ number }) => number)).toEqual([4, 3, 2, 1, 0].map((step) => before + step));
  const singapore = await listCreditNotes(database(), { partnerId: partner.partnerId, market: 'SG' }, undefined, 100);
  expect(singapore.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  expect(await listCreditNotes(database(), { partnerId: partner.partnerId, market: 'SG' }, 3, 1)).toMatchObject([
    { number: 2 },
  ]);
  await expect(credit(0n)).rejects.toMatchObject({ code: 'ERR_INVALID_FIELD' });
});

test('after refunds and credits the books still prove themselves', async () => {
  const { orderId, totalMinor } = await deliver();
  await refund({ orderId, amountMinor: totalMinor });
  await credit(77n);
  while (!(await database().inTransaction(sealBooks)));
  const { faults, sealed } = await checkBooks(database());
  expect(faults).toEqual([]);
  const [count] = await database().query<{ count: number }>('select count(*)::integer as count from ledger_transfers');
  expect(sealed).toBe(count?.count);
  expect(await contradictions(database())).toEqual([]);
  await expect(database().query('delete from credit_notes')).rejects.toThrow('takes new rows only');
});
