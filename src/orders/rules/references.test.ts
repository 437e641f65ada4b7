import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDelivery } from '../../../test/support/an-order.ts';
import { hashOfReference, hasReference, type Reference, referencesOf } from './references.ts';

test('plain values at the top of the metadata are references, what is nested is not', () => {
  const metadata = {
    order: 'A-1',
    count: 7,
    price: 1.5,
    urgent: false,
    empty: '',
    nothing: null,
    list: ['A-1'],
    inner: { order: 'A-2' },
  };
  expect(referencesOf(aDelivery({ metadata }))).toEqual([
    { name: 'metadata.order', value: 'A-1' },
    { name: 'metadata.count', value: '7' },
    { name: 'metadata.price', value: '1.5' },
    { name: 'metadata.urgent', value: 'false' },
    { name: 'metadata.empty', value: '' },
  ]);
});

test('the mark of the channel partner is one, and none is none', () => {
  expect(referencesOf(aDelivery({ channelPartner: 'Shop 7' }))).toEqual([{ name: 'partner', value: 'Shop 7' }]);
  expect(referencesOf(aDelivery())).toEqual([]);
});

test('an order of a channel partner is found by its metadata as well', () => {
  expect(referencesOf(aDelivery({ metadata: { order: 'A-1' }, channelPartner: 'Shop 7' }))).toEqual([
    { name: 'metadata.order', value: 'A-1' },
    { name: 'partner', value: 'Shop 7' },
  ]);
});

test('metadata cannot pass for the mark of a channel partner', () => {
  expect(hasReference(aDelivery({ metadata: { partner: 'Shop 7' } }), { name: 'partner', value: 'Shop 7' })).toBe(
    false,
  );
});

test('an order has a reference only where name and value are exactly the same', () => {
  const delivery = aDelivery({ metadata: { order: 'A-1', 'order.number': '2' } });
  expect(hasReference(delivery, { name: 'metadata.order', value: 'A-1' })).toBe(true);
  expect(hasReference(delivery, { name: 'metadata.order.number', value: '2' })).toBe(true);
  for (const [name, value] of [
    ['metadata.order', 'a-1'],
    ['metadata.order', 'A-'],
    ['metadata.Order', 'A-1'],
    ['order', 'A-1'],
    ['metadata.order', ''],
  ] as const) {
    expect(hasReference(delivery, { name, value })).toBe(false);
  }
});

const anyReference: fc.Arbitrary<Reference> = fc.record({ name: fc.string(), value: fc.string() });

test('whatever the metadata, an order is found by each of its references', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (metadata) => {
      const delivery = aDelivery({ metadata });
      for (const reference of referencesOf(delivery)) expect(hasReference(delivery, reference)).toBe(true);
    }),
  );
});

test('the hash of a reference is a signed 64-bit integer that depends on all of name and value', () => {
  fc.assert(
    fc.property(anyReference, anyReference, (one, other) => {
      expect(BigInt.asIntN(64, BigInt(hashOfReference(one))).toString()).toBe(hashOfReference(one));
      const isSame = one.name === other.name && one.value === other.value;
      expect(hashOfReference(one) === hashOfReference(other)).toBe(isSame);
      expect(hashOfReference({ ...one })).toBe(hashOfReference(one));
    }),
  );
  expect(hashOfReference({ name: 'ab', value: 'c' })).not.toBe(hashOfReference({ name: 'a', value: 'bc' }));
});

test('the hash stays what it is, for orders are stored with it', () => {
  // The first eight bytes of the SHA-256 of ["metadata.order","A-1"].
  expect(hashOfReference({ name: 'metadata.order', value: 'A-1' })).toBe('-3694131739771823753');
});
