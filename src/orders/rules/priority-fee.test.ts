import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, NOON, orderIn, somePricing } from '../../../test/support/an-order.ts';
import { formatAmount } from '../../foundation/money.ts';
import { totalOf } from './order.ts';
import { ORDER_STATUSES } from './order-transitions.ts';
import { decidePriorityFee } from './priority-fee.ts';

const BOUNDS = { minimumMinor: 5n, maximumFloorMinor: 200n };
/** Base 60, so that five times the base (300) is more than the floor. */
const order = orderIn('ASSIGNING_DRIVER');
const codeOf = (text: string, of = order, bounds = BOUNDS) => {
  const decision = decidePriorityFee(of, text, bounds, NOON);
  return 'refused' in decision ? decision.refused : 'accepted';
};
const ringgit = orderIn('ASSIGNING_DRIVER', {
  currency: 'MYR',
  fareMinor: 125n,
  pricing: somePricing({ decimals: 1, prices: { base: '10.5', extraMileage: '2.0' } }),
});

test('a fee is added to the total and noted', () => {
  const changed = after(decidePriorityFee(order, '20', BOUNDS, NOON));
  expect(changed).toMatchObject({ status: 'ASSIGNING_DRIVER', fareMinor: 84n, priorityFeeMinor: 20n });
  expect(totalOf(changed)).toBe(104n);
  expect(changed.history.at(-1)).toEqual({
    at: NOON,
    event: 'priorityFeeAdded',
    status: 'ASSIGNING_DRIVER',
    by: 'partner',
  });
});

test('a fee replaces the one before, it is not added to it', () => {
  const first = after(decidePriorityFee(order, '20', BOUNDS, NOON));
  const second = after(decidePriorityFee(first, '25', BOUNDS, NOON));
  expect(second.priorityFeeMinor).toBe(25n);
  expect(totalOf(second)).toBe(109n);
});

test('a fee must be greater than the one before', () => {
  const paying = orderIn('ASSIGNING_DRIVER', { priorityFeeMinor: 20n });
  expect(['19', '20', '21'].map((text) => codeOf(text, paying))).toEqual([
    'ERR_INVALID_TIPS',
    'ERR_INVALID_TIPS',
    'accepted',
  ]);
  expect(decidePriorityFee(paying, '20', BOUNDS, NOON)).toEqual({
    refused: 'ERR_INVALID_TIPS',
    sentence: 'The priority fee must be greater than the present one of 20 HKD.',
    pointer: '/data/priorityFee',
  });
});

test('exactly the minimum is enough, one step less is not', () => {
  expect(['5', '4', '0'].map((text) => codeOf(text))).toEqual([
    'accepted',
    'ERR_EXCEED_MIN_TIPS',
    'ERR_EXCEED_MIN_TIPS',
  ]);
  expect(decidePriorityFee(order, '4', BOUNDS, NOON)).toEqual({
    refused: 'ERR_EXCEED_MIN_TIPS',
    sentence: 'The priority fee must be at least 5 HKD.',
    pointer: '/data/priorityFee',
  });
});

test('exactly five times the base is allowed where that is more than the floor, one step more is not', () => {
  expect([codeOf('300'), codeOf('301')]).toEqual(['accepted', 'ERR_EXCEED_MAX_TIPS']);
  expect(decidePriorityFee(order, '301', BOUNDS, NOON)).toEqual({
    refused: 'ERR_EXCEED_MAX_TIPS',
    sentence: 'The priority fee must be at most 300 HKD.',
    pointer: '/data/priorityFee',
  });
});

test('exactly the floor is allowed where five times the base is less, one step more is not', () => {
  const bounds = { minimumMinor: 5n, maximumFloorMinor: 301n };
  expect([codeOf('301', order, bounds), codeOf('302', order, bounds)]).toEqual(['accepted', 'ERR_EXCEED_MAX_TIPS']);
  const cheap = orderIn('ASSIGNING_DRIVER', { pricing: somePricing({ prices: { base: '0' } }) });
  expect([codeOf('200', cheap), codeOf('201', cheap)]).toEqual(['accepted', 'ERR_EXCEED_MAX_TIPS']);
});

test('a market without decimals takes none, not even a zero', () => {
  expect(['20', '20.5', '20.0'].map((text) => codeOf(text))).toEqual([
    'accepted',
    'ERR_INVALID_TIPS',
    'ERR_INVALID_TIPS',
  ]);
  expect(decidePriorityFee(order, '20.5', BOUNDS, NOON)).toEqual({
    refused: 'ERR_INVALID_TIPS',
    sentence: 'A priority fee in HKD has no decimals.',
    pointer: '/data/priorityFee',
  });
});

