import { expect, test } from 'vitest';
import { inWords } from './in-words.ts';

test.each([
  ['KEEP_UPRIGHT', 'Keep upright'],
  ['MOTORCYCLE', 'Motorcycle'],
  ['4X4', '4x4'],
  ['Handle with care', 'Handle with care'],
  ['Two PCs', 'Two PCs'],
  ['易碎', '易碎'],
  [' a\n b ', 'a b'],
  ['_', ''],
])('%j is said as %j', (text, words) => {
  expect(inWords(text)).toBe(words);
});
