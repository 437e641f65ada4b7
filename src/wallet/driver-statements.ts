import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findDriverAccounts } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { type Earning, earningsOfWallet, latestTransfers } from './transfers-sql.ts';

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
