import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { AgingTable } from '../infrastructure/database/partitions.ts';
import { deleteEventsUntil, lockSequence } from './event-log-sql.ts';

/** How long events can be read, and attempts looked at. */
export const KEPT_MS = 30 * DAY_MS;
const BATCH = 1_000;

/** Forgets a batch of what is too old; true when nothing of it is left. */
export async function forgetEvents(tx: Transaction, now: Instant): Promise<boolean> {
  // Nothing is added to a stream while it is judged.
  await lockSequence(tx);
  return (await deleteEventsUntil(tx, now - KEPT_MS, BATCH)) < BATCH;
}

/** Nobody finds the attempts at an event that is forgotten, so they may stay until their week is over. */
export const ATTEMPTS: AgingTable = {
  name: 'delivery_attempts',
  stretchDays: 7,
  column: 'attempted_at',
  valueAt: (instant) => new Date(instant).toISOString(),
  keptMs: KEPT_MS,
};
