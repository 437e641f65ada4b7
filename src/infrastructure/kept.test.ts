import { expect, test } from 'vitest';
import { keptBy } from './kept.ts';

test('what is asked for again, also meanwhile, is made once for each key', async () => {
  const made: string[] = [];
  const read = keptBy(async (key: string) => made.push(key));
  expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual([1, 1, 2]);
  expect([await read('a'), made]).toEqual([1, ['a', 'b']]);
});

test('a failure is told to whoever waited for it, and not kept', async () => {
  let tries = 0;
  const read = keptBy(async (_key: string) => {
    tries += 1;
    if (tries === 1) throw new Error('the disk hung');
    return tries;
  });
  await expect(read('a')).rejects.toThrow('the disk hung');
  expect([await read('a'), await read('a')]).toEqual([2, 2]);
});
