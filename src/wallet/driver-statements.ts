import { LARGEST_ID } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type AccountId, findDriverAccounts } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { type Earning, earningsOfWallet, latestTransfers, transfersBefore } from './transfers-sql.ts';

export type DriverStatement = {
  readonly currency: string;
  readonly balanceMinor: MinorUnits;
  readonly transfers: readonly BookedTransfer[];
  /** All since a time. */
  readonly earnings: readonly Earning[];
};

/** What a driver has earned and been paid, by currency, newest first. */
export async function driverStatements(
  sql: Queryable,
  driverId: string,
  { most, since }: { readonly most: number; readonly since: Instant },
): Promise<readonly DriverStatement[]> {
  const accounts = await findDriverAccounts(sql, driverId);
  return Promise.all(
    accounts.map(async ({ id, currency, balanceMinor }) => ({
      currency,
      balanceMinor,
      transfers: await latestTransfers(sql, id, most),
      earnings: await earningsOfWallet(sql, id, since),
    })),
  );
}

export type DriverBook = Omit<DriverStatement, 'earnings'>;

/** All that was ever booked for a driver, by currency, newest first. */
export async function driverBooks(sql: Queryable, driverId: string): Promise<readonly DriverBook[]> {
  const books: DriverBook[] = [];
  for (const { id, currency, balanceMinor } of await findDriverAccounts(sql, driverId))
    books.push({ currency, balanceMinor, transfers: await allTransfers(sql, id) });
  return books;
}

const PAGE = 1_000;

async function allTransfers(sql: Queryable, walletId: AccountId): Promise<readonly BookedTransfer[]> {
  const all: BookedTransfer[] = [];
  let page: readonly BookedTransfer[];
  do {
    page = await transfersBefore(sql, walletId, all.at(-1)?.id ?? LARGEST_ID, PAGE);
    all.push(...page);
  } while (page.length === PAGE);
  return all;
}
