import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work that goes on until it is let end. */
function slowWork() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const begun = () => ends.length;
  const endOne = async () => {
    ends.at(-1)?.();
    await new Promise(setImmediate);
  };
  return { work, begun, endOne };
}

test('asked for once, it is done once', async () => {
  const { work, begun, endOne } = slowWork();
  const ask = oneAtATime(work);
  const done = ask();
  await endOne();
  await done;
  expect(begun()).toBe(1);
});

test('asked for many times while it runs, it never runs twice at once, and is done once more', async () => {
  const { work, begun, endOne } = slowWork();
  const ask = oneAtATime(work);
  const done = ask();
  await Promise.all([ask(), ask(), ask()]);
  expect(begun()).toBe(1);
  await endOne();
  expect(begun()).toBe(2);
  await endOne();
  await done;
  expect(begun()).toBe(2);
});

test('asked for after it has ended, it is done again', async () => {
  const { work, begun, endOne } = slowWork();
  const ask = oneAtATime(work);
  for (const times of [1, 2]) {
    const done = ask();
    await endOne();
    await done;
    expect(begun()).toBe(times);
  }
});

test('work that fails does not keep the next from being done', async () => {
  let tries = 0;
  const ask = oneAtATime(async () => {
    tries += 1;
    if (tries === 1) throw new Error('the first fails');
  });
  await expect(ask()).rejects.toThrow('the first fails');
  await ask();
  expect(tries).toBe(2);
});
