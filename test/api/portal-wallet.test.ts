import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { fund, place } from '../support/orders.ts';
import { advance, callSandbox } from '../support/sandbox.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000 } });
});
afterAll(() => world.close());

/** Of a partner with its own wallet, so that no test sees the entries of another. */
async function shop(creditMinor: bigint) {
  const partner = await world.newPartner({ name: 'Shop', creditMinor, limitFactor: 1000 });
  return { partner, user: await deskUser(world, 'portal', { partner }) };
}
const DAY_S = 24 * 60 * 60;
/** In Hong Kong. */
const month = () => new Date(world.clock.now() + 8 * HOUR_MS).toISOString().slice(0, 7);

test('each market has its wallet, with what is held for open orders', async () => {
  const { partner, user } = await shop(1_000n);
  const { orderId, priceBreakdown } = await place(world, { as: partner });
  const held = BigInt(priceBreakdown.total);
  const wallets = (await user.get('/portal/v1/wallets')).json.data;
  expect(wallets).toMatchObject([
    {
      market: 'HK',
      currency: 'HKD',
      balance: String(1_000n - held),
      held: String(held),
      alertBelow: null,
      isLow: false,
    },
    { market: 'SG', currency: 'SGD', balance: '100.0', held: '0.0' },
  ]);
  const holds = (await user.get('/portal/v1/wallets/HK/holds')).json;
  expect(holds).toMatchObject({ data: [{ orderId, total: priceBreakdown.total }], next: null });
  expect((await user.get('/portal/v1/wallets/SG/holds')).json.data).toEqual([]);
});

test('entries come page by page, the newest first', async () => {
  const { partner, user } = await shop(0n);
  for (const amount of [100n, 200n, 300n]) await fund(world, amount, partner.partnerId);
  const first = (await user.get('/portal/v1/wallets/HK/entries?limit=2')).json;
  expect(first.data.map(({ amount }: { amount: string }) => amount)).toEqual(['300', '200']);
  const second = (await user.get(`/portal/v1/wallets/HK/entries?limit=2&after=${first.next}`)).json;
  expect([second.data.length, second.data[0].type, second.next]).toEqual([1, 'TOP_UP', null]);
  expect((await user.get('/portal/v1/wallets/HK/entries?after=x')).status).toBe(422);
});

