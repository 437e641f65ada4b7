import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockDriver, withdrawOffers } from './dispatch-sql.ts';

/** Whoever gives the driver an order has done so by now, or waits until the transaction ends; what stood on offer is gone then. */
export async function stopAsking(tx: Transaction, driverId: string, now: Instant): Promise<void> {
  await lockDriver(tx, driverId);
  await withdrawOffers(tx, { driverId }, now);
}
