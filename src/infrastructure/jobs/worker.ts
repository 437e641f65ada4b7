import type { Instant } from '../../foundation/time.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Clock } from '../clock.ts';
import { type Database, hadToGiveWay, type Transaction } from '../database/database.ts';
import type { Session } from '../database/session.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Random } from '../random.ts';
import { reasonOf } from '../reason.ts';
import { continueTrace, type Trace } from '../trace.ts';
import { createTrouble } from '../trouble.ts';
import {
  beginTry,
  claimDueJob,
  finishJobs,
  JOBS_CHANNEL,
  type Lane,
  postponeJob,
  repeatJob,
  undoTry,
} from './jobs-sql.ts';

const POLL_MS = 1 * SECOND_MS;
const LONGEST_THOUGHT_MS = 10 * MINUTE_MS;

type JobCall = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly now: Instant;
  readonly trace: Trace;
  readonly log: Log;
};
/** Runs in the transaction that holds the job. A returned time makes the job come again then. */
type JobHandler = (tx: Transaction, call: JobCall) => Promise<Instant | undefined>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type Worker = { stop(): Promise<void> };
type WorkerParts = {
  database: Database;
  session: Session;
  clock: Clock;
  random: Random;
  log: Log;
  metrics: Metrics;
  handlers: JobHandlers;
  /** Kinds that take seconds. They have one lane, in which they come in their turn; in the other they hold up nobody. */
  slowKinds?: readonly string[];
  /** Kinds for which somebody waits by the second. One lane is theirs alone, however much of the rest is due. */
  urgentKinds?: readonly string[];
};

export function startWorker(parts: WorkerParts): Worker {
  const { session, log } = parts;
  let stopping = false;
  const wakers = new Set<() => void>();
  let wakeUps = 0;
  const wakeAll = () => {
    wakeUps++;
    for (const wake of wakers) wake();
  };
  session.listen(JOBS_CHANNEL, wakeAll);

  /** Not at all where somebody was woken since the caller began to look for work. */
  async function nap(since: number): Promise<void> {
    if (wakeUps !== since || stopping) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      wakers.add(wake);
    });
  }

  const unreached = createTrouble(log, 'the worker cannot reach its jobs');

  async function work(lane: Lane): Promise<void> {
    while (!stopping) {
      const before = wakeUps;
      if (!(await runNext(lane))) await nap(before);
    }
  }

  async function runNext(lane: Lane): Promise<boolean> {
    try {
      const worked = await runDueJob(parts, lane);
      unreached.over();
      return worked;
    } catch (error) {
      unreached.met(error);
      return false;
    }
  }

  const lanes: readonly Lane[] = [{}, { without: parts.slowKinds ?? [] }, { only: parts.urgentKinds ?? [] }];
  const finished = Promise.all(lanes.map(work));
  return {
    async stop() {
      stopping = true;
      wakeAll();
      await finished;
    },
  };
}

/** Claims one due job and applies it in the same transaction: a crash in between is a rollback, and the job is due again. */
export async function runDueJob(
  { database, clock, random, log, metrics, handlers, slowKinds = [] }: Omit<WorkerParts, 'session'>,
  lane?: Lane,
): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    const now = clock.now();
    const job = await claimDueJob(tx, now, lane);
    if (job === undefined) return false;
    const trace = continueTrace(job.traceparent, random);
    const jobLog = log.child({ job: job.kind, traceId: trace.traceId });
    await beginTry(tx, slowKinds.includes(job.kind) ? LONGEST_THOUGHT_MS : undefined);
    try {
      const handler = handlers[job.kind];
      if (handler === undefined) throw new Error(`no handler for jobs of kind ${job.kind}`);
      const again = await handler(tx, { payload: job.payload, now, trace, log: jobLog });
      await (again === undefined ? finishJobs(tx, [job.id]) : repeatJob(tx, job.id, again));
    } catch (error) {
      if (hadToGiveWay(error)) throw error;
      log.error({ err: error, job: job.kind }, 'a job failed and will be tried again');
      metrics.jobs.inc({ kind: job.kind, outcome: 'failed' });
      // Put off before it is let go, or another worker would take it at once.
      await undoTry(tx);
      await postponeJob(tx, job.id, clock.now() + retryDelayMs(job.attempts), reasonedWords(error));
      return true;
    }
    metrics.jobs.inc({ kind: job.kind, outcome: 'done' });
    jobLog.debug('job done');
    return true;
  });
}

/** For whoever looks into the table: what failed, and why. */
function reasonedWords(error: unknown): string {
  const [words, reason] = [String(error), reasonOf(error)];
  return words.includes(reason) ? words : `${words} (${reason})`;
}

export function retryDelayMs(attempts: number): number {
  return Math.min(SECOND_MS * 2 ** attempts, 10 * MINUTE_MS);
}
