import { expect, test } from 'vitest';
import { actWords } from './act-words.ts';

test('an act is told in words, and one that has none yet by its name', () => {
  expect(actWords('person.invite')).toBe('invited somebody');
  expect(actWords('rate-card.publish')).toBe('rate card publish');
});
