import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { hasPhoneNumbers } from './phone-countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

test('the countries that have phone numbers are those of which numbers are known', () => {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
  expect(codes.filter(hasPhoneNumbers)).toEqual([...getCountries()].sort());
});
