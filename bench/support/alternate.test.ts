import { expect, test } from 'vitest';
import { alternate } from './alternate.ts';

test('every round compares the two, and who goes first changes', async () => {
  const calls: string[] = [];
  const named = (name: string, value: number) => async () => {
    calls.push(name);
    return value;
  };
  expect(await alternate(3, named('ours', 3), named('theirs', 4))).toEqual([0.75, 0.75, 0.75]);
  expect(calls).toEqual(['ours', 'theirs', 'theirs', 'ours', 'ours', 'theirs']);
});
