import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { type Currency, formatMoney, type MinorUnits } from '../../foundation/money.ts';

/** What an order has cost, and what of it was given back already. */
export type OrderCost = { readonly capturedMinor: MinorUnits; readonly creditedMinor: MinorUnits };

/** Whole or in parts, and never more in all than was paid. */
export function decideRefund(
  { capturedMinor, creditedMinor }: OrderCost,
  amountMinor: MinorUnits,
  currency: Currency,
): Decision<MinorUnits> {
  const refuse = (sentence: string) => refused('ERR_INVALID_FIELD', sentence, '/data/amount');
  const [left, cost] = [capturedMinor - creditedMinor, capturedMinor].map((amount) => formatMoney(amount, currency));
  if (capturedMinor === 0n) return refuse('Nothing has been paid for this order.');
  if (creditedMinor === capturedMinor) return refuse(`All of the ${cost} for this order have been given back already.`);
  if (amountMinor <= 0n) return refuse('The amount must be more than 0.');
  if (creditedMinor + amountMinor <= capturedMinor) return accepted(amountMinor);
  return refuse(`At most ${left} can be given back: the order has cost ${cost}.`);
}
