import { expect, test } from 'vitest';
import { createTurns } from './in-turn.ts';

test('each begins when the one before has ended, well or badly, and has its own outcome', async () => {
  const inTurn = createTurns();
  const seen: string[] = [];
  const work = (name: string, fails: boolean) =>
    inTurn(async () => {
      seen.push(`${name} begins`);
      await new Promise(setImmediate);
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const outcomes = await Promise.allSettled([work('a', false), work('b', true), work('c', false)]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('b') },
    { status: 'fulfilled', value: 'c' },
  ]);
});
