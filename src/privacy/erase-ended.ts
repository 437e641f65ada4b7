import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { findOrdersToErase } from '../orders/index.ts';
import { findParcelsToErase } from '../plus/index.ts';
import { eraseDeliveries } from './erase-deliveries.ts';

const BATCH = 200;

/** A batch of what ended so many days ago, by the partner's clock; how many deliveries that were, and whether more may be due. */
export async function eraseEnded(
  tx: Transaction,
  days: number,
  now: Instant,
): Promise<{ readonly count: number; readonly isMoreDue: boolean }> {
  const endedUntil = now - days * DAY_MS;
  const orderIds = await findOrdersToErase(tx, endedUntil, BATCH);
  const parcelIds = await findParcelsToErase(tx, endedUntil, BATCH);
  await eraseDeliveries(tx, { orderIds, parcelIds }, { isMeant: () => true, everybodyAt: now }, now);
  return {
    count: orderIds.length + parcelIds.length,
    isMoreDue: orderIds.length === BATCH || parcelIds.length === BATCH,
  };
}
