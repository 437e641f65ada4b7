import { expect, test } from 'vitest';
import { testClock } from '../../test/support/edges.ts';
import { createRecentAnswers } from './recent-answers.ts';

test('the least recently used answer leaves first', async () => {
  const looked: string[] = [];
  const recent = createRecentAnswers<string>({ most: 2, keptMs: 1_000, clock: testClock() });
  const ask = (key: string) =>
    recent(key, async () => {
      looked.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
  expect(looked).toEqual(['a', 'b', 'c', 'b']);
});

test('a look-up that fails is told to everyone who shares it, and is then forgotten', async () => {
  const recent = createRecentAnswers<string>({ most: 2, keptMs: 1_000, clock: testClock() });
  const failing = () => recent('a', () => Promise.reject(new Error('down')));
  const shared = [failing(), recent('a', async () => 'not asked')];
  for (const answer of shared) await expect(answer).rejects.toThrow('down');
  expect(await recent('a', async () => 'up again')).toBe('up again');
});
