import { once } from 'node:events';
import { startThread } from '../infrastructure/thread.ts';
import type { RoutePlan, RouteProblem } from './rules/route-plan.ts';

/** One thread for one plan: a city is planned every few minutes at most, and nothing else waits for it. */
export async function planInThread(problem: RouteProblem): Promise<RoutePlan> {
  const thread = startThread(import.meta.url, 'plan-thread', problem);
  try {
    const [plan] = (await once(thread, 'message')) as [RoutePlan];
    return plan;
  } finally {
    await thread.terminate();
  }
}
