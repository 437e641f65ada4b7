import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockEmergency, type SeenEmergency, saveAcknowledgement } from './driver-app-sql.ts';

/** Somebody at the desk has seen it and sees to it; whoever comes second is told who. */
export async function acknowledgeEmergency(
  tx: Transaction,
  id: string,
  by: string,
  now: Instant,
): Promise<SeenEmergency> {
  const emergency = isId(id) ? await lockEmergency(tx, id) : undefined;
  if (emergency === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such emergency.');
  if (emergency.acknowledgedBy !== undefined)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', `${emergency.acknowledgedBy} has seen to it already.`);
  await saveAcknowledgement(tx, id, by, now);
  return { ...emergency, acknowledgedAt: now, acknowledgedBy: by };
}
