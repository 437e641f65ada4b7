import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../../src/foundation/money.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Queryable, Transaction } from '../../src/infrastructure/database/database.ts';
import { type MadePartner, partnerDeps } from '../../src/main/make-partner.ts';
import { loadMarkets, readShippedDocuments } from '../../src/markets/index.ts';
import { changeKeyTerms, issueKey, registerPartner } from '../../src/partners/index.ts';
import { checkBooks, type Movement, moveMoney, payOut, referenceFrom, topUp } from '../../src/wallet/index.ts';
import { sealBooks } from '../../src/wallet/seal-books.ts';
import { leaveWalletJobs } from '../../src/wallet/wallet-jobs.ts';
import { contradictions, eventsOfWallet, purseOf, runNextJob } from '../support/order-records.ts';
import { CENTRAL, driversOf, fund, MONG_KOK, place, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { runCommand } from '../support/program.ts';
import { runs } from '../support/runs.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

/** The first has money without orders, the second both. */
let world: World;
let delivering: World;
let drivers: Awaited<ReturnType<typeof driversOf>>;
beforeAll(async () => {
  [world, delivering] = await Promise.all([createWorld(), createWorld()]);
  drivers = await driversOf(delivering);
});
afterAll(() => Promise.all([world.close(), delivering.close()]));
beforeEach(() => world.clock.advance(SECOND_MS));
const database = () => world.foundations.database;
const newPartner = (creditMinor = 0, where = world) =>
  where.newPartner({ limitFactor: 1_000, creditMinor: BigInt(creditMinor), markets: ['HK', 'SG'] });

const HKD = { currency: 'HKD', decimals: 0 };
type Partner = Pick<MadePartner, 'partnerId'>;
const move = (tx: Transaction, { partnerId }: Partner, movements: readonly Movement[], driverId?: string) =>
  moveMoney(world.foundations, tx, { ...HKD, partnerId, driverId }, world.clock.now(), movements);

class NeverMind extends Error {}
/** What `look` sees after `change`, of which nothing stays. */
async function imagine<T>(
  change: (tx: Transaction) => Promise<unknown>,
  look: (sql: Queryable) => Promise<T>,
): Promise<T> {
  let seen: T | undefined;
  await database()
    .inTransaction(async (tx) => {
      await change(tx);
      seen = await look(tx);
      throw new NeverMind();
    })
    .catch((error) => {
      if (!(error instanceof NeverMind)) throw error;
    });
  return seen as T;
}

/** All that is stored of these partners' money, and how much there is in all. */
const ledgerOf = (partners: readonly Partner[]) =>
  database().query(
    `select account::text as stored from ledger_accounts account where partner_id = any($1) or driver_id is not null
     union all select count(*)::text || ' transfers' from ledger_transfers
     union all select count(*)::text || ' to be sealed' from ledger_unsealed
     union all select count(*)::text || ' events' from events
     order by 1`,
    [partners.map(({ partnerId }) => partnerId)],
  );

describe('laws of the ledger', () => {
  const KINDS = ['top_up', 'hold', 'release', 'capture', 'earning', 'payout', 'credit'] as const;
  type Kind = (typeof KINDS)[number];
  /** What each kind does to what can be spent, what is held and what the driver has. */
  const EFFECTS: Readonly<Record<Kind, readonly [spendable: number, held: number, driver: number]>> = {
    top_up: [1, 0, 0],
    hold: [-1, 1, 0],
    release: [1, -1, 0],
    capture: [0, -1, 0],
    earning: [0, 0, 1],
    payout: [0, 0, -1],
    credit: [1, 0, 0],
  };
  const anyMovement = fc.record({
    kind: fc.constantFrom(...KINDS),
    amount: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 2_000_000_000_000)),
    key: fc.nat({ max: 40 }),
  });
  const anyCalls = fc.array(
    fc.record({ whose: fc.nat({ max: 1 }), movements: fc.array(anyMovement, { minLength: 1, maxLength: 3 }) }),
    { minLength: 1, maxLength: 12 },
  );

  test('whatever is asked for: no balance below zero, no cent made or lost, each key once, and a refusal leaves no trace', async () => {
    let run = 0;
    const deps = partnerDeps(world.foundations, []);
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyCalls, async (calls) => {
        run++;
        const partners = await database().inTransaction(async (tx) => [
          await registerPartner(deps, tx, 'First'),
          await registerPartner(deps, tx, 'Second'),
        ]);
        const books = partners.map(() => [0, 0, 0]);
        const keys = new Set<number>();
        for (const { whose, movements } of calls) {
          const before = await ledgerOf(partners);
          const after = (books[whose] as number[]).map(
            (balance, account) =>
              balance + movements.reduce((sum, { kind, amount }) => sum + (EFFECTS[kind][account] ?? 0) * amount, 0),
          );
          const repeats =
            movements.some(({ key }) => keys.has(key)) ||
            new Set(movements.map(({ key }) => key)).size < movements.length;
          const wishes = movements.map(({ kind, amount, key }) => ({
            kind,
            amountMinor: BigInt(amount),
            key: `test/${run}/${key}`,
          }));
          const outcome = await database()
            .inTransaction((tx) => move(tx, partners[whose] as Partner, wishes, `${run}${whose}`))
            .then(Number, (error: { code: string }) => error.code);
          if ((after[0] as number) < 0) expect(outcome).toBe('ERR_INSUFFICIENT_CREDIT');
          else if (repeats || after.some((balance) => balance < 0)) expect(outcome).toMatch(/^(23505|23514)$/);
          else expect(outcome).toBe(after[0]);
          outcomes.add(typeof outcome === 'string' ? outcome : 'done');
          if (typeof outcome === 'string') expect(await ledgerOf(partners)).toEqual(before);
          else {
            books[whose] = after;
            for (const { key } of movements) keys.add(key);
          }
        }
        for (const [index, partner] of partners.entries()) {
          const [balance, held, earned] = books[index] as number[];
          expect(await purseOf(database(), partner.partnerId)).toEqual({ balance, held });
          expect(await driverBalance(`${run}${index}`)).toBe(earned);
        }
      }),
      { numRuns: runs(40) },
    );
    expect([...outcomes].sort()).toEqual(['23505', '23514', 'ERR_INSUFFICIENT_CREDIT', 'done']);
    expect(await database().query('select from ledger_accounts where balance_minor < 0')).toEqual([]);
    expect(await sumOfAllAccounts()).toEqual([]);
    expect((await checkBooks(database())).faults).toEqual([]);
  });

  async function driverBalance(driverId: string): Promise<number> {
    const [row] = await database().query<{ balance: string }>(
      'select balance_minor as balance from ledger_accounts where driver_id = $1',
      [driverId],
    );
    return Number(row?.balance ?? 0);
  }

  /** Currencies in which the stored balances and the house's accounts, added up from their transfers, do not come to nothing. */
  const sumOfAllAccounts = () =>
    database().query(`
      select currency, sum(balance) from (
        select currency, balance_minor as balance from ledger_accounts where balance_minor is not null
        union all
        select account.currency, case when transfer.to_account_id = account.id then amount_minor else -amount_minor end
        from ledger_accounts account join ledger_transfers transfer on account.id in (transfer.from_account_id, transfer.to_account_id)
        where account.kind in ('sales', 'funding')
      ) as balances group by currency having sum(balance) <> 0`);

  test('the database itself keeps a balance from falling below zero', async () => {
    const partner = await newPartner(100);
    const change = database().query('update ledger_accounts set balance_minor = -1 where partner_id = $1', [
      partner.partnerId,
    ]);
    await expect(change).rejects.toMatchObject({ constraint: 'ledger_accounts_never_below_zero' });
  });

  test.each(['ledger_transfers', 'ledger_seals'])('%s takes new rows only', async (table) => {
    await newPartner(100);
    await database().inTransaction(sealBooks);
    const columns = { ledger_transfers: 'amount_minor = amount_minor', ledger_seals: 'position = position' };
    for (const statement of [
      `update ${table} set ${columns[table as keyof typeof columns]}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(database().query(statement)).rejects.toThrow('takes new rows only');
  });

  test('an amount of nothing, and a transfer from an account to itself, cannot be booked', async () => {
    const partner = await newPartner(100);
    const nothing = [{ kind: 'top_up', amountMinor: 0n, key: 'test/nothing' }] as const;
    await expect(database().inTransaction((tx) => move(tx, partner, nothing))).rejects.toMatchObject({ code: '23514' });
    const toItself = database().query(
      `insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at)
       select 1, 'test/itself', 'hold', id, id, id, 1, now() from ledger_accounts where partner_id = $1 and kind = 'partner' limit 1`,
      [partner.partnerId],
    );
    await expect(toItself).rejects.toMatchObject({ code: '23514' });
  });

  test('the database prints amounts as the program does', async () => {
    const anyAmount = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -2_000n, max: 2_000n }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyAmount, { minLength: 50, maxLength: 50 }),
        fc.nat({ max: 4 }),
        async (amounts, decimals) => {
          const rows = await database().query<{ printed: string }>(
            `select printed_amount(amount, $2) as printed from unnest($1::bigint[]) with ordinality as given(amount, place) order by place`,
            [amounts.map(String), decimals],
          );
          expect(rows.map(({ printed }) => printed)).toEqual(amounts.map((amount) => formatAmount(amount, decimals)));
        },
      ),
      { numRuns: runs(30) },
    );
  });
});

describe('the chain of seals', () => {
  const unsealed = async () => (await database().query('select from ledger_unsealed')).length;
  const topUps = (count: number, name: string): Movement[] =>
    Array.from({ length: count }, (_, index) => ({ kind: 'top_up', amountMinor: 1n, key: `test/${name}/${index}` }));

  test('is made by the job, batch after batch, until every transfer is in it, and then rests a while', async () => {
    const partner = await newPartner();
    await database().inTransaction((tx) => move(tx, partner, topUps(2_300, 'many')));
    await database().inTransaction((tx) => leaveWalletJobs(tx, world.clock.now()));
    const before = await unsealed();
    expect(before).toBeGreaterThanOrEqual(2_300);
    const left: number[] = [];
    while (await runNextJob(world.foundations)) left.push(await unsealed());
    expect(left.length).toBe(Math.floor(before / 1_000) + 1);
    expect(left.at(-1)).toBe(0);
    const { faults, sealed } = await checkBooks(database());
    const [{ count } = { count: '' }] = await database().query<{ count: string }>(
      'select count(*) from ledger_transfers',
    );
    expect({ faults, sealed }).toEqual({ faults: [], sealed: Number(count) });
    world.clock.advance(5 * SECOND_MS - 1);
    expect(await runNextJob(world.foundations)).toBe(false);
    world.clock.advance(1);
    expect(await runNextJob(world.foundations)).toBe(true);
  });

  test('is made once by two workers, while money moves', async () => {
    const partner = await newPartner();
    const other = await world.another();
    world.clock.advance(5 * SECOND_MS);
    const working = [world, other].map(async ({ foundations }) => {
      for (let turns = 0; turns < 20; turns++) await runNextJob(foundations);
    });
    for (let round = 0; round < 10; round++)
      await database().inTransaction((tx) => move(tx, partner, topUps(30, `meanwhile/${round}`)));
    await Promise.all(working);
    await database().inTransaction(sealBooks);
    expect(await unsealed()).toBe(0);
    expect((await checkBooks(database())).faults).toEqual([]);
  });

  test('ends in the same seal whether it was made at once or bit by bit', async () => {
    const partner = await newPartner();
    await database().inTransaction(sealBooks);
    const booking = (tx: Transaction) => move(tx, partner, topUps(6, 'bits'));
    await database().inTransaction(booking);
    const atOnce = await imagine(sealBooks, async (sql) => (await checkBooks(sql)).lastSeal);
    const bits = await imagine(
      async (tx) => {
        const waiting = await tx.query<{ transfer_id: string }>('select transfer_id from ledger_unsealed order by 1');
        await tx.query('delete from ledger_unsealed');
        for (const { transfer_id } of waiting) {
          await tx.query('insert into ledger_unsealed values ($1)', [transfer_id]);
          await sealBooks(tx);
        }
      },
      async (sql) => (await checkBooks(sql)).lastSeal,
    );
    expect(bits).toBe(atOnce);
  });
});

describe('whoever changes the books behind the program’s back', () => {
  type Transfer = { id: string; from_account_id: string; to_account_id: string; amount_minor: string };
  let first: Transfer;
  let middle: Transfer;
  let last: Transfer;
  let pending: Transfer;

  beforeAll(async () => {
    const partner = await newPartner();
    const topUp = (key: string) =>
      database().inTransaction((tx) => move(tx, partner, [{ kind: 'top_up', amountMinor: 500n, key }]));
    for (let index = 0; index < 20; index++) await topUp(`tampering/${index}`);
    await database().inTransaction((tx) =>
      move(tx, partner, [{ kind: 'hold', amountMinor: 70n, key: 'tampering/hold' }]),
    );
    while (!(await database().inTransaction(sealBooks))) {}
    await topUp('tampering/pending');
    const sealed = await database().query<Transfer & { position: string; business_key: string }>(
      'select position, transfer.* from ledger_seals join ledger_transfers transfer on transfer.id = transfer_id order by position',
    );
    const [waiting] = await database().query<Transfer>(
      'select transfer.* from ledger_unsealed join ledger_transfers transfer on transfer.id = transfer_id',
    );
    // Of this partner's own, whose balance stays above zero whichever of them is missing.
    const own = sealed.filter(({ business_key }) => business_key.startsWith('tampering/'));
    first = own[0] as Transfer;
    middle = own[Math.floor(own.length / 2)] as Transfer;
    last = sealed.at(-1) as Transfer;
    pending = waiting as Transfer;
    expect((await checkBooks(database())).faults).toEqual([]);
  });

  /** The faults that are found after somebody with all rights has run the statements. */
  const faultsAfter = (...statements: string[]) =>
    imagine(
      async (tx) => {
        await tx.query('set local session_replication_role = replica');
        for (const statement of statements) await tx.query(statement);
      },
      async (sql) => (await checkBooks(sql)).faults,
    );
  const found = (text: string) => expect.arrayContaining([expect.stringContaining(text)]);
  /** Makes the stored balances agree with the transfers again. */
  const COVER_UP = `
    update ledger_accounts account set balance_minor = booked.amount_minor from (
      select account_id, sum(amount_minor) as amount_minor from (
        select id, 0 from ledger_accounts
        union all select to_account_id, amount_minor from ledger_transfers
        union all select from_account_id, -amount_minor from ledger_transfers
      ) as side(account_id, amount_minor) group by account_id
    ) booked
    where booked.account_id = account.id and balance_minor is not null`;

  test('is not found out without having changed anything', async () => {
    expect(await faultsAfter(COVER_UP)).toEqual([]);
  });

  test('is found by a changed amount, by balance and seal', async () => {
    const faults = await faultsAfter(`update ledger_transfers set amount_minor = 501 where id = ${middle.id}`);
    expect(faults).toEqual(found('but its transfers add up to'));
    expect(faults).toEqual(found(`transfer ${middle.id} is not what was sealed at position`));
  });

  test('is found by a changed balance', async () => {
    const faults = await faultsAfter(
      `update ledger_accounts set balance_minor = balance_minor + 1 where id = ${middle.to_account_id}`,
    );
    expect(faults).toEqual([
      expect.stringMatching(`account ${middle.to_account_id} \\(partner, HKD\\) says \\d+ but its`),
    ]);
  });

  test.each([
    ['amount', 'amount_minor = amount_minor + 1'],
    ['time', "created_at = created_at + interval '1 millisecond'"],
    ['business key', "business_key = business_key || '.'"],
    ['kind', "kind = 'release'"],
    ['order', 'order_id = 1234567890123456789'],
    ['statement', "wallet_id = (select max(id) from ledger_accounts where kind = 'sales')"],
    ['sender', "from_account_id = (select max(id) from ledger_accounts where kind = 'sales')"],
    ['receiver', "to_account_id = (select max(id) from ledger_accounts where kind = 'sales')"],
    ['id', 'id = 7'],
  ])('is found by a changed %s of a sealed transfer, also when the balances are made to agree', async (_, change) => {
    for (const { id } of [first, middle, last]) {
      const follow = change.startsWith('id')
        ? [`update ledger_seals set transfer_id = 7 where transfer_id = ${id}`]
        : [];
      const faults = await faultsAfter(`update ledger_transfers set ${change} where id = ${id}`, ...follow, COVER_UP);
      expect(faults).toEqual(found('is not what was sealed at position'));
    }
  });

  test.each([
    ['the first', () => first],
    ['one in the middle', () => middle],
    ['the last', () => last],
  ])('is found by a deleted transfer, %s, also when the balances are made to agree', async (_, pick) => {
    const faults = await faultsAfter(`delete from ledger_transfers where id = ${pick().id}`, COVER_UP);
    expect(faults).toEqual([expect.stringMatching(`^transfer ${pick().id}, sealed at position \\d+, is gone$`)]);
  });

  test('is found by a deleted transfer that was still waiting for its seal', async () => {
    expect(await faultsAfter(`delete from ledger_transfers where id = ${pending.id}`, COVER_UP)).toEqual([
      `transfer ${pending.id} is gone, and was not sealed yet`,
    ]);
  });

  test('is found by an inserted transfer', async () => {
    const insert = (key: string) => `
      insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at)
      values (1, '${key}', 'top_up', ${first.from_account_id}, ${middle.to_account_id}, ${middle.to_account_id}, 1000000, now())`;
    expect(await faultsAfter(insert('false'))).toEqual(found('but its transfers add up to'));
    expect(await faultsAfter(insert('false'), COVER_UP)).toEqual(['transfer 1 was never queued for its seal']);
  });

  test.each([
    ['the first', () => first],
    ['one in the middle', () => middle],
    ['the last', () => last],
  ])('is found by a deleted seal, %s', async (_, pick) => {
    expect(await faultsAfter(`delete from ledger_seals where transfer_id = ${pick().id}`)).not.toEqual([]);
  });

  test('is found by a transfer deleted together with its seal', async () => {
    const faults = await faultsAfter(
      `delete from ledger_seals where transfer_id = ${middle.id}`,
      `delete from ledger_transfers where id = ${middle.id}`,
      COVER_UP,
    );
    expect(faults).toEqual(found('is missing'));
  });

  test('is found by a changed seal, and by two that were exchanged', async () => {
    expect(await faultsAfter(`update ledger_seals set seal = sha256(seal) where transfer_id = ${middle.id}`)).toEqual(
      found('is not what was sealed'),
    );
    const become = (from: string, to: string) =>
      `update ledger_seals set transfer_id = ${to} where transfer_id = ${from}`;
    const exchanged = await faultsAfter(become(first.id, '7'), become(last.id, first.id), become('7', last.id));
    expect(exchanged).toEqual(found('is not what was sealed'));
  });

  test('is found by a transfer that is taken out of the queue for its seal', async () => {
    expect(await faultsAfter('delete from ledger_unsealed')).toEqual([
      `transfer ${pending.id} was never queued for its seal`,
    ]);
  });

  test('and cuts the end off without a gap, is found by whoever wrote the last seal down', async () => {
    const look = async (sql: Queryable) => checkBooks(sql);
    const before = await look(database());
    const after = await imagine(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(`delete from ledger_seals where transfer_id = ${last.id}`);
      await tx.query(`delete from ledger_transfers where id = ${last.id}`);
      await tx.query(COVER_UP);
    }, look);
    expect([after.faults, after.sealed]).toEqual([[], before.sealed - 1]);
    expect(after.lastSeal).not.toBe(before.lastSeal);
  });
});

describe('what a driver earns', () => {
  const earnings = (orderId: string) =>
    delivering.foundations.database.query<{ driver: string; amount: string }>(
      `select account.driver_id as driver, amount_minor as amount
       from ledger_transfers transfer join ledger_accounts account on account.id = to_account_id
       where transfer.kind = 'earning' and order_id = $1`,
      [orderId],
    );
  const share = (amount: number) => Math.floor((amount * 8) / 10);

  async function deliver(orderId: string, driverId: string, dropOffs = 1): Promise<void> {
    await drivers.accept(orderId, driverId);
    await drivers.pickUp(orderId);
    for (let stop = 0; stop < dropOffs; stop++) await drivers.dropOff(orderId);
  }

  test('a share of the price, the whole priority fee and the whole toll', async () => {
    const partner = await newPartner(5_000, delivering);
    const order = await place(delivering, {
      quotation: { serviceType: 'VAN', specialRequests: ['TOLL_FEE_1'] },
      as: partner,
    });
    const total = Number(order.priceBreakdown.total);
    await delivering.call('POST', `/v3/orders/${order.orderId}/priority-fee`, {
      as: partner,
      body: JSON.stringify({ data: { priorityFee: '33' } }),
    });
    await deliver(order.orderId, '5001');
    expect(await earnings(order.orderId)).toEqual([{ driver: '5001', amount: String(share(total - 50) + 50 + 33) }]);
    expect(await purseOf(delivering.foundations.database, partner.partnerId)).toEqual({
      balance: 5_000 - total - 33,
      held: 0,
    });
  });

  test('is paid for a failed stop too', async () => {
    const partner = await newPartner(5_000, delivering);
    const { orderId, priceBreakdown } = await place(delivering, {
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
      as: partner,
    });
    await drivers.accept(orderId, '5002');
    await drivers.pickUp(orderId);
    await drivers.dropOff(orderId, { outcome: 'FAILED', reason: 'nobody there' });
    expect(await earnings(orderId)).toEqual([]);
    await drivers.dropOff(orderId, { outcome: 'FAILED', reason: 'nobody there either' });
    expect(await earnings(orderId)).toEqual([{ driver: '5002', amount: String(share(Number(priceBreakdown.total))) }]);
  });

  test('is not paid to who gave the order back, also after half of the way', async () => {
    const partner = await newPartner(5_000, delivering);
    const { orderId, priceBreakdown } = await place(delivering, {
      quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
      as: partner,
    });
    await deliver(orderId, '5003');
    await drivers.giveBack(orderId);
    await deliver(orderId, '5004');
    expect(await earnings(orderId)).toEqual([{ driver: '5004', amount: String(share(Number(priceBreakdown.total))) }]);
    expect(await delivering.foundations.database.query('select from ledger_accounts where driver_id = 5003')).toEqual(
      [],
    );
  });

  test('is a share of what the order costs in the end, after an edit', async () => {
    const partner = await newPartner(5_000, delivering);
    const { orderId, priceBreakdown } = await place(delivering, { as: partner });
    await drivers.accept(orderId, '5005');
    const stops = [{ ...CENTRAL, ...SENDER }, ...[MONG_KOK, TUEN_MUN].map((where) => ({ ...where, ...RECIPIENT }))];
    const edited = await delivering.call('PATCH', `/v3/orders/${orderId}`, {
      as: partner,
      body: JSON.stringify({ data: { stops } }),
    });
    const total = Number(edited.json.data.priceBreakdown.total);
    expect(total).toBeGreaterThan(Number(priceBreakdown.total));
    await drivers.pickUp(orderId);
    await drivers.dropOff(orderId);
    await drivers.dropOff(orderId);
    expect(await earnings(orderId)).toEqual([{ driver: '5005', amount: String(share(total)) }]);
  });

  test('is nothing for an order that ends without being delivered', async () => {
    const partner = await newPartner(5_000, delivering);
    const { orderId } = await place(delivering, { as: partner });
    await drivers.accept(orderId, '5006');
    expect((await delivering.call('DELETE', `/v3/orders/${orderId}`, { as: partner })).status).toBe(204);
    expect(await earnings(orderId)).toEqual([]);
  });

  test('adds up over orders and partners in one account of the driver', async () => {
    const partners = await Promise.all(Array.from({ length: 6 }, () => newPartner(5_000, delivering)));
    const ids = await Promise.all(partners.map(async (partner) => (await place(delivering, { as: partner })).orderId));
    for (const orderId of ids) await deliver(orderId, '5007');
    const paid = (await Promise.all(ids.map(earnings))).flat();
    const [account, ...more] = await delivering.foundations.database.query<{ balance: string }>(
      'select balance_minor as balance from ledger_accounts where driver_id = 5007',
    );
    expect([paid.length, more]).toEqual([6, []]);
    expect(Number(account?.balance)).toBe(paid.reduce((sum, { amount }) => sum + Number(amount), 0));
    expect(await contradictions(delivering.foundations.database)).toEqual([]);
  });
});

describe('a reference', () => {
  const topUpOnce = (partnerId: MadePartner['partnerId'], amount: bigint, text: string, money = HKD) =>
    database().inTransaction((tx) =>
      topUp(world.foundations, tx, { ...money, partnerId }, amount, referenceFrom(text)),
    );
  const payOnce = (driverId: string, amount: bigint, text: string) =>
    database().inTransaction((tx) => payOut(world.foundations, tx, { ...HKD, driverId }, amount, referenceFrom(text)));

  test('is booked once into a wallet, also by many at once into one that nobody has opened yet', async () => {
    const { partnerId } = await newPartner();
    const booked = await Promise.all(Array.from({ length: 8 }, () => topUpOnce(partnerId, 500n, 'INV-7')));
    expect(booked.map(({ balanceMinor }) => balanceMinor)).toEqual(booked.map(() => 500n));
    expect(booked.filter(({ alreadyBooked }) => !alreadyBooked)).toHaveLength(1);
    expect(await purseOf(database(), partnerId)).toEqual({ balance: 500, held: 0 });
    await expect(topUpOnce(partnerId, 501n, 'INV-7')).rejects.toThrow('500 HKD are booked already, not 501 HKD');
    expect(await purseOf(database(), partnerId)).toEqual({ balance: 500, held: 0 });
    expect(await eventsOfWallet(database(), partnerId)).toHaveLength(1);
  });

  test('is another one in another wallet, in another currency and of another payment', async () => {
    const [one, other] = [await newPartner(), await newPartner()];
    const SGD = { currency: 'SGD', decimals: 1 };
    for (const booking of [
      await topUpOnce(one.partnerId, 1n, 'INV-7'),
      await topUpOnce(one.partnerId, 2n, 'INV-7', SGD),
      await topUpOnce(other.partnerId, 3n, 'INV-7'),
    ])
      expect(booking.alreadyBooked).toBe(false);
    expect(await topUpOnce(one.partnerId, 10n, 'INV-8')).toEqual({ balanceMinor: 11n, alreadyBooked: false });
    await fund(world, 100n, one.partnerId);
    await fund(world, 100n, one.partnerId);
    expect(await topUpOnce(one.partnerId, 10n, 'INV-8')).toEqual({ balanceMinor: 211n, alreadyBooked: true });
  });

  test('is booked once to a driver, though less is due by then', async () => {
    const partner = await newPartner(1_000);
    const driverId = '880046';
    const earn = (amountMinor: bigint, key: string) =>
      database().inTransaction((tx) => move(tx, partner, [{ kind: 'earning', amountMinor, key }], driverId));
    await earn(50n, 'reference/earning');
    expect(await payOnce(driverId, 40n, 'week 46')).toEqual({ balanceMinor: 10n, alreadyBooked: false });
    expect(await payOnce(driverId, 40n, 'week 46')).toEqual({ balanceMinor: 10n, alreadyBooked: true });
    await expect(payOnce(driverId, 10n, 'week 46')).rejects.toThrow('40 HKD are booked already, not 10 HKD');
    const paid = await Promise.all(Array.from({ length: 4 }, () => payOnce(driverId, 10n, 'week 47')));
    expect(paid.map(({ balanceMinor }) => balanceMinor)).toEqual([0n, 0n, 0n, 0n]);
    expect((await checkBooks(database())).faults).toEqual([]);
  });
});

describe('an alert when the balance falls', () => {
  const lows = async (partner: MadePartner) =>
    (await eventsOfWallet(delivering.foundations.database, partner.partnerId))
      .filter(({ type }) => type === 'WALLET_BALANCE_LOW')
      .map(({ data }) => `${data.balance.amount} below ${data.threshold.amount}`);

  test('comes once each time the balance falls below the threshold, by whatever it falls', async () => {
    const partner = await newPartner(1_000, delivering);
    await delivering.foundations.database.query(
      "update ledger_accounts set alert_below_minor = 900 where partner_id = $1 and kind = 'partner'",
      [partner.partnerId],
    );
    const { orderId, priceBreakdown } = await place(delivering, { as: partner });
    const total = Number(priceBreakdown.total);
    expect(await lows(partner)).toEqual([]);
    const fee = 1_000 - total - 900 + 1;
    await delivering.call('POST', `/v3/orders/${orderId}/priority-fee`, {
      as: partner,
      body: JSON.stringify({ data: { priorityFee: String(fee) } }),
    });
    expect(await lows(partner)).toEqual(['899 below 900']);
    await place(delivering, { as: partner });
    expect((await lows(partner)).length).toBe(1);
    await fund(delivering, BigInt(total), partner.partnerId);
    await fund(delivering, 1n, partner.partnerId);
    await place(delivering, { as: partner });
    expect(await lows(partner)).toEqual(['899 below 900', `${900 - total} below 900`]);
    expect(await contradictions(delivering.foundations.database)).toEqual([]);
  });
});

const waybill = (on: World, ...args: string[]) => runCommand(args, sharedWith(on));

describe('in production', () => {
  let production: World;
  beforeAll(async () => {
    production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
  });
  afterAll(() => production.close());
  const partners = async () => (await production.foundations.database.query('select from partners')).length;
  const UNFUNDED = /needs a funded wallet/;

  test('a key is issued only to a partner with a funded wallet, but for Plus', async () => {
    const before = await partners();
    for (const platforms of [['ON_DEMAND'], ['ON_DEMAND', 'PLUS']] as const)
      await expect(production.newPartner({ platforms, creditMinor: 0n })).rejects.toThrow(UNFUNDED);
    expect(await partners()).toBe(before);
    const funded = await production.newPartner({ markets: ['HK', 'SG'], creditMinor: 1n });
    const plus = await production.newPartner({ platforms: ['PLUS'], creditMinor: 0n });
    expect([funded.apiKey, plus.apiKey]).toEqual([
      expect.stringMatching(/^pk_prod_/),
      expect.stringMatching(/^pk_prod_/),
    ]);
  });

  test('a Plus key is not made one for on-demand orders without money in one of its markets', async () => {
    const { database: sql } = production.foundations;
    const { partnerId, apiKey } = await production.newPartner({
      platforms: ['PLUS'],
      markets: ['HK'],
      creditMinor: 0n,
    });
    const markets = (await loadMarkets(sql, await readShippedDocuments())).map(({ market }) => market);
    const deps = partnerDeps(production.foundations, markets);
    const change = () =>
      sql.inTransaction((tx) => changeKeyTerms(deps, tx, apiKey, { platforms: ['ON_DEMAND', 'PLUS'] }));
    const second = () => sql.inTransaction((tx) => issueKey(deps, tx, partnerId, { platforms: ['ON_DEMAND'] }));
    await expect(change()).rejects.toThrow(UNFUNDED);
    await fund(production, 500n, partnerId, 'SGD', 1);
    await expect(change()).rejects.toThrow(UNFUNDED);
    await expect(second()).rejects.toThrow(UNFUNDED);
    await fund(production, 1n, partnerId, 'HKD');
    expect((await change()).platforms).toEqual(['ON_DEMAND', 'PLUS']);
    expect((await second()).platforms).toEqual(['ON_DEMAND']);
  });

  test('the command line says so in one line, and takes what is given as credit', async () => {
    const create = (...further: string[]) =>
      waybill(production, 'partner', 'create', '--name', 'Acme', '--market', 'HK', '--json', ...further);
    const before = await partners();
    const refused = await create();
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors.trim().split('\n').at(-1)).toMatch(/needs a funded wallet, so no partner was made.*--credit/);
    expect(await partners()).toBe(before);
    const created = await create('--credit', '500');
    const { partnerId } = JSON.parse(created.output);
    expect(await purseOf(production.foundations.database, partnerId)).toEqual({ balance: 500, held: 0 });
    const { apiKey } = JSON.parse((await create('--platform', 'PLUS')).output);
    const changed = await waybill(production, 'partner', 'key', '--change', apiKey, '--platform', 'ON_DEMAND');
    expect([changed.code, changed.errors]).toEqual([1, expect.stringMatching(UNFUNDED)]);
  }, 120_000);
});

describe('by command', () => {
  test('an alert is set and taken away', async () => {
    const { partnerId } = await newPartner(500);
    const alert = (...further: string[]) => waybill(world, 'partner', 'alert', '--partner', partnerId, ...further);
    const threshold = async (currency: string) => {
      const [row] = await database().query<{ below: string | null }>(
        `select alert_below_minor as below from ledger_accounts
         where partner_id = $1 and currency = $2 and kind = 'partner'`,
        [partnerId, currency],
      );
      return row?.below;
    };
    const set = await alert('--market', 'SG', '--below', '12.5', '--json');
    expect(JSON.parse(set.output)).toEqual({ partnerId, currency: 'SGD', below: '12.5' });
    expect([await threshold('SGD'), await threshold('HKD')]).toEqual(['125', null]);
    const off = await alert('--market', 'SG', '--below', '0');
    expect(off.output.trim()).toBe('There is no alert any more.');
    expect(await threshold('SGD')).toBe(null);
    expect((await alert('--market', 'HK', '--below', '0.5')).code).toBe(1);
  }, 120_000);

  test('the doctor adds the books up, and says what is wrong with them', async () => {
    await delivering.foundations.database.inTransaction(sealBooks);
    const booksLine = async () => {
      const { output, code } = await waybill(delivering, 'doctor');
      return { line: output.split('\n').find((text) => /^\S+\s+books/.test(text)), code };
    };
    const well = await booksLine();
    expect(well.line).toMatch(
      /^ok {3}books {7}balances equal their transfers, holds their orders; \d+ transfers sealed, the last as [0-9a-f]{16}$/,
    );
    const partner = await newPartner(700, delivering);
    const change = (by: string) =>
      delivering.foundations.database.query(
        `update ledger_accounts set balance_minor = balance_minor ${by} where partner_id = $1 and kind = 'partner'`,
        [partner.partnerId],
      );
    await change('+ 1');
    const ill = await booksLine();
    await change('- 1');
    expect(ill.line).toMatch(
      /^BAD {2}books {7}the books do not agree: account \d+ \(partner, HKD\) says 701 but its transfers add up to 700/,
    );
    expect(ill.code).toBe(1);
  }, 120_000);
});
