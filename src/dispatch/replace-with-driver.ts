import { findDriver, latestPositions } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type Order, type OrderDeps, type OrderKey, replaceOrder } from '../orders/index.ts';
import { driverAssigned } from './show-driver.ts';

type ReplaceDeps = Pick<OrderDeps, 'ids' | 'linksAt' | 'random'>;

/** By customer support. Of a driver who comes along the partner is told anew: whoever keeps drivers by order knows none of the new one. */
export function replaceWithDriver(
  deps: ReplaceDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  reason?: string,
): Promise<Order> {
  return replaceOrder(deps, tx, key, now, reason, async (successor, at) => {
    const driverId = 'driver' in successor ? successor.driver?.driverId : undefined;
    const driver = driverId === undefined ? undefined : await findDriver(tx, driverId);
    if (driver === undefined) return [];
    const position = (await latestPositions(tx, [driver.id])).get(driver.id);
    return [driverAssigned(successor, driver, position, deps.linksAt(at), at)];
  });
}
