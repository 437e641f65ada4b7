import { expect, test } from 'vitest';
import { moneyText } from './money-text.ts';

test.each([
  ['213', 'HKD', 'HK$213'],
  ['12.5', 'USD', '$12.50'],
  ['12.50', 'USD', '$12.50'],
  ['-0.1', 'USD', '-$0.10'],
])('%s %s is written as %s', (amount, currency, text) => {
  expect(moneyText(amount, currency, 'en')).toBe(text);
});
