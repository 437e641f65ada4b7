import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS, SECOND_MS } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { leaveJob } from '../infrastructure/jobs/jobs-sql.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { ringTimersAhead } from '../orders/index.ts';
import { lockSimulations } from '../partners/index.ts';
import { type DemoDeps, fillWallets, placeDemoOrder } from './keep-demo-alive.ts';
import { type SimulationDeps, simulate } from './simulate.ts';

const KEEP_CLOCKS = 'sandbox.keepClocks';
const SIMULATE = 'sandbox.simulate';
const KEEP_DEMO_ALIVE = 'sandbox.keepDemoAlive';
const PAUSE_MS = SECOND_MS;
const DEMO_PAUSE_MS = 40 * SECOND_MS;
/** The first order waits until everything stands. */
const DEMO_BEGINS_AFTER_MS = 5 * SECOND_MS;
/** Whoever has just started it looks; later nobody wants more of them. */
const DEMO_LIVELY_MS = 10 * MINUTE_MS;

export type SandboxJobDeps = {
  /** When this process began. */
  readonly startedAt: Instant;
  /** Opened with the first driver who is not there. */
  readonly simulation: () => Promise<SimulationDeps & DemoDeps>;
};

export function sandboxJobs({ startedAt, simulation }: SandboxJobDeps): JobHandlers {
  return {
    [KEEP_CLOCKS]: async (tx, { now }) => {
      await ringTimersAhead(tx, now);
      return now + PAUSE_MS;
    },
    // Not in the job's own transaction, but each driver in one of their own, as if by a call.
    [SIMULATE]: async (tx, { now, log }) => {
      const simulations = await lockSimulations(tx);
      if (simulations.size > 0) await simulate(await simulation(), simulations, now, log);
      return now + PAUSE_MS;
    },
    [KEEP_DEMO_ALIVE]: async (_tx, { payload, now, trace }) => {
      const partnerId = String(payload.partnerId) as PartnerId;
      const demo = await simulation();
      await fillWallets(demo, partnerId);
      if (now < startedAt + DEMO_LIVELY_MS) await placeDemoOrder(demo, partnerId, trace, now);
      return now + DEMO_PAUSE_MS;
    },
  };
}

/** Left at every start of a sandbox; there is one of each for good. */
export async function leaveSandboxJobs(tx: Transaction, now: Instant): Promise<void> {
  await leaveJob(tx, { kind: KEEP_CLOCKS, name: 'always', dueAt: now });
  await leaveJob(tx, { kind: SIMULATE, name: 'always', dueAt: now });
}

/** Left where a demo partner is kept. */
export async function leaveDemoJob(tx: Transaction, partnerId: string, now: Instant): Promise<void> {
  await leaveJob(tx, {
    kind: KEEP_DEMO_ALIVE,
    name: partnerId,
    dueAt: now + DEMO_BEGINS_AFTER_MS,
    payload: { partnerId },
  });
}
