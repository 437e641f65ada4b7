import { expect, test } from 'vitest';
import { creditNoteNumber } from './credit-note-number.ts';

test('a credit note has its market and six digits at least', () => {
  expect(creditNoteNumber({ market: 'HK', number: 12 })).toBe('HK-000012');
  expect(creditNoteNumber({ market: 'SG', number: 1_234_567 })).toBe('SG-1234567');
});
