import { expect, test } from 'vitest';
import { createAtMost } from './at-most.ts';

test('only so many run at a time, the others in their order, whatever becomes of those before', async () => {
  const atMostTwo = createAtMost(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const results = [0, 1, 2, 3].map((number) =>
    atMostTwo(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('failed');
      return number;
    }),
  );
  const settled = Promise.allSettled(results);
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  const later = atMostTwo(async () => 'free again');
  expect(await later).toBe('free again');
});

test('however often all was done, no more run at a time', async () => {
  const atMostOne = createAtMost(1);
  for (let time = 0; time < 3; time += 1) await atMostOne(async () => undefined);
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  await Promise.all([atMostOne(work), atMostOne(work), atMostOne(work)]);
  expect(most).toBe(1);
});
