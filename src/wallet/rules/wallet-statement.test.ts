import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallestIdAt } from '../../foundation/ids.ts';
import { DAY_MS } from '../../foundation/time.ts';
import type { BookedTransfer } from './seal.ts';
import {
  balancesAfter,
  balancesBefore,
  smallestIdSince,
  spanOfMonth,
  statementBalance,
  statementHead,
  statementLine,
} from './wallet-statement.ts';

const HKD = { currency: 'HKD', decimals: 1 };
const form = (timeZone = 'UTC', decimal: 'point' | 'comma' = 'point') => ({ money: HKD, timeZone, decimal });
const NOTHING = { balanceMinor: 0n, heldMinor: 0n };
const transfer = (fields: Partial<BookedTransfer>): BookedTransfer => ({
  id: '1571354659422392320',
  businessKey: 'k',
  kind: 'hold',
  fromAccountId: '1',
  toAccountId: '2',
  walletId: '1',
  orderId: '1571354659422392321',
  amountMinor: 125n,
  createdAt: Date.UTC(2026, 10, 15, 17, 5, 9),
  ...fields,
});

test('a month begins and ends at midnight by the clock on the wall', () => {
  expect(spanOfMonth('2026-11', 'Asia/Hong_Kong')).toEqual({
    from: Date.UTC(2026, 9, 31, 16),
    to: Date.UTC(2026, 10, 30, 16),
  });
});

test('a month ends where the next one begins, all year round', () => {
  for (let month = 1; month <= 12; month++)
    expect(spanOfMonth(`2026-${String(month).padStart(2, '0')}`, 'UTC')).toEqual({
      from: Date.UTC(2026, month - 1, 1),
      to: Date.UTC(2026, month, 1),
    });
});

test.each(['2026-13', '2026-00', '2026-1', '26-01', '12026-11', '2026-11-01', 'x', ''])('%j is no month', (month) => {
  expect(spanOfMonth(month, 'UTC')).toBeUndefined();
});

test('an entry says when by the clock of the city, what it did, and what there is after it', () => {
  const after = balancesAfter({ balanceMinor: 1_000n, heldMinor: 0n }, transfer({}));
  expect(statementLine(transfer({}), after, form('Asia/Hong_Kong'))).toBe(
    "2026-11-16 01:05:09,'1571354659422392320,HOLD,'1571354659422392321,-12.5,12.5,87.5,12.5,HKD\r\n",
  );
  const createdAt = Date.UTC(2026, 10, 15, 17, 5, 9, 999);
  expect(statementLine(transfer({ kind: 'top_up', orderId: undefined, createdAt }), NOTHING, form())).toBe(
    "2026-11-15 17:05:09,'1571354659422392320,TOP_UP,,12.5,0.0,0.0,0.0,HKD\r\n",
  );
});

test('the file begins with the mark of UTF-8 and the names of its columns', () => {
  expect(statementHead(form())).toBe(
    '\uFEFFtime_local,entry_id,type,order_id,balance_change,held_change,balance,held,currency\r\n',
  );
  expect(statementBalance('OPENING', { balanceMinor: 5n, heldMinor: 0n }, form())).toBe(',,OPENING,,,,0.5,0.0,HKD\r\n');
});

test('a balance below zero is a number like any other', () => {
  const below = { balanceMinor: -125n, heldMinor: 125n };
  expect(statementLine(transfer({}), below, form())).toMatch(/,-12\.5,12\.5,-12\.5,12\.5,HKD\r\n$/);
  expect(statementBalance('CLOSING', below, form())).toBe(',,CLOSING,,,,-12.5,12.5,HKD\r\n');
});

test('where amounts have a comma, semicolons divide the columns', () => {
  expect(statementHead(form('UTC', 'comma'))).toMatch(/^\uFEFFtime_local;entry_id;type;/);
  expect(statementLine(transfer({}), { balanceMinor: 5n, heldMinor: 0n }, form('UTC', 'comma'))).toBe(
    "2026-11-15 17:05:09;'1571354659422392320;HOLD;'1571354659422392321;-12,5;12,5;0,5;0,0;HKD\r\n",
  );
});

const kinds = fc.constantFrom('top_up', 'hold', 'release', 'capture');
const booked = fc.array(
  fc.record({ kind: kinds, amountMinor: fc.bigInt({ min: 1n, max: 10n ** 15n }) }) as fc.Arbitrary<
    Pick<BookedTransfer, 'kind' | 'amountMinor'>
  >,
);

test('whatever is booked, the changes of all lines add up to what is left', () => {
  fc.assert(
    fc.property(booked, (movements) => {
      const { balanceMinor, heldMinor } = movements.reduce(balancesAfter, NOTHING);
      const sum = (kind: string) =>
        movements.filter((one) => one.kind === kind).reduce((total, one) => total + one.amountMinor, 0n);
      expect(balanceMinor + heldMinor).toBe(sum('top_up') - sum('capture'));
    }),
  );
});

test('what there was before is what there is without all that was booked since', () => {
  const before = { balanceMinor: 1_000n, heldMinor: 5n };
  expect(balancesBefore({ balanceMinor: 875n, heldMinor: 130n }, [transfer({})])).toEqual(before);
  fc.assert(
    fc.property(booked, (movements) => {
      expect(balancesBefore(movements.reduce(balancesAfter, before), movements)).toEqual(before);
    }),
  );
});

test('in production entries are looked for from a day before on by their ids, in the sandbox among all', () => {
  const from = Date.UTC(2026, 10, 1);
  expect(smallestIdSince(from, 'production')).toBe(smallestIdAt(from - DAY_MS));
  expect(smallestIdSince(Date.UTC(2000, 0, 1), 'production')).toBe('0');
  expect(smallestIdSince(from, 'sandbox')).toBe('0');
});
