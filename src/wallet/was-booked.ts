import { DeliveryError } from '../foundation/errors.ts';
import { type Currency, formatMoney, type MinorUnits } from '../foundation/money.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { findBookedAmount } from './transfers-sql.ts';

/** What is there after a payment was booked, now or before under the same reference. */
export type Booking = { readonly balanceMinor: MinorUnits; readonly alreadyBooked: boolean };

/** Whether the key has been booked before with this amount; with another one it is refused. Asked under the lock of its account. */
export async function wasBooked(
  tx: Transaction,
  key: string,
  amountMinor: MinorUnits,
  currency: Currency,
): Promise<boolean> {
  const booked = await findBookedAmount(tx, key);
  if (booked === undefined || booked === amountMinor) return booked !== undefined;
  const [before, now] = [booked, amountMinor].map((amount) => formatMoney(amount, currency));
  const sentence = `Under this reference ${before} are booked already, not ${now}. Nothing was booked now.`;
  throw new DeliveryError('ERR_INVALID_FIELD', sentence, '/data/reference');
}
