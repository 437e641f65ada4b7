import { expect, test } from 'vitest';
import { searchedText } from './searched-text.ts';

test.each([
  ["'1571354659422392320", '1571354659422392320'],
  [" '+85256847123 ", '+85256847123'],
  ["'s-Gravenhage", "'s-Gravenhage"],
  ["1571'", "1571'"],
  [' Ada  Chan ', 'Ada  Chan'],
  ["'", "'"],
])('%j is looked for as %j', (typed, searched) => {
  expect(searchedText(typed)).toBe(searched);
});
