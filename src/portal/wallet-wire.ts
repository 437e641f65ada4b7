import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Market } from '../markets/index.ts';
import type { readWalletState } from '../wallet/index.ts';

export function walletRow(
  { market, name, currency, decimals }: Market,
  { balanceMinor, heldMinor, alertBelowMinor }: Awaited<ReturnType<typeof readWalletState>>,
) {
  const print = (amount: MinorUnits) => formatAmount(amount, decimals);
  return {
    market,
    name,
    currency,
    balance: print(balanceMinor),
    held: print(heldMinor),
    alertBelow: alertBelowMinor === undefined ? null : print(alertBelowMinor),
    isLow: alertBelowMinor !== undefined && balanceMinor < alertBelowMinor,
  };
}
export type WalletRow = ReturnType<typeof walletRow>;
