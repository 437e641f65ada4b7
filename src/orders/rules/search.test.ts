import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDelivery } from '../../../test/support/an-order.ts';
import { readSearch, termsOf } from './search.ts';

const isFoundBy = (text: string, terms: readonly string[]) =>
  readSearch(text)?.beginnings.some((beginning) => terms.some((term) => term.startsWith(beginning))) === true;

const to = (name: string, phone: string, address: string, further: object = {}) => {
  const delivery = aDelivery(further);
  const stops = delivery.stops.map((stop, index) => (index === 0 ? stop : { ...stop, name, phone, address }));
  return termsOf({ ...delivery, stops });
};

test('an order is found by the beginning of the name and of the address of whoever gets it, in any case', () => {
  const terms = to('Chan  Tai Man', '+85256847124', '750 Nathan Road, Ｍong Kok');
  for (const text of ['chan', 'CHAN TAI', 'Chan Tai Man', '750 nathan', '750 Nathan Road, mong'])
    expect(isFoundBy(text, terms), text).toBe(true);
  for (const text of ['tai man', 'nathan', 'Chang']) expect(isFoundBy(text, terms), text).toBe(false);
});

test('a phone is found by its last four digits or more, however it is written', () => {
  const terms = to('Ben', '+85256847124', 'Somewhere');
  for (const text of ['7124', '847124', '5684 7124', '+852 5684-7124', '85256847124', '(852) 56847124'])
    expect(isFoundBy(text, terms), text).toBe(true);
  for (const text of ['124', '7125', '+852', '00852 5684 7124']) expect(isFoundBy(text, terms), text).toBe(false);
});

test('an order is found by the plain values of its metadata and the mark of the channel partner', () => {
  const terms = to('Ben', '+85256847124', 'Somewhere', { metadata: { shop: 'A-1', deep: { no: 'B-2' } } });
  expect(isFoundBy('a-1', terms)).toBe(true);
  expect(isFoundBy('b-2', terms)).toBe(false);
  expect(isFoundBy('shop 7', to('Ben', '+85256847124', 'Somewhere', { channelPartner: 'Shop 7' }))).toBe(true);
});

test('the pick-up is not looked at: it is the same for all orders of a shop', () => {
  const [pickUp] = aDelivery().stops;
  expect(isFoundBy(String(pickUp?.name), to('Ben', '+85256847124', 'Somewhere'))).toBe(false);
});

test('a number of up to 15 digits is a phone, a longer one is not', () => {
  expect(readSearch('852568471241234')?.beginnings).toEqual(['852568471241234', 'tel:432142174865258']);
  expect(readSearch('8525684712412345')?.beginnings).toEqual(['8525684712412345']);
});

test('letters before, behind or between make a number no phone', () => {
  for (const text of ['a71240', '71240a', '712a40']) expect(readSearch(text)?.beginnings).toEqual([text]);
});

test('blanks count once, what no database writes down not at all, and nobody looks further than 64 characters', () => {
  expect(readSearch(' a\t \n b\0c ')?.beginnings).toEqual(['a bc']);
  expect(readSearch('ab'.repeat(33))?.beginnings).toEqual(['ab'.repeat(32)]);
  expect(readSearch(`${'a'.repeat(63)} b`)?.beginnings).toEqual(['a'.repeat(63)]);
});

test('what is erased is found by nothing, not by an empty word', () => {
  expect(to('', '', '')).toEqual([]);
});

test('one character is too little to look for, two are enough', () => {
  expect(readSearch('a')).toBeUndefined();
  expect(readSearch(' a ')).toBeUndefined();
  expect(readSearch('ab')).toEqual({ orderId: undefined, beginnings: ['ab'] });
  expect(readSearch('中環')).toEqual({ orderId: undefined, beginnings: ['中環'] });
});

test('nineteen digits are the id of an order', () => {
  expect(readSearch(' 1571354659422392320 ')?.orderId).toBe('1571354659422392320');
  expect(readSearch('157135465942239232')?.orderId).toBeUndefined();
});

test('whatever name, address and value an order has, it is found by all of it and by its beginning', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 2, maxLength: 120 })
    .filter((text) => readSearch(text) !== undefined);
  fc.assert(
    fc.property(word, word, word, (name, address, value) => {
      const terms = to(name, '+85256847124', address, { metadata: { value } });
      for (const text of [name, address, value]) expect(isFoundBy(text, terms)).toBe(true);
      for (const term of terms) expect([...term].length).toBeLessThanOrEqual(80);
    }),
  );
});
