import { LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findWallet } from './accounts-sql.ts';
import type { BookedTransfer } from './rules/seal.ts';
import { latestTransfers, transfersBefore } from './transfers-sql.ts';

const ENTRIES_SHOWN = 50;

/** What a partner has in a currency, and below which amount it wants to be told. */
export type WalletState = {
  readonly balanceMinor: MinorUnits;
  readonly heldMinor: MinorUnits;
  readonly alertBelowMinor: MinorUnits | undefined;
};

export async function readWalletState(sql: Queryable, partnerId: PartnerId, currency: string): Promise<WalletState> {
  const wallet = await findWallet(sql, partnerId, currency);
  return {
    balanceMinor: wallet?.spendable.balanceMinor ?? 0n,
    heldMinor: wallet?.held.balanceMinor ?? 0n,
    alertBelowMinor: wallet?.spendable.alertBelowMinor,
  };
}

/** A page of what was booked, newest first. */
export async function readWalletEntries(
  sql: Queryable,
  partnerId: PartnerId,
  currency: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<{ readonly transfers: readonly BookedTransfer[]; readonly next: string | null }> {
  const wallet = await findWallet(sql, partnerId, currency);
  if (wallet === undefined) return { transfers: [], next: null };
  const found = await transfersBefore(sql, wallet.spendable.id, after ?? LARGEST_ID, limit + 1);
  const transfers = found.slice(0, limit);
  return { transfers, next: found.length > limit ? (transfers.at(-1)?.id ?? null) : null };
}

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