describe('the statement', () => {
  test('is CSV with every entry of the month and what there was before and after', async () => {
    const { partner, user } = await shop(1_000n);
    const { orderId, priceBreakdown } = await place(world, { as: partner });
    const answer = await user.get(`/portal/v1/wallets/HK/statement?month=${month()}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="wallet-HK-${month()}.csv"`);
    const [head, opening, topUp, hold, closing] = answer.text.split('\r\n');
    expect(head).toBe('\uFEFFtime_local,entry_id,type,order_id,balance_change,held_change,balance,held,currency');
    expect(opening).toBe(',,OPENING,,,,0,0,HKD');
    expect(topUp).toMatch(/,TOP_UP,,1000,0,1000,0,HKD$/);
    const left = 1_000 - Number(priceBreakdown.total);
    expect(hold).toMatch(
      new RegExp(
        `,HOLD,${orderId},-${priceBreakdown.total},${priceBreakdown.total},${left},${priceBreakdown.total},HKD$`,
      ),
    );
    expect(closing).toBe(`,,CLOSING,,,,${left},${priceBreakdown.total},HKD`);
    const inCommas = await user.get(`/portal/v1/wallets/SG/statement?month=${month()}&decimal=comma`);
    expect(inCommas.text.split('\r\n')[1]).toBe(';;OPENING;;;;0,0;0,0;SGD');
  });

  test('of more entries than are read at a time is whole, and adds up', async () => {
    const { partner, user } = await shop(0n);
    await fund(world, 1n, partner.partnerId);
    const { database } = world.foundations;
    await database.query(
      `insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at)
       select transfer.id - 1000000000000 - number, 'test/' || transfer.id || '/' || number, transfer.kind, from_account_id, to_account_id, wallet_id, 1, created_at
       from ledger_transfers transfer join ledger_accounts wallet on wallet.id = wallet_id, generate_series(1, 2500) as number
       where wallet.partner_id = $1 and wallet.currency = 'HKD'`,
      [partner.partnerId],
    );
    await database.query(
      "update ledger_accounts set balance_minor = balance_minor + 2500 where partner_id = $1 and kind = 'partner' and currency = 'HKD'",
      [partner.partnerId],
    );
    const lines = (await user.get(`/portal/v1/wallets/HK/statement?month=${month()}`)).text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2_501 + 3);
    expect(lines.at(-1)).toBe(',,CLOSING,,,,2501,0,HKD');
  });

  test('has numbers also where less than nothing is left, as in the sandbox before money that a clock ahead has brought', async () => {
    const { partner, user } = await shop(0n);
    await advance(world, 31 * DAY_S, { as: partner });
    await fund(world, 1_000n, partner.partnerId);
    expect((await callSandbox(world, 'POST', '/clock', { reset: true }, { as: partner })).status).toBe(200);
    const { total } = (await place(world, { as: partner })).priceBreakdown;
    const lines = (await user.get(`/portal/v1/wallets/HK/statement?month=${month()}`)).text.trimEnd().split('\r\n');
    expect(lines.at(-1)).toBe(`,,CLOSING,,,,-${total},${total},HKD`);
  });

  test('of a month without entries opens and closes with the same, and what is no month is refused', async () => {
    const { user } = await shop(1_000n);
    const later = (await user.get('/portal/v1/wallets/HK/statement?month=2040-01')).text.split('\r\n');
    expect(later.slice(1, 3)).toEqual([',,OPENING,,,,1000,0,HKD', ',,CLOSING,,,,1000,0,HKD']);
    expect((await user.get('/portal/v1/wallets/HK/statement?month=2026-13')).status).toBe(422);
    expect((await user.get('/portal/v1/wallets/TH/statement?month=2026-11')).status).toBe(422);
    expect((await user.get('/portal/v1/wallets/HK/statement?month=2026-11&decimal=tab')).status).toBe(422);
  });
});

describe('the alert', () => {
  test('says that the balance is low, and stands in the audit log', async () => {
    const { user } = await shop(1_000n);
    const set = await user.put('/portal/v1/wallets/HK/alert', { below: '1001' });
    expect(set.json.data).toMatchObject({ alertBelow: '1001', isLow: true });
    expect((await user.put('/portal/v1/wallets/HK/alert', { below: '1000' })).json.data.isLow).toBe(false);
    expect((await user.put('/portal/v1/wallets/HK/alert', { below: null })).json.data.alertBelow).toBeNull();
    const acts = (await user.get('/portal/v1/acts')).json.data;
    expect(acts[0]).toMatchObject({ action: 'wallet.alert', subject: { kind: 'wallet', id: 'HK' } });
  });

  test.each(['0', '-1', '1.5', 'much', ''])('%j is no amount of Hong Kong', async (below) => {
    const { user } = await shop(0n);
    const refused = await user.put('/portal/v1/wallets/HK/alert', { below });
    expect([refused.status, refused.json.errors[0].detail]).toEqual([422, '/data/below']);
  });
});

test('a wallet says which month it is by the clock there', async () => {
  world.clock.advance(Date.UTC(2026, 10, 30, 15, 59) - world.clock.now());
  const { user } = await shop(1_000n);
  const months = async () =>
    (await user.get('/portal/v1/wallets')).json.data.map((wallet: { month: string }) => wallet.month);
  expect(await months()).toEqual(['2026-11', '2026-11']);
  world.clock.advance(MINUTE_MS);
  expect(await months()).toEqual(['2026-12', '2026-12']);
});
