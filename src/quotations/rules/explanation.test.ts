import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, parseAmount } from '../../foundation/money.ts';
import type { Price } from '../../pricing/index.ts';
import { pricesOf } from './explanation.ts';

const NAMES = [
  'base',
  'extraMileage',
  'multiStopSurcharge',
  'surcharge',
  'specialRequests',
  'minimumSurcharge',
  'vat',
  'adminFee',
] as const;
const amounts = fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 9n })), {
  minLength: 8,
  maxLength: 8,
});

function priceOf(list: readonly bigint[]): Price {
  const items = NAMES.map((item, index) => ({ item, amountMinor: list[index] as bigint, exact: '', inputs: {} }));
  return { items, totalMinor: list.reduce((sum, amount) => sum + amount, 0n), tollsMinor: 0n };
}

test('the lines that a partner reads add up to the total that a partner reads', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(0, 1), (list, decimals) => {
      const price = priceOf(list);
      const lines = Object.values(pricesOf(price, undefined, (amount) => formatAmount(amount, decimals)));
      const sum = lines.reduce((all, line) => all + (parseAmount(line, decimals) as bigint), 0n);
      expect(formatAmount(sum, decimals)).toBe(formatAmount(price.totalMinor, decimals));
    }),
  );
});

test('lines that are zero are left out, but the base is always there', () => {
  const printed = pricesOf(
    priceOf([0n, 0n, 5n, 0n, 0n, 0n, 0n, 0n]),
    priceOf([9n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]),
    String,
  );
  expect(printed).toEqual({ base: '0', multiStopSurcharge: '5', totalBeforeOptimization: '9' });
});
