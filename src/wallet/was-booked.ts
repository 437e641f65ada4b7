import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Money } from './move-money.ts';
import { findBookedAmount } from './wallet-sql.ts';

/** What is there after a payment was booked, now or before under the same reference. */
export type Booking = { readonly balanceMinor: MinorUnits; readonly alreadyBooked: boolean };

/** Whether the key has been booked before with this amount; with another one it is refused. Asked under the lock of its account. */
export async function wasBooked(
  tx: Transaction,
  key: string,
  amountMinor: MinorUnits,
  { currency, decimals }: Money,
): Promise<boolean> {
  const booked = await findBookedAmount(tx, key);
  if (booked === undefined || booked === amountMinor) return booked !== undefined;
  const print = (amount: MinorUnits) => `${formatAmount(amount, decimals)} ${currency}`;
  throw new OperatorError(
    `Under this reference ${print(booked)} are booked already, not ${print(amountMinor)}. Nothing was booked now.`,
  );
}
