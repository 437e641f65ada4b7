import { expect, test } from 'vitest';
import { hasRoom, isAlwaysKept } from './log-budget.ts';

test('what was refused, failed or cut is always kept, what succeeded is not', () => {
  for (const status of [400, 401, 422, 429, 500, 503, undefined]) expect(isAlwaysKept(status)).toBe(true);
  for (const status of [200, 201, 204, 399]) expect(isAlwaysKept(status)).toBe(false);
});

test('of a key 20 in a second', () => {
  expect(hasRoom({ ofKey: 19, inAll: 19 })).toBe(true);
  expect(hasRoom({ ofKey: 20, inAll: 20 })).toBe(false);
});

test('of all keys 200 in a second', () => {
  expect(hasRoom({ ofKey: 1, inAll: 199 })).toBe(true);
  expect(hasRoom({ ofKey: 1, inAll: 200 })).toBe(false);
});

test('the first of a key in any case', () => {
  expect(hasRoom({ ofKey: 0, inAll: 199 })).toBe(true);
  expect(hasRoom({ ofKey: 0, inAll: 200 })).toBe(true);
});
