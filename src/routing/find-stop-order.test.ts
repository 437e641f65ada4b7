import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStopOrderFinder, type StopOrderFinder } from './find-stop-order.ts';
import { type DistanceMatrix, shortestStopOrder } from './rules/stop-order.ts';

let finder: StopOrderFinder;
let threads: Worker[];
let deaths: Error[];
const rememberThread = (thread: Worker) => threads.push(thread);

beforeEach(() => {
  threads = [];
  deaths = [];
  process.on('worker', rememberThread);
  finder = createStopOrderFinder((cause) => deaths.push(cause));
});

afterEach(async () => {
  process.off('worker', rememberThread);
  await finder.close();
});

/** The smallest that a thread is asked. */
const LARGE = 11;

/** Different for each seed, and not symmetric. */
function matrixOf(dropOffs: number, seed: number): DistanceMatrix {
  const places = Array.from({ length: dropOffs + 1 }, (_, place) => place);
  return places.map((from) =>
    places.map((to) => (from === to ? 0 : 100 + ((from * 7919 + to * 104_729 * seed) % 997))),
  );
}

test('a small question is answered without a thread', async () => {
  const matrix = matrixOf(10, 1);
  await expect(finder.find(matrix, false)).resolves.toEqual(shortestStopOrder(matrix, false));
  expect(threads).toHaveLength(0);
});

test('a larger question is answered by a thread, as it would be here', async () => {
  for (const dropOffs of [11, 15]) {
    const matrix = matrixOf(dropOffs, 2);
    await expect(finder.find(matrix, true)).resolves.toEqual(shortestStopOrder(matrix, true));
  }
  expect(threads).toHaveLength(1);
  expect(deaths).toEqual([]);
});

test('each of many questions at once gets its own answer, from one thread', async () => {
  const matrices = Array.from({ length: 12 }, (_, index) => matrixOf(6 + (index % 10), index + 1));
  const answers = await Promise.all(matrices.map((matrix) => finder.find(matrix, false)));
  expect(answers).toEqual(matrices.map((matrix) => shortestStopOrder(matrix, false)));
  expect(threads).toHaveLength(1);
  expect(deaths).toEqual([]);
});

test('however quick the thread was, others are heard between two answers', async () => {
  await finder.find(matrixOf(LARGE, 1), false);
  let isSecondAnswered = false;
  const first = finder.find(matrixOf(LARGE, 2), false);
  const second = finder.find(matrixOf(LARGE, 3), false).then(() => {
    isSecondAnswered = true;
  });
  // Time enough for both.
  for (const end = performance.now() + 100; performance.now() < end; );
  await first;
  await new Promise(setImmediate);
  expect(isSecondAnswered).toBe(false);
  await second;
});

test('a question that makes no sense is refused, and the next one is answered', async () => {
  const good = matrixOf(LARGE, 3);
  const bad = good.map((row) => row.map(() => Number.NaN));
  const [refused, answered] = await Promise.allSettled([finder.find(bad, false), finder.find(good, false)]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('whole metres') } });
  expect(answered).toEqual({ status: 'fulfilled', value: shortestStopOrder(good, false) });
  expect(threads).toHaveLength(1);
  expect(deaths).toEqual([]);
});

test('when the thread dies, a new one answers what was waiting', async () => {
  const matrices = [matrixOf(LARGE, 4), matrixOf(LARGE, 5), matrixOf(LARGE, 6)];
  const answers = Promise.all(matrices.map((matrix) => finder.find(matrix, true)));
  await once(process, 'worker');
  await threads[0]?.terminate();
  expect(await answers).toEqual(matrices.map((matrix) => shortestStopOrder(matrix, true)));
  expect(threads).toHaveLength(2);
  expect(deaths).toHaveLength(1);
});

test('when the thread dies idle, the next question starts a new one', async () => {
  const matrix = matrixOf(LARGE, 7);
  await finder.find(matrix, false);
  await threads[0]?.terminate();
  await expect(finder.find(matrix, false)).resolves.toEqual(shortestStopOrder(matrix, false));
  expect(threads).toHaveLength(2);
  expect(deaths).toHaveLength(1);
});

test('when threads die again and again, every question is still answered', async () => {
  const killed = (thread: Worker) => void thread.terminate();
  process.on('worker', killed);
  try {
    const matrices = [matrixOf(LARGE, 8), matrixOf(LARGE, 9)];
    const answers = await Promise.all(matrices.map((matrix) => finder.find(matrix, false)));
    expect(answers).toEqual(matrices.map((matrix) => shortestStopOrder(matrix, false)));
    expect(deaths[0]?.message).toContain('ended with code');
  } finally {
    process.off('worker', killed);
  }
});

test('a closed finder refuses what waits and what comes', async () => {
  const waiting = expect(finder.find(matrixOf(LARGE, 10), false)).rejects.toThrow('closed');
  await finder.close();
  await waiting;
  await expect(finder.find(matrixOf(LARGE, 11), false)).rejects.toThrow('closed');
  await finder.close();
  expect(deaths).toEqual([]);
});

test('a thread that was never closed does not keep the program alive', () => {
  const program = `
    import { createStopOrderFinder } from './src/routing/find-stop-order.ts';
    const matrix = Array.from({ length: 16 }, (_, from) => Array.from({ length: 16 }, (_, to) => Math.abs(from - to)));
    const keepAlive = setInterval(() => {}, 1000);
    createStopOrderFinder().find(matrix, false).then(({ meters }) => {
      clearInterval(keepAlive);
      process.stdout.write(String(meters));
    });`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '15' });
}, 30_000);
