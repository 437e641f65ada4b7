import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfReference, type Reference, referenceFrom } from './reference.ts';

test.each([
  ['INV-7', 'INV-7'],
  ['7', '7'],
  ['  bank 2026/11/16 #4 ', 'bank 2026/11/16 #4'],
  ['薪'.repeat(100), '薪'.repeat(100)],
])('"%s" is a reference', (text, reference) => {
  expect(referenceFrom(text)).toBe(reference);
});

test.each(['', '   ', 'a\nb', 'a\u0000', '薪'.repeat(101)])('%j is none', (text) => {
  expect(referenceFrom(text)).toBeUndefined();
});

test('the key of a payment stays as it is, for what was booked before an upgrade is found by it', () => {
  const keyOf = (kind: 'top-up' | 'payout') => keyOfReference(kind, '314', 'HKD', 'INV 7/2' as Reference);
  expect(keyOf('top-up')).toBe('top-up/314/HKD/INV 7/2');
  expect(keyOf('payout')).toBe('payout/314/HKD/INV 7/2');
});

test('no two payments that differ in kind, owner, currency or reference share a key', () => {
  const payment = fc.tuple(
    fc.constantFrom('top-up' as const, 'payout' as const),
    fc.constantFrom('1', '12', '2'),
    fc.constantFrom('HKD', 'SGD'),
    fc.constantFrom('a', 'a/b', '1/HKD/a', 'HKD/a', '/') as fc.Arbitrary<Reference>,
  );
  fc.assert(
    fc.property(payment, payment, (one, other) => {
      expect(keyOfReference(...one) === keyOfReference(...other)).toBe(one.join('\n') === other.join('\n'));
    }),
  );
});
