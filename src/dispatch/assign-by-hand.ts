import { blockedPairs, holdDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { findBusyDrivers, findOrders, type Order, type OrderKey } from '../orders/index.ts';
import { lockDriver } from './dispatch-sql.ts';
import { type MatchingDeps, match } from './match.ts';
import { decideHandMatch } from './rules/hand-match.ts';

/** Somebody at the desk gives a waiting order to a driver, without asking. */
export async function assignByHand(
  deps: MatchingDeps,
  tx: Transaction,
  key: OrderKey,
  driverId: string,
  now: Instant,
): Promise<Order> {
  await lockDriver(tx, driverId);
  const driver = await holdDriver(tx, driverId);
  if (driver === undefined)
    throw new DeliveryError('ERR_INVALID_FIELD', `There is no driver ${driverId.slice(0, 40)}.`, '/data/driverId');
  const [order] = isId(key.orderId) ? await findOrders(tx, [key.orderId]) : [];
  if (order !== undefined) {
    const blocked = await blockedPairs(tx, [order.partnerId]);
    orThrow(
      decideHandMatch(
        {
          name: driver.name,
          isSuspended: driver.status === 'suspended',
          hasOrder: (await findBusyDrivers(tx, [driver.id])).has(driver.id),
        },
        {
          hadItBefore: order.formerDriverIds.includes(driver.id),
          isKeptFromPartner: blocked.some((pair) => pair.driverId === driver.id),
        },
      ),
    );
  }
  return match(deps, tx, key, driver, now);
}
