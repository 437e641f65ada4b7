import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whichFit } from './placement-batch.ts';

const wish = (wallet: string, totalMinor: bigint) => ({ wallet, totalMinor });
const anyAmount = fc.bigInt({ min: 0n, max: 100n });
const anyWishes = fc.array(fc.record({ wallet: fc.constantFrom('a', 'b', 'c'), totalMinor: anyAmount }), {
  maxLength: 30,
});
/** Nobody has opened wallet c. */
const anyBalances = fc.tuple(anyAmount, anyAmount).map(
  ([a, b]) =>
    new Map([
      ['a', a],
      ['b', b],
    ]),
);

test('what costs exactly the balance fits, one more does not', () => {
  expect(whichFit([wish('a', 100n)], new Map([['a', 100n]]))).toEqual([true]);
  expect(whichFit([wish('a', 101n)], new Map([['a', 100n]]))).toEqual([false]);
});

test('of 50 orders on a wallet that can pay for 20, the first 20 fit', () => {
  const fits = whichFit(Array(50).fill(wish('a', 84n)), new Map([['a', 20n * 84n + 83n]]));
  expect(fits).toEqual([...Array(20).fill(true), ...Array(30).fill(false)]);
});

test('one that is too expensive does not stop a cheaper one after it', () => {
  expect(whichFit([wish('a', 60n), wish('a', 60n), wish('a', 40n)], new Map([['a', 100n]]))).toEqual([
    true,
    false,
    true,
  ]);
});

test('wallets do not pay for one another', () => {
  const balances = new Map([
    ['a', 10n],
    ['b', 100n],
  ]);
  expect(whichFit([wish('a', 50n), wish('b', 50n), wish('c', 1n)], balances)).toEqual([false, true, false]);
  expect(balances.get('b')).toBe(100n);
});

test('each fits exactly where those before it in its wallet have left enough, and none ends below zero', () => {
  fc.assert(
    fc.property(anyWishes, anyBalances, (wishes, balances) => {
      const fits = whichFit(wishes, balances);
      expect(fits).toHaveLength(wishes.length);
      for (const [index, { wallet, totalMinor }] of wishes.entries()) {
        const spent = wishes
          .filter((earlier, place) => place < index && fits[place] && earlier.wallet === wallet)
          .reduce((sum, earlier) => sum + earlier.totalMinor, 0n);
        const left = (balances.get(wallet) ?? -1n) - spent;
        expect(fits[index]).toBe(left >= totalMinor);
      }
    }),
  );
});

test('who comes later changes nothing for those before', () => {
  fc.assert(
    fc.property(anyWishes, anyWishes, anyBalances, (first, later, balances) => {
      expect(whichFit([...first, ...later], balances).slice(0, first.length)).toEqual(whichFit(first, balances));
    }),
  );
});
