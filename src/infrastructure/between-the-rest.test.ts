import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { betweenTheRest } from './between-the-rest.ts';

const LEAST = 3;
const EACH_MS = 2;

/** Ten that wait, each of which takes a while; the rest took so long in the first turn, and nothing later. */
async function tenAfter(restMs: number) {
  let time = 0;
  const done: number[] = [];
  const doSoon = betweenTheRest(
    LEAST,
    (item: number) => {
      time += EACH_MS;
      done.push(item);
    },
    () => time,
  );
  for (let item = 0; item < 10; item += 1) doSoon(item);
  time += restMs;
  const doneAfterTurns: number[] = [done.length];
  while (done.length < 10) {
    await nextTurn();
    doneAfterTurns.push(done.length);
  }
  return { done, doneAfterTurns, doSoon };
}

test('nothing is done at once; in each turn so many at least, in the order in which they came, and nothing twice', async () => {
  const { done, doneAfterTurns } = await tenAfter(0);
  expect(doneAfterTurns).toEqual([0, 3, 6, 9, 10]);
  await nextTurn();
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('where the rest took long, as many as can be done in the same time', async () => {
  expect((await tenAfter(3 * EACH_MS)).doneAfterTurns).toEqual([0, 3, 6, 9, 10]);
  expect((await tenAfter(3 * EACH_MS + 1)).doneAfterTurns).toEqual([0, 4, 7, 10]);
  expect((await tenAfter(10 * EACH_MS)).doneAfterTurns).toEqual([0, 10]);
});

test('what comes when all is done is done too', async () => {
  const { done, doSoon } = await tenAfter(0);
  doSoon(10);
  await nextTurn();
  expect(done.at(-1)).toBe(10);
});
