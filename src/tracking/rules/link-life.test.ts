import { expect, test } from 'vitest';
import { DAY_MS } from '../../foundation/time.ts';
import { isToken, livesIfEndedAfter } from './link-life.ts';

test('a link lives for its days after the end', () => {
  const now = Date.UTC(2026, 10, 15);
  expect(livesIfEndedAfter(now, 7)).toBe(now - 7 * DAY_MS);
  expect(livesIfEndedAfter(now, 1)).toBe(now - DAY_MS);
});

test.each([
  ['A_-9'.repeat(6), true],
  ['a'.repeat(22), true],
  ['a'.repeat(21), false],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  [`${'a'.repeat(23)}\0`, false],
  [`${'a'.repeat(23)}é`, false],
  ['', false],
])('%j can be a token: %s', (text, can) => {
  expect(isToken(text)).toBe(can);
});
