import { expect, test } from 'vitest';
import { shareText, stepText } from './change-words.ts';

test.each([
  [null, -20, '< −20 %'],
  [-20, -10, '−20 … −10 %'],
  [-5, 0, '−5 … 0 %'],
  [0, 0, 'same'],
  [0, 5, '0 … +5 %'],
  [20, null, '≥ +20 %'],
])('from %s to %s is "%s"', (from, to, text) => {
  expect(stepText({ from, to })).toBe(text);
});

test('a share is told with its count, and never as none or all where it is not', () => {
  expect(shareText(0, 0)).toBe('0');
  expect(shareText(0, 10)).toBe('0 (0 %)');
  expect(shareText(1, 3)).toBe('1 (33 %)');
  expect(shareText(1, 1_000)).toBe('1 (under 1 %)');
  expect(shareText(999, 1_000)).toBe('999 (over 99 %)');
  expect(shareText(10, 10)).toBe('10 (100 %)');
});
