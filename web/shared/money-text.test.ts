import { expect, test } from 'vitest';
import { moneyText } from './money-text.ts';

test.each([
  ['213', 'HKD', 'HK$213'],
  ['12.5', 'USD', '$12.50'],
  ['12.50', 'USD', '$12.50'],
  ['-0.1', 'USD', '-$0.10'],
  ['9007199254740993', 'HKD', 'HK$9,007,199,254,740,993'],
  ['-900719925474099.93', 'USD', '-$900,719,925,474,099.93'],
])('%s %s is written as %s', (amount, currency, text) => {
  expect(moneyText(amount, currency, 'en')).toBe(text);
});
