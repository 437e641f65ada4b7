import { expect, test } from 'vitest';
import { placeHint } from './place-hint.ts';

test('only of another address is it said where the coordinates lie', () => {
  expect(placeHint('750 Nathan Road', '750 Nathan Road')).toBeUndefined();
  expect(placeHint('Wan Chai', '')).toBeUndefined();
  expect(placeHint('Wan Chai', '750 Nathan Road')).toBe('The coordinates are still those of 750 Nathan Road.');
});
