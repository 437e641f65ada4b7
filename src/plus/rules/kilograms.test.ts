import { expect, test } from 'vitest';
import { formatExact } from '../../foundation/money.ts';
import { kilogramsOf } from './kilograms.ts';

test.each([
  ['3', '3'],
  ['3.', undefined],
  [' 0.5 ', '0.5'],
  ['0', '0'],
  ['0.1234567890129', '0.123456789012'],
  ['0.30000000000000004', '0.3'],
  ['999999999999999', '999999999999999'],
  ['1000000000000000', undefined],
  ['-2', undefined],
  ['1e3', undefined],
  ['LESS_THAN_3_KG', undefined],
  ['{"kg":3}', undefined],
  ['', undefined],
  [undefined, undefined],
  ['3,5', '3.5'],
  [3.5, '3.5'],
  [0, '0'],
  [-2, undefined],
  [1e21, undefined],
  [1e-7, undefined],
  ['1,500.5', undefined],
  [',5', undefined],
  ['0x10', undefined],
  ['+3', undefined],
  ['3 kg', undefined],
  [['3'], undefined],
  [null, undefined],
])('a weight of %j is %s kg', (weight, kilograms) => {
  const found = kilogramsOf({ weight });
  expect(found === undefined ? undefined : formatExact(found)).toBe(kilograms);
});
