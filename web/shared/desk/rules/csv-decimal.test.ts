import { expect, test } from 'vitest';
import { DECIMAL_CHOICES, usualDecimal } from './csv-decimal.ts';

test.each([
  ['id-ID', 'comma'],
  ['pt-BR', 'comma'],
  ['vi', 'comma'],
  ['de-DE', 'comma'],
  ['en-GB', 'point'],
  ['zh-TW', 'point'],
  ['th-TH', 'point'],
  ['ja', 'point'],
  ['es-MX', 'point'],
  ['en-US@posix', 'point'],
])('whoever reads %s has numbers with a %s', (language, decimal) => {
  expect(usualDecimal(language)).toBe(decimal);
  expect(DECIMAL_CHOICES.map(({ value }) => value)).toContain(decimal);
});
