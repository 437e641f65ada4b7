import { setImmediate as endOfTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { microBatch } from './micro-batch.ts';

type Run = { readonly items: readonly number[]; succeed(): void; fail(error: Error): void };

/** Each batch waits until the test lets it end; a batch that succeeds answers each item with ten times itself. */
function heldBatch(largest: number) {
  const runs: Run[] = [];
  const call = microBatch<number, number>(
    largest,
    (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, succeed: () => resolve(items.map((item) => item * 10)), fail: reject });
      }),
  );
  const run = (index: number) => runs[index] as Run;
  return { runs, run, call };
}

test('calls of one turn of the event loop go together at its end, in their order', async () => {
  const { runs, run, call } = heldBatch(10);
  const answers = [call(1), call(2)];
  await Promise.resolve();
  answers.push(call(3));
  expect(runs).toEqual([]);
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  run(0).succeed();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test('calls that come while a batch is in flight make up the next one, with those that come beside its answer', async () => {
  const { runs, run, call } = heldBatch(10);
  const answers = [call(1)];
  await endOfTurn();
  answers.push(call(2));
  await endOfTurn();
  expect(runs).toHaveLength(1);
  run(0).succeed();
  await answers[0];
  answers.push(call(3));
  expect(runs).toHaveLength(1);
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  run(1).succeed();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test('a batch takes as many as allowed and leaves the rest to the next one; never more than one is in flight', async () => {
  const { runs, run, call } = heldBatch(2);
  const answers = [1, 2, 3].map(call);
  await endOfTurn();
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
  run(0).succeed();
  await answers[1];
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  run(1).succeed();
  expect(await Promise.all(answers)).toEqual([10, 20, 30]);
});

test('after a pause the next call goes at the end of its turn again', async () => {
  const { runs, run, call } = heldBatch(10);
  const first = call(1);
  await endOfTurn();
  run(0).succeed();
  await first;
  await endOfTurn();
  const second = call(2);
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
  run(1).succeed();
  expect(await second).toBe(20);
});

test('a batch that fails fails for each of its calls, and the next batch runs', async () => {
  const { run, call } = heldBatch(10);
  const settled = Promise.allSettled([call(1), call(2)]);
  await endOfTurn();
  const later = call(3);
  run(0).fail(new Error('no database'));
  expect(await settled).toMatchObject([
    { status: 'rejected', reason: { message: 'no database' } },
    { status: 'rejected', reason: { message: 'no database' } },
  ]);
  await endOfTurn();
  run(1).succeed();
  expect(await later).toBe(30);
});

test.each(['22P05', '23505', '40P01'])(
  'a batch that fails by %s is done over one by one: only whoever is at fault fails',
  async (code) => {
    const runs: (readonly number[])[] = [];
    const call = microBatch<number, number>(10, async (items) => {
      runs.push(items);
      if (items.includes(2)) throw Object.assign(new Error('broken'), { code });
      return items.map((item) => item * 10);
    });
    expect(await Promise.allSettled([1, 2, 3].map(call))).toMatchObject([
      { value: 10 },
      { reason: { code } },
      { value: 30 },
    ]);
    expect(runs).toEqual([[1, 2, 3], [1], [2], [3]]);
  },
);

test('a batch that fails for no fault of one is not tried again', async () => {
  let runs = 0;
  const call = microBatch<number, number>(10, async () => {
    runs += 1;
    throw Object.assign(new Error('the disk is full'), { code: '53100' });
  });
  const [first, second] = await Promise.allSettled([1, 2].map(call));
  expect([first?.status, second?.status, runs]).toEqual(['rejected', 'rejected', 1]);
});

test('a batch that throws before it starts fails its call and does not block the next', async () => {
  let calls = 0;
  const call = microBatch<number, number>(10, (items) => {
    if (++calls === 1) throw new Error('not ready');
    return Promise.resolve(items);
  });
  await expect(call(1)).rejects.toThrow('not ready');
  expect(await call(2)).toBe(2);
});

test('every call gets the answer to its own item, and no batch is too large', async () => {
  const anyItems = fc.array(fc.integer(), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(anyItems, fc.integer({ min: 1, max: 7 }), async (items, largest) => {
      const sizes: number[] = [];
      const call = microBatch<number, string>(largest, async (batch) => {
        sizes.push(batch.length);
        return batch.map((item) => `answer to ${item}`);
      });
      const answers = await Promise.all(items.map(call));
      expect(answers).toEqual(items.map((item) => `answer to ${item}`));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(items.length);
      for (const size of sizes) expect(size).toBeLessThanOrEqual(largest);
    }),
  );
});
