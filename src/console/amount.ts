import { DeliveryError } from '../foundation/errors.ts';
import { type Currency, type MinorUnits, parseAmount } from '../foundation/money.ts';

/** An amount of more than nothing as somebody at the desk types it. */
export function amountFrom(text: string, { currency, decimals }: Currency, pointer = '/data/amount'): MinorUnits {
  const amount = parseAmount(text.trim(), decimals);
  if (amount !== undefined && amount > 0n) return amount;
  const form = decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals`;
  throw new DeliveryError('ERR_INVALID_FIELD', `It must be ${form} of ${currency}, more than 0.`, pointer);
}
