import { startThread } from '../infrastructure/thread.ts';
import type { RoutePlan, RouteProblem } from './rules/routes/route-plan.ts';

/** A plan takes seconds, in which the process has other things to do. */
export function planInThread(problem: RouteProblem): Promise<RoutePlan> {
  return new Promise((resolve, reject) => {
    const thread = startThread('plus/plan-thread', problem);
    thread.once('message', resolve);
    thread.once('error', reject);
    // After an answer or an error this says nothing more.
    thread.once('exit', (code) => reject(new Error(`the thread that plans routes ended with code ${code}`)));
  });
}
