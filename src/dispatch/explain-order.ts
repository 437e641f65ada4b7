import { formatAmount } from '../foundation/money.ts';
import type { Order } from '../orders/index.ts';

/** Why this price: what was quoted, what the rates of the placement would have made of it, and what has changed since. */
export function explainOrder({ id, pricing, fareMinor, priorityFeeMinor }: Order) {
  const print = (amount: bigint) => formatAmount(amount, pricing.decimals);
  return {
    orderId: id,
    ...pricing.explanation,
    placement: pricing.placement,
    ...(priorityFeeMinor === 0n ? {} : { priorityFee: print(priorityFeeMinor) }),
    total: print(fareMinor + priorityFeeMinor),
  };
}
