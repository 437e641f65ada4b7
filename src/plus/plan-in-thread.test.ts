import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { aDriver, aParcel, aProblem, street } from '../../test/support/planning-problems.ts';
import { planInThread } from './index.ts';
import { planRoutes } from './rules/routes/plan-routes.ts';

const problem = aProblem(street(0, 1, 3), [aParcel('a', 1, 2), aParcel('b', 2, 1)], [aDriver('x', 0)]);

test('the plan is the one that would be made here', async () => {
  await expect(planInThread(problem)).resolves.toEqual(planRoutes(problem));
});

test('a problem that makes no sense is refused with its fault', async () => {
  const broken = { ...problem, drivers: [aDriver('x', 7)] };
  await expect(planInThread(broken)).rejects.toThrow('broken assumption: a driver has a start');
});

test('a thread that dies is no answer', async () => {
  const kill = (thread: Worker) => void thread.terminate();
  process.on('worker', kill);
  try {
    await expect(planInThread(problem)).rejects.toThrow('ended with code');
  } finally {
    process.off('worker', kill);
  }
});
