import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatId, type PartnerId } from '../../src/foundation/ids.ts';
import { DAY_MS, HOUR_MS, type Instant } from '../../src/foundation/time.ts';
import type { Environment } from '../../src/infrastructure/config/environment.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { type Movement, moveMoney, walletStatement } from '../../src/wallet/index.ts';
import { deskUser } from '../support/desk.ts';
import { countRowsRead } from '../support/rows-read.ts';
import { createWorld, type World } from '../support/world.ts';

const HKD = { currency: 'HKD', decimals: 0 };

let world: World;
beforeAll(async () => {
  world = await createWorld({
    env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' },
    partner: { creditMinor: 1n, limitFactor: 1_000 },
  });
});
afterAll(() => world.close());

describe('with an entry for every hour of two years', () => {
  const ROWS = 2 * 365 * 24;
  /** The entries of a month, found and then read, and what belongs to the call. */
  const OF_A_MONTH = 3_000;

  test('the statement of a month reads nothing that was booked before it, and what came after it once', async () => {
    const { partnerId } = world.partner;
    const { database } = world.foundations;
    await database.query(
      `insert into ledger_transfers (id, business_key, kind, from_account_id, to_account_id, wallet_id, amount_minor, created_at)
       select id - n * ${BigInt(HOUR_MS) << 22n}, 'many:' || n, kind, from_account_id, to_account_id, wallet_id, 1, created_at - n * interval '1 hour'
       from ledger_transfers, generate_series(1, ${ROWS}) n
       where wallet_id = (select id from ledger_accounts where partner_id = ${partnerId} and kind = 'partner' and currency = 'HKD')`,
    );
    await database.query(
      `update ledger_accounts set balance_minor = balance_minor + ${ROWS}
       where partner_id = ${partnerId} and kind = 'partner' and currency = 'HKD'`,
    );
    await database.query('analyze ledger_transfers');
    const readBy = countRowsRead(database);
    const user = await deskUser(world, 'portal');
    const month = async (name: string) => {
      let lines: readonly string[] = [];
      const read = await readBy(async () => {
        lines = (await user.get(`/portal/v1/wallets/HK/statement?month=${name}`)).text.trimEnd().split('\r\n');
      });
      return { read, entries: lines.length - 3, opening: lines[1], closing: lines.at(-1) };
    };
    const [october, november] = [await month('2026-10'), await month('2026-11')];
    expect([october.entries, november.entries]).toEqual([31 * 24, 15 * 24 + 13]);
    expect(november.closing).toBe(`,,CLOSING,,,,${ROWS + 1},0,HKD`);
    expect(november.opening).toBe(`,,OPENING,,,,${ROWS + 1 - november.entries},0,HKD`);
    expect(october.closing).toBe(november.opening?.replace('OPENING', 'CLOSING'));
    expect(october.read).toBeLessThan(OF_A_MONTH);
    expect(november.read).toBeLessThan(OF_A_MONTH);
    expect((await month('2025-01')).read).toBeLessThan(ROWS + OF_A_MONTH);
  });
});

/** In which order money moves while it lasts: each may, whatever was before. */
const KINDS = ['top_up', 'hold', 'capture', 'top_up', 'hold', 'release', 'credit'] as const;
/** Whoever sends parcels alone needs none. */
const NO_MONEY = { creditMinor: 0n, platforms: ['PLUS'] } as const;
const START = Date.UTC(2026, 0, 1);
const SPAN_MS = 10 * DAY_MS;

/** `at` by the clock of the partner, and the id by ours. */
type Booking = { readonly at: Instant; readonly ours: Instant };

let made = 0;

async function book(partnerId: PartnerId, { at, ours }: Booking, number: number): Promise<void> {
  const kind = KINDS[number % KINDS.length] as (typeof KINDS)[number];
  const movement: Movement = { kind, amountMinor: 7n, key: `test/${partnerId}/${number}` };
  const ids = { next: <Name extends string>() => formatId<Name>({ millisecond: ours, sequence: made++ % 4_096 }, 1) };
  await world.foundations.database.inTransaction((tx) => moveMoney({ ids }, tx, { ...HKD, partnerId }, at, [movement]));
}

type Statement = { readonly opening: number[]; readonly changes: number[][]; readonly closing: number[] };

