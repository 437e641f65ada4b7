import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { isDatabaseOutage } from '../infrastructure/database/outage.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Random } from '../infrastructure/random.ts';
import { type Attempt, type Delivered, recordDelivered, recordFailure } from './delivery-attempts-sql.ts';
import { areStillLeased, type Lease, lockAttempts, releaseStream } from './delivery-streams-sql.ts';
import { clearSilence, holdAgainstReceiver, lockReceiver, type Receiver } from './receivers-sql.ts';
import { FULL_PACE, type Pace, paceAfterSilence } from './rules/pace.ts';
import { decideAfterFailure, type Failure } from './rules/retry.ts';

export type OutcomeDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Waits between the attempts. */
  readonly retryDelaysMs: readonly number[];
};

const BATCH = 256;
const CHANCES = 1_000_000;
const ASK_AGAIN_MS = 500;

const SENT_TWICE = 'Sent twice by your fault setting.';
const DROPPED = 'Dropped by your fault setting.';

/**
 * Writes down what came of the attempts at a lease's events, and what follows from it. Each ends the lease. While the database is out of
 * reach it is tried again, until it is done or the lease ends by itself: one that nobody ends keeps a place of its receiver taken, and
 * its events would go out twice.
 */
export type OutcomeRecorder = {
  /** All that were sent got through. */
  delivered(lease: Lease, attempts: readonly Attempt[]): Promise<void>;
  /** The last of them did not. */
  failed(lease: Lease, delivered: readonly Attempt[], last: Attempt, failure: Failure): Promise<void>;
  /** Got through, and goes out once more as if the answer had been lost. */
  deliveredOnce(lease: Lease, attempt: Attempt): Promise<void>;
  /** Counts as delivered without having been sent. */
  dropped(lease: Lease): Promise<void>;
  untried(lease: Lease): Promise<void>;
};

export function createOutcomeRecorder(deps: OutcomeDeps, givingUp: AbortSignal): OutcomeRecorder {
  const write = createWriter(deps);
  const isStillLeased = microBatch<Lease, boolean>(BATCH, (leases) => areStillLeased(deps.database, leases));

  /** Whether it was done before the answer was lost shows by the lease. */
  async function isToBeDoneAgain(lease: Lease): Promise<boolean> {
    while (deps.clock.now() < lease.leasedUntil) {
      await pause(ASK_AGAIN_MS, undefined, { signal: givingUp });
      try {
        return await isStillLeased(lease);
      } catch (error) {
        if (!isDatabaseOutage(error)) throw error;
      }
    }
    return false;
  }

  const insisting =
    <Details extends unknown[]>(once: (lease: Lease, ...details: Details) => Promise<void>) =>
    async (lease: Lease, ...details: Details): Promise<void> => {
      for (;;) {
        try {
          return await once(lease, ...details);
        } catch (error) {
          if (!isDatabaseOutage(error) || !(await isToBeDoneAgain(lease))) throw error;
        }
      }
    };

  return {
    delivered: insisting(write.delivered),
    failed: insisting(write.failed),
    deliveredOnce: insisting(write.deliveredOnce),
    dropped: insisting(write.dropped),
    untried: insisting(write.untried),
  };
}

/** The same, tried once. */
function createWriter(deps: OutcomeDeps): OutcomeRecorder {
  const { database, clock } = deps;
  /** Whether something is held against the receiver that has answered: also by what was sent beside this, and failed meanwhile. */
  const recordSuccess = microBatch<Delivered, boolean>(BATCH, async (runs) => {
    const heldAgainst = await recordDelivered(database, runs, clock.now());
    return runs.map(({ answeredBy }) => answeredBy !== undefined && heldAgainst.has(answeredBy));
  });
  return {
    async delivered({ streamId, partnerId, leasedUntil, receiverRevision }, attempts) {
      if (await recordSuccess({ streamId, answeredBy: partnerId, leasedUntil, attempts }))
        await clearSilence(database, partnerId, receiverRevision);
    },
    failed: (lease, delivered, last, failure) =>
      database.inTransaction(async (tx) => {
        if (delivered.length === 0) return recordOneFailure(deps, tx, lease, last, failure, false);
        const { streamId, partnerId, receiverRevision } = lease;
        await clearSilence(tx, partnerId, receiverRevision);
        const run = { streamId, answeredBy: undefined, leasedUntil: undefined, attempts: delivered };
        await recordDelivered(tx, [run], clock.now());
        await recordOneFailure(deps, tx, lease, last, failure, true);
      }),
    deliveredOnce: (lease, attempt) =>
      database.inTransaction((tx) =>
        recordFailure(tx, attempt, SENT_TWICE, {
          ...withOneMore(lease, clock.now()),
          dueAt: clock.now(),
          parkedReason: undefined,
        }),
      ),
    dropped: async ({ streamId, leasedUntil, events: [{ position }] }) => {
      const attempt = { position, at: clock.now(), durationMs: 0, status: undefined, answer: DROPPED };
      await recordSuccess({ streamId, answeredBy: undefined, leasedUntil, attempts: [attempt] });
    },
    untried: (lease) => releaseStream(database, lease),
  };
}

function withOneMore({ streamId, leasedUntil, attempts, firstAttemptAt }: Lease, now: Instant) {
  return { streamId, leasedUntil, attempts: attempts + 1, firstAttemptAt: firstAttemptAt ?? now };
}

async function recordOneFailure(
  { clock, random, log, retryDelaysMs }: OutcomeDeps,
  tx: Transaction,
  leased: Lease,
  attempt: Attempt,
  failure: Failure,
  /** Others of the lease got through before it. */
  isFirstAttempt: boolean,
): Promise<void> {
  const receiver = await lockReceiver(tx, leased.partnerId);
  // Told under the lock, the times of all failures have the order in which they count.
  const now = clock.now();
  // Sent to a URL that has been replaced since: that says nothing about the new one.
  if (receiver === undefined || receiver.revision !== leased.receiverRevision) return releaseStream(tx, leased);
  const lease = isFirstAttempt ? { ...leased, attempts: 0, firstAttemptAt: undefined } : await lockAttempts(tx, leased);
  const situation = { ...lease, silentSince: receiver.silentSince, now };
  const next = decideAfterFailure(failure, situation, retryDelaysMs, random.below(CHANCES) / CHANCES);
  const parkedReason = next.verdict === 'park' ? next.reason : undefined;
  const disabledReason = next.verdict === 'disable' ? next.reason : receiver.disabledReason;
  await recordFailure(tx, attempt, failure.error, {
    ...withOneMore(lease, now),
    dueAt: next.verdict === 'retry' ? next.dueAt : now,
    parkedReason,
  });
  await holdAgainstReceiver(
    tx,
    lease.partnerId,
    {
      silentSince: receiver.silentSince ?? now,
      pace: paceAfter(receiver, failure, lease.streamId, now),
      disabledReason,
    },
    now,
  );
  if (next.verdict !== 'retry') {
    const { partnerId, streamId } = lease;
    log.warn(
      { partnerId, streamId, reason: next.reason },
      next.verdict === 'park' ? 'events of a stream were parked' : 'a webhook URL was disabled',
    );
  }
}

/** Whoever answers is there, whatever the answer. */
function paceAfter(receiver: Receiver, failure: Failure, streamId: string, now: Instant): Pace {
  return failure.status === undefined ? paceAfterSilence(receiver, streamId, now) : FULL_PACE;
}
