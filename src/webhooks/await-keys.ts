import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { recordObstacle } from './delivery-attempts-sql.ts';
import { beginAnew, type Lease } from './delivery-streams-sql.ts';
import { pauseReceivers } from './receivers-sql.ts';
import { NO_KEY } from './rules/failure.ts';

/** A partner who has left may never have a key again. */
const LOOK_AGAIN_MS = MINUTE_MS;

/**
 * Puts back what nothing can sign at present, leased in one round, until its partner has an active key. That is no fault of the receiver,
 * so whatever waits for it begins anew then.
 */
export async function awaitKeys(database: Database, leases: readonly [Lease, ...Lease[]], now: Instant): Promise<void> {
  const partnerIds = [...new Set(leases.map(({ partnerId }) => partnerId))];
  await database.inTransaction(async (tx) => {
    await pauseReceivers(tx, partnerIds, now + LOOK_AGAIN_MS);
    await beginAnew(tx, partnerIds, leases[0].leasedUntil, now);
    await recordObstacle(
      tx,
      leases.map(({ events: [{ position }] }) => position),
      NO_KEY.error,
    );
  });
}
