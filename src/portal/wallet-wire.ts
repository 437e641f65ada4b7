import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { LocalMoment } from '../foundation/time.ts';
import type { Market } from '../markets/index.ts';
import type { readWalletState } from '../wallet/index.ts';

export function walletRow(
  { market, name, currency, decimals }: Market,
  { balanceMinor, heldMinor, alertBelowMinor }: Awaited<ReturnType<typeof readWalletState>>,
  { date }: LocalMoment,
) {
  const print = (amount: MinorUnits) => formatAmount(amount, decimals);
  return {
    market,
    name,
    currency,
    balance: print(balanceMinor),
    held: print(heldMinor),
    alertBelow: alertBelowMinor === undefined ? null : print(alertBelowMinor),
    /** In which it is now. */
    month: date.slice(0, 7),
    isLow: alertBelowMinor !== undefined && balanceMinor < alertBelowMinor,
  };
}
export type WalletRow = ReturnType<typeof walletRow>;
