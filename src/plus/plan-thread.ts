import { parentPort, workerData } from 'node:worker_threads';
import { assertPresent } from '../foundation/assert.ts';
import { giveWayToOthers } from '../infrastructure/thread.ts';
import { planRoutes } from './rules/routes/plan-routes.ts';
import type { RouteProblem } from './rules/routes/route-plan.ts';

/** The thread behind plan-in-thread.ts. */
giveWayToOthers();
assertPresent(parentPort, 'this file is started as a thread').postMessage(planRoutes(workerData as RouteProblem));
