import { DeliveryError } from '../foundation/errors.ts';
import { amountForm, type Currency, type MinorUnits, parseAmount } from '../foundation/money.ts';

/** An amount of more than nothing as somebody at the desk types it. */
export function amountFrom(text: string, { currency, decimals }: Currency, pointer = '/data/amount'): MinorUnits {
  const amount = parseAmount(text.trim(), decimals);
  if (amount !== undefined && amount > 0n) return amount;
  throw new DeliveryError(
    'ERR_INVALID_FIELD',
    `It must be ${amountForm(decimals)}, in ${currency} and more than 0.`,
    pointer,
  );
}
