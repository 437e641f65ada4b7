import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { resumeUntried, wakeSenders } from './delivery-streams-sql.ts';
import { replacePushFaults } from './push-faults-sql.ts';
import type { PushFaults } from './rules/push-fault.ts';
import { sequenceAll } from './sequence-events.ts';

/** Holds for events from now on; those of before are pushed as they should be. Undefined takes all faults away. */
export async function setPushFaults(
  tx: Transaction,
  partnerId: PartnerId,
  faults: PushFaults | undefined,
  now: Instant,
): Promise<void> {
  await sequenceAll(tx, now);
  await replacePushFaults(tx, partnerId, faults);
  await resumeUntried(tx, partnerId, now);
  wakeSenders(tx);
}
