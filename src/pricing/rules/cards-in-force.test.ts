import { expect, test } from 'vitest';
import { versionAt } from './cards-in-force.ts';

const shipped = { version: 0, holdsFrom: Number.NEGATIVE_INFINITY };
const first = { version: 1, holdsFrom: 1_000 };
const second = { version: 2, holdsFrom: 2_000 };
const third = { version: 3, holdsFrom: 1_500 };

test('the shipped card holds until the first published one begins, at that very moment', () => {
  expect(versionAt([shipped, first], 999)).toBe(shipped);
  expect(versionAt([shipped, first], 1_000)).toBe(first);
});

test('the latest to have begun holds, whatever its number', () => {
  expect(versionAt([shipped, first, second, third], 1_999)).toBe(third);
  expect(versionAt([shipped, first, second, third], 2_000)).toBe(second);
});

test('of two that begin together the newer holds', () => {
  const newer = { version: 4, holdsFrom: 1_000 };
  expect(versionAt([first, newer], 1_000)).toBe(newer);
  expect(versionAt([newer, first], 1_000)).toBe(newer);
});

test('where none has begun there is none', () => {
  expect(versionAt([first], 999)).toBeUndefined();
});