test('a market with one decimal takes one and counts in tenths', () => {
  expect(after(decidePriorityFee(ringgit, '2.5', BOUNDS, NOON)).priorityFeeMinor).toBe(25n);
  expect(after(decidePriorityFee(ringgit, '2', BOUNDS, NOON)).priorityFeeMinor).toBe(20n);
  expect(['0.5', '0.4', '52.5', '52.6', '2.55'].map((text) => codeOf(text, ringgit))).toEqual([
    'accepted',
    'ERR_EXCEED_MIN_TIPS',
    'accepted',
    'ERR_EXCEED_MAX_TIPS',
    'ERR_INVALID_TIPS',
  ]);
  expect(decidePriorityFee(ringgit, '2.55', BOUNDS, NOON)).toMatchObject({
    sentence: 'A priority fee in MYR has at most 1 decimal.',
  });
  expect(decidePriorityFee(ringgit, '52.6', BOUNDS, NOON)).toMatchObject({
    sentence: 'The priority fee must be at most 52.5 MYR.',
  });
});

test.each(['-1', '-20', '-0', '-0.5', '-999999999999999'])('%s is less than the minimum', (text) => {
  expect(codeOf(text)).toBe('ERR_EXCEED_MIN_TIPS');
  expect(codeOf(text, ringgit)).toBe('ERR_EXCEED_MIN_TIPS');
  expect(decidePriorityFee(order, text, BOUNDS, NOON)).toMatchObject({
    sentence: 'The priority fee must be at least 5 HKD.',
  });
});

test.each([
  '',
  ' ',
  'x',
  '20 ',
  ' 20',
  '+20',
  '20,5',
  '1,000',
  '.5',
  '20.',
  '1e3',
  '1e+21',
  '0x14',
  'NaN',
  'Infinity',
  '--20',
  '２０',
  '20 HKD',
  "20'; drop table orders; --",
])('"%s" is no decimal number', (text) => {
  expect(decidePriorityFee(order, text, BOUNDS, NOON)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'The priority fee must be a decimal number such as "20".',
    pointer: '/data/priorityFee',
  });
});

test.each(['999999999999999', '1000000000000000', '1000000000000000000', '9'.repeat(60)])(
  '%s is a number, and more than the maximum',
  (text) => {
    expect(codeOf(text)).toBe('ERR_EXCEED_MAX_TIPS');
    expect(codeOf(text, ringgit)).toBe('ERR_EXCEED_MAX_TIPS');
  },
);

test('however many decimals a fee has, it is told that they are too many', () => {
  for (const count of [2, 12, 13, 300]) {
    expect(codeOf(`20.${'1'.repeat(count)}`)).toBe('ERR_INVALID_TIPS');
    expect(codeOf(`20.${'1'.repeat(count)}`, ringgit)).toBe('ERR_INVALID_TIPS');
  }
});

test.each(ORDER_STATUSES.filter((status) => status !== 'ASSIGNING_DRIVER'))(
  'no fee can be added to an order that is %s, whatever its amount',
  (status) => {
    for (const text of ['20', '4', '301', '20.5', '-1']) {
      expect(decidePriorityFee(orderIn(status), text, BOUNDS, NOON)).toEqual({
        refused: 'ERR_INVALID_ORDER_STATUS',
        sentence: `The order is ${status}; a priority fee can be added only while it is ASSIGNING_DRIVER.`,
      });
    }
  },
);

test('what is no number is told before the status', () => {
  expect(codeOf('many', orderIn('ON_GOING') as unknown as typeof order)).toBe('ERR_INVALID_FIELD');
});

test('a fee can be added also after a driver gave the order back', () => {
  const back = orderIn('ASSIGNING_DRIVER', { giveBacks: 1, giveBacksInARow: 1, formerDriverIds: ['70'] });
  expect(codeOf('20', back)).toBe('accepted');
});

test('any amount is accepted exactly where it lies within the bounds and above the present fee', () => {
  const anyAmount = fc.bigInt({ min: 0n, max: 600n });
  fc.assert(
    fc.property(anyAmount, anyAmount, fc.constantFrom(0, 1), (present, amount, decimals) => {
      const of = orderIn('ASSIGNING_DRIVER', {
        priorityFeeMinor: present,
        pricing: somePricing({ decimals, prices: { base: formatAmount(60n, decimals) } }),
      });
      const decision = decidePriorityFee(of, formatAmount(amount, decimals), BOUNDS, NOON);
      expect('accepted' in decision).toBe(amount >= 5n && amount <= 300n && amount > present);
      if ('accepted' in decision) expect(after(decision).priorityFeeMinor).toBe(amount);
    }),
  );
});
