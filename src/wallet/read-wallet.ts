import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findWallet } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { latestTransfers } from './transfers-sql.ts';

const ENTRIES_SHOWN = 50;

export type WalletView = {
  readonly balanceMinor: MinorUnits;
  readonly heldMinor: MinorUnits;
  readonly transfers: readonly BookedTransfer[];
};

/** A wallet that was never topped up is an empty one. */
export async function readWallet(sql: Queryable, partnerId: PartnerId, currency: string): Promise<WalletView> {
  const wallet = await findWallet(sql, partnerId, currency);
  if (wallet === undefined) return { balanceMinor: 0n, heldMinor: 0n, transfers: [] };
  const { spendable, held } = wallet;
  return {
    balanceMinor: spendable.balanceMinor,
    heldMinor: held.balanceMinor,
    transfers: await latestTransfers(sql, spendable.id, ENTRIES_SHOWN),
  };
}
