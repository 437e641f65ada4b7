import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { formatMoney, type MinorUnits, parseAmount } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Order } from './order.ts';
import { type OrderChange, stateOf, step } from './order-change.ts';

const BASES_AT_MOST = 5n;
const POINTER = '/data/priorityFee';
const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

export type FeeBounds = { readonly minimumMinor: MinorUnits; readonly maximumFloorMinor: MinorUnits };

/** The fee as given is the whole fee, not an addition to an earlier one. */
export function decidePriorityFee(order: Order, text: string, bounds: FeeBounds, now: Instant): Decision<OrderChange> {
  const { decimals, prices } = order.pricing;
  const print = (amount: MinorUnits) => formatMoney(amount, { currency: order.currency, decimals });
  const no = (code: 'ERR_INVALID_TIPS' | 'ERR_EXCEED_MIN_TIPS' | 'ERR_EXCEED_MAX_TIPS', sentence: string) =>
    refused(code, sentence, POINTER);
  const number = DECIMAL.exec(text);
  if (number === null)
    return refused('ERR_INVALID_FIELD', 'The priority fee must be a decimal number such as "20".', POINTER);
  if (order.status !== 'ASSIGNING_DRIVER') {
    return refused(
      'ERR_INVALID_ORDER_STATUS',
      `The order is ${order.status}; a priority fee can be added only while it is ASSIGNING_DRIVER.`,
    );
  }
  if (text.startsWith('-'))
    return no('ERR_EXCEED_MIN_TIPS', `The priority fee must be at least ${print(bounds.minimumMinor)}.`);
  if ((number[1] ?? '').length > decimals) {
    const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimal`;
    return no('ERR_INVALID_TIPS', `A priority fee in ${order.currency} has ${most}.`);
  }
  // Undefined: longer than any amount we know.
  const fee = parseAmount(text, decimals);
  if (fee !== undefined && fee < bounds.minimumMinor)
    return no('ERR_EXCEED_MIN_TIPS', `The priority fee must be at least ${print(bounds.minimumMinor)}.`);
  const largest = largestFee(parseAmount(prices.base ?? '0', decimals) ?? 0n, bounds);
  if (fee === undefined || fee > largest)
    return no('ERR_EXCEED_MAX_TIPS', `The priority fee must be at most ${print(largest)}.`);
  if (fee <= order.priorityFeeMinor) {
    return no(
      'ERR_INVALID_TIPS',
      `The priority fee must be greater than the present one of ${print(order.priorityFeeMinor)}.`,
    );
  }
  return accepted([
    step(order, 'priorityFeeAdded', now, stateOf(order), { facts: { priorityFeeMinor: fee }, note: { by: 'partner' } }),
  ]);
}

function largestFee(baseMinor: MinorUnits, { maximumFloorMinor }: FeeBounds): MinorUnits {
  const byBase = baseMinor * BASES_AT_MOST;
  return byBase > maximumFloorMinor ? byBase : maximumFloorMinor;
}