async function statementOf(
  sql: Queryable,
  partnerId: PartnerId,
  environment: Environment,
  [from, to]: readonly [Instant, Instant],
): Promise<Statement> {
  const asked = { environment, partnerId, money: HKD, timeZone: 'UTC', decimal: 'point', from, to } as const;
  let text = '';
  for await (const part of walletStatement(sql, asked)) text += part;
  const [, opening, ...rest] = text.trimEnd().split('\r\n');
  const fields = (line: string | undefined, first: number) =>
    String(line)
      .split(',')
      .slice(first, first + 2)
      .map(Number);
  return {
    opening: fields(opening, 6),
    changes: rest.slice(0, -1).map((line) => fields(line, 4)),
    closing: fields(rest.at(-1), 6),
  };
}

const sumOf = (lines: readonly (readonly number[])[]) =>
  [0, 1].map((column) => lines.reduce((sum, line) => sum + Number(line[column]), 0));

describe('the statements of spans that follow one another', () => {
  const ours = fc.integer({ min: START, max: START + 4 * SPAN_MS });
  const late = fc.integer({ min: 0, max: 5 * SPAN_MS });
  /** In production nothing is booked ahead of our time, but for clocks that differ a little. */
  const bookings: Readonly<Record<Environment, fc.Arbitrary<Booking>>> = {
    production: fc.oneof(
      fc.record({ ours, late }).map((one) => ({ ours: one.ours, at: one.ours - one.late })),
      fc.integer({ min: 0, max: 4 }).map((n) => ({ ours: START + n * SPAN_MS - HOUR_MS, at: START + n * SPAN_MS })),
    ),
    sandbox: fc.record({ ours, at: fc.integer({ min: START - SPAN_MS, max: START + 12 * SPAN_MS }) }),
  };

  test.each(['production', 'sandbox'] as const)(
    'in %s: each opens with what the one before it closed with, its lines lead from the one to the other, and the last closes with what there is',
    { timeout: 60_000 },
    (environment) =>
      fc.assert(
        fc.asyncProperty(fc.array(bookings[environment], { minLength: 1, maxLength: 14 }), async (booked) => {
          const { partnerId } = await world.newPartner(NO_MONEY);
          for (const [number, booking] of booked.entries()) await book(partnerId, booking, number);
          const spans = Array.from(
            { length: 20 },
            (_, n) => [START + (n - 6) * SPAN_MS, START + (n - 5) * SPAN_MS] as const,
          );
          let before = [0, 0];
          let lines = 0;
          for (const span of spans) {
            const { opening, changes, closing } = await statementOf(
              world.foundations.database,
              partnerId,
              environment,
              span,
            );
            expect(opening).toEqual(before);
            expect(sumOf([opening, ...changes])).toEqual(closing);
            before = closing;
            lines += changes.length;
          }
          expect(lines).toBe(booked.length);
          const [account] = await world.foundations.database.query<{ now: string[] }>(
            'select array_agg(balance_minor order by kind desc) as now from ledger_accounts where partner_id = $1',
            [partnerId],
          );
          expect(before).toEqual(account?.now.map(Number));
        }),
        { numRuns: 12 },
      ),
  );

  test('whatever is booked while one is read, it opens with what the one before it closed with', async () => {
    const { partnerId } = await world.newPartner(NO_MONEY);
    const { database } = world.foundations;
    const now = START + SPAN_MS + DAY_MS;
    let number = 0;
    const bookNow = () => book(partnerId, { at: now, ours: now }, number++);
    for (let time = 1; time <= 5; time++) await book(partnerId, { at: START, ours: START }, number++);
    const first = await statementOf(database, partnerId, 'production', [START, START + SPAN_MS]);
    const busy: Queryable = {
      ...database,
      query: async (...asked: Parameters<Queryable['query']>) => {
        await bookNow();
        const rows = await database.query(...asked);
        await bookNow();
        return rows as never;
      },
    };
    const second = await statementOf(busy, partnerId, 'production', [START + SPAN_MS, START + 2 * SPAN_MS]);
    expect(second.opening).toEqual(first.closing);
    expect(second.changes.length).toBeGreaterThan(0);
    expect(sumOf([second.opening, ...second.changes])).toEqual(second.closing);
  });
});
