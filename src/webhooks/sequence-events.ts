import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { namedJobs } from '../infrastructure/jobs/jobs-sql.ts';
import {
  areEventsUnsequenced,
  lockSequence,
  lockSequenceIfWaited,
  MOST_SEQUENCED,
  sequenceEvents,
} from './event-log-sql.ts';
import { lineUpBefore } from './recovery-sql.ts';
import { type PushedSince, RECOVER_REST } from './rules/recovery.ts';

/** When it is done, every event that was committed before the call has its place in the log. */
export type Sequence = () => Promise<void>;

/** Calls that come together are one. */
export function createSequence(database: Database, clock: Clock): Sequence {
  const run = microBatch<undefined, void>(Number.POSITIVE_INFINITY, async (calls) => {
    if (await areEventsUnsequenced(database)) {
      while (await database.inTransaction((tx) => sequenceBatch(tx, clock.now()))) {}
    }
    return calls.map(() => undefined);
  });
  return () => run(undefined);
}

/** The same in a transaction that must see everything, and let nothing in until it ends. */
export async function sequenceAll(tx: Transaction, now: Instant): Promise<void> {
  await lockSequence(tx);
  while (await sequenceBatch(tx, now)) {}
}

/** As many as are sequenced at once, where any wait; true where more may. */
export async function sequenceBatch(tx: Transaction, now: Instant): Promise<boolean> {
  if (!(await lockSequenceIfWaited(tx))) return false;
  const { count, isRecovering } = await sequenceEvents(tx, now);
  if (isRecovering) {
    for (const rest of await namedJobs(tx, RECOVER_REST)) await lineUpBefore(tx, rest as PushedSince, count);
  }
  return count === MOST_SEQUENCED;
}
