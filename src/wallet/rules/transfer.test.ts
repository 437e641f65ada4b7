import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AccountKind,
  changeOf,
  decideMovements,
  fallsBelow,
  type Movement,
  TRANSFERS,
  type TransferKind,
} from './transfer.ts';

const ACCOUNTS: readonly AccountKind[] = ['partner', 'held', 'driver', 'sales', 'funding'];
const KINDS = Object.keys(TRANSFERS) as TransferKind[];
const HKD = { currency: 'HKD', decimals: 0 };
const move = (kind: TransferKind, amountMinor: bigint): Movement => ({ kind, amountMinor, key: `${kind}/1` });
const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 15n });
const anyMovements = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), amountMinor: anyAmount, key: fc.string() }),
  { maxLength: 20 },
);

test.each([
  ['top_up', 'funding', 'partner'],
  ['hold', 'partner', 'held'],
  ['release', 'held', 'partner'],
  ['capture', 'held', 'sales'],
  ['earning', 'sales', 'driver'],
  ['payout', 'driver', 'funding'],
  ['credit', 'sales', 'partner'],
] as const)('%s takes from %s and gives to %s', (kind, from, to) => {
  const changes = ACCOUNTS.map((account) => [account, changeOf(account, [move(kind, 7n)])]);
  const expected = ACCOUNTS.map((account) => [account, account === from ? -7n : account === to ? 7n : 0n]);
  expect(changes).toEqual(expected);
});

test('those are all kinds of transfer', () => {
  expect(KINDS).toHaveLength(7);
});

test('whatever is moved, nothing is made and nothing is lost', () => {
  fc.assert(
    fc.property(anyMovements, (movements) => {
      expect(ACCOUNTS.reduce((sum, account) => sum + changeOf(account, movements), 0n)).toBe(0n);
    }),
  );
});

test('movements add up, in any order and in any parts', () => {
  fc.assert(
    fc.property(anyMovements, anyMovements, fc.constantFrom(...ACCOUNTS), (some, more, account) => {
      const together = changeOf(account, [...some, ...more]);
      expect(changeOf(account, some) + changeOf(account, more)).toBe(together);
      expect(changeOf(account, [...more, ...some].reverse())).toBe(together);
    }),
  );
});

test('an order that was held and released has cost nothing, one that was captured its price', () => {
  expect(changeOf('partner', [move('hold', 84n), move('release', 84n)])).toBe(0n);
  const captured = [move('hold', 84n), move('capture', 84n), move('earning', 67n)];
  expect(ACCOUNTS.map((account) => changeOf(account, captured))).toEqual([-84n, 0n, 67n, 17n, 0n]);
});

test('what costs exactly the balance can be paid, one more cannot', () => {
  expect(decideMovements(84n, [move('hold', 84n)], HKD)).toEqual({ accepted: 0n });
  expect(decideMovements(84n, [move('hold', 85n)], HKD)).toEqual({
    refused: 'ERR_INSUFFICIENT_CREDIT',
    sentence: 'The wallet holds 84 HKD, and 1 HKD more are needed. Top it up.',
  });
});

test('the refusal prints amounts with the decimals of the currency', () => {
  expect(decideMovements(5n, [move('hold', 130n)], { currency: 'MYR', decimals: 1 })).toMatchObject({
    sentence: 'The wallet holds 0.5 MYR, and 12.5 MYR more are needed. Top it up.',
  });
});

test('movements are paid together: what one releases another can hold', () => {
  expect(decideMovements(0n, [move('release', 84n), move('hold', 84n)], HKD)).toEqual({ accepted: 0n });
  expect(decideMovements(0n, [move('hold', 84n), move('release', 84n)], HKD)).toEqual({ accepted: 0n });
  expect(decideMovements(0n, [move('hold', 84n), move('release', 83n)], HKD)).toHaveProperty('refused');
});

test('what does not touch the partner’s balance needs none', () => {
  expect(decideMovements(0n, [move('capture', 84n), move('earning', 67n), move('payout', 1n)], HKD)).toEqual({
    accepted: 0n,
  });
  expect(decideMovements(3n, [], HKD)).toEqual({ accepted: 3n });
});

test('a balance that is accepted is the one before with all that was moved, and never below zero', () => {
  fc.assert(
    fc.property(anyAmount, anyMovements, (balance, movements) => {
      const after = balance + changeOf('partner', movements);
      const decision = decideMovements(balance, movements, HKD);
      expect('accepted' in decision).toBe(after >= 0n);
      if ('accepted' in decision) expect(decision.accepted).toBe(after);
    }),
  );
});

test('an alert is given when the balance falls from exactly the threshold or more to less', () => {
  expect(fallsBelow(100n, 100n, 99n)).toBe(true);
  expect(fallsBelow(100n, 500n, 0n)).toBe(true);
  expect(fallsBelow(100n, 101n, 100n)).toBe(false);
});

test('it is given once: not again further down, not on the way up, and not without a threshold', () => {
  expect(fallsBelow(100n, 99n, 98n)).toBe(false);
  expect(fallsBelow(100n, 99n, 100n)).toBe(false);
  expect(fallsBelow(100n, 100n, 100n)).toBe(false);
  expect(fallsBelow(undefined, 100n, 0n)).toBe(false);
});

test('along any run of balances there are as many alerts as falls through the threshold', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 6n }), { minLength: 2 }), (balances) => {
      const alerts = balances.slice(1).filter((after, index) => fallsBelow(3n, balances[index] as bigint, after));
      const sides = balances.map((balance) => (balance < 3n ? 'low' : 'high')).join(' ');
      expect(alerts).toHaveLength(sides.split('high low').length - 1);
    }),
  );
});
