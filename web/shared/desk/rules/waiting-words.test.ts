import { expect, test } from 'vitest';
import { waitingWords } from './waiting-words.ts';

test('an event that waits says how often it was tried', () => {
  expect([0, 1, 2].map(waitingWords)).toEqual(['Waiting', 'Waiting, tried once', 'Waiting, tried 2 times']);
});
