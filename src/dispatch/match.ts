import { type Driver, latestPositions } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { acceptOrder, type Order, type OrderDeps, type OrderKey } from '../orders/index.ts';
import { lockDriver, withdrawOffers } from './dispatch-sql.ts';
import { driverAssigned } from './show-driver.ts';

export type MatchingDeps = Pick<OrderDeps, 'ids' | 'linksAt'>;

/** Gives the order to a driver whose lock the caller holds; nobody else is asked any more. */
export async function match(
  deps: MatchingDeps,
  tx: Transaction,
  key: OrderKey,
  driver: Driver,
  now: Instant,
): Promise<Order> {
  const position = (await latestPositions(tx, [driver.id])).get(driver.id);
  const order = await acceptOrder(deps, tx, key, now, driver.id, (matched, at) => [
    driverAssigned(matched, driver, position, deps.linksAt(at), at),
  ]);
  await withdrawOffers(tx, { orderId: order.id, driverId: driver.id }, now);
  return order;
}

/** Without asking: an operator's or the sandbox's own decision. */
export async function matchByHand(
  deps: MatchingDeps,
  tx: Transaction,
  key: OrderKey,
  driver: Driver,
  now: Instant,
): Promise<Order> {
  await lockDriver(tx, driver.id);
  return match(deps, tx, key, driver, now);
}
