import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountForm,
  exactFromMinor,
  formatAmount,
  formatExact,
  formatMoney,
  minorFromExact,
  parseAmount,
  parseExact,
  roundToStep,
  shareOf,
} from './money.ts';

test.each<[string, number, bigint]>([
  ['5000', 0, 5_000n],
  ['5000', 2, 500_000n],
  ['12.5', 1, 125n],
  ['12.5', 2, 1_250n],
  ['12.05', 2, 1_205n],
  ['0', 0, 0n],
  ['0.01', 2, 1n],
  ['007', 0, 7n],
])('%s with %i decimals is an amount', (text, decimals, amountMinor) => {
  expect(parseAmount(text, decimals)).toBe(amountMinor);
});

test('an amount may have as many decimals as the market prints, and not one more', () => {
  expect(parseAmount('1.25', 2)).toBe(125n);
  expect(parseAmount('1.250', 2)).toBeUndefined();
  expect(parseAmount('1.0', 0)).toBeUndefined();
});

test('an amount has at most 15 digits before the point', () => {
  expect(parseAmount('9'.repeat(15), 2)).toBe(99_999_999_999_999_900n);
  expect(parseAmount('9'.repeat(16), 2)).toBeUndefined();
});

test.each(['', ' 5', '5 ', '+5', '-5', '5.', '.5', '5,0', '1,000', '1e3', '0x10', '5\n', 'NaN', '٥', '1.2.3'])(
  '"%s" is no amount',
  (text) => {
    expect(parseAmount(text, 2)).toBeUndefined();
  },
);

test.each<[bigint, number, string]>([
  [5_000n, 0, '5000'],
  [125n, 1, '12.5'],
  [1_250n, 2, '12.50'],
  [5n, 2, '0.05'],
  [0n, 2, '0.00'],
  [0n, 0, '0'],
  [-5n, 2, '-0.05'],
  [-1_250n, 2, '-12.50'],
  [-7n, 0, '-7'],
  [100n, 2, '1.00'],
  [99n, 2, '0.99'],
])('%i with %i decimals is printed as %s', (amountMinor, decimals, text) => {
  expect(formatAmount(amountMinor, decimals)).toBe(text);
});

test('in a sentence an amount has its currency behind it', () => {
  expect(formatMoney(125n, { currency: 'MYR', decimals: 1 })).toBe('12.5 MYR');
});

test('an amount too large for a double keeps every digit', () => {
  expect(formatAmount(9_007_199_254_740_993n, 2)).toBe('90071992547409.93');
  expect(parseAmount('90071992547409.93', 2)).toBe(9_007_199_254_740_993n);
});

const anyDecimals = fc.integer({ min: 0, max: 4 });

test('what is printed reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), anyDecimals, (amountMinor, decimals) => {
      expect(parseAmount(formatAmount(amountMinor, decimals), decimals)).toBe(amountMinor);
    }),
  );
});

test('a debt is printed as the same credit with a minus', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n }), anyDecimals, (amountMinor, decimals) => {
      expect(formatAmount(-amountMinor, decimals)).toBe(`-${formatAmount(amountMinor, decimals)}`);
    }),
  );
});

test('an amount is printed with exactly the decimals of its market', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
      fc.integer({ min: 1, max: 4 }),
      (amount, decimals) => {
        expect(formatAmount(amount, decimals)).toMatch(new RegExp(`^-?(0|[1-9]\\d*)\\.\\d{${decimals}}$`));
      },
    ),
  );
});

test('exact amounts keep every digit, and shares of them too', () => {
  expect(parseExact('6.2525')).toBe(6_252_500_000_000n);
  expect(parseExact('x')).toBeUndefined();
  expect(formatExact(shareOf(parseExact('35.5') as bigint, parseExact('0.2') as bigint))).toBe('7.1');
  expect(formatExact(0n)).toBe('0');
  expect(formatExact(parseExact('100') as bigint)).toBe('100');
  expect(minorFromExact(exactFromMinor(125n, 1), 1)).toBe(125n);
});

test('rounding goes to the nearest step, or always up', () => {
  const round = (amount: string, step: string, mode: 'HALF_UP' | 'UP') =>
    formatExact(roundToStep(parseExact(amount) as bigint, parseExact(step) as bigint, mode));
  expect([round('1.4999', '1', 'HALF_UP'), round('1.5', '1', 'HALF_UP'), round('2', '1', 'HALF_UP')]).toEqual([
    '1',
    '2',
    '2',
  ]);
  expect([round('1.000000000001', '1', 'UP'), round('1', '1', 'UP')]).toEqual(['2', '1']);
  expect([round('149', '100', 'HALF_UP'), round('150', '100', 'HALF_UP'), round('101', '100', 'UP')]).toEqual([
    '100',
    '200',
    '200',
  ]);
});

test('what an amount must be is said with as many digits as it can have', () => {
  expect([0, 1, 3].map(amountForm)).toEqual([
    'a whole number of at most 15 digits',
    'a number of at most 15 digits with at most 1 decimal',
    'a number of at most 15 digits with at most 3 decimals',
  ]);
  expect([parseAmount('9'.repeat(15), 0), parseAmount('9'.repeat(16), 0)]).toEqual([10n ** 15n - 1n, undefined]);
});
