import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lineUp, wakeSenders } from './delivery-streams-sql.ts';
import { undeliveredSince } from './event-log-sql.ts';
import { insistOnReceiver } from './redeliver-event.ts';
import { sequenceAll } from './sequence-events.ts';

/** Sends everything that was recorded since then and is not delivered; answers with how many events that is. */
export async function recoverEvents(
  tx: Transaction,
  partnerId: PartnerId,
  since: Instant,
  now: Instant,
): Promise<number> {
  await insistOnReceiver(tx, partnerId);
  await sequenceAll(tx, now);
  const positions = await undeliveredSince(tx, partnerId, since);
  await lineUp(tx, partnerId, positions, now);
  wakeSenders(tx);
  return positions.length;
}
