import { latestPositions } from '../drivers/index.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { findOrders, type Order, type OrderDeps, type OrderKey, takeOffDriver } from '../orders/index.ts';

type TakeOff = { readonly reason: string; readonly isBlamed: boolean };

/** Somebody at the desk takes the driver off an order, which looks for another one from where that driver is. */
export async function takeOffByHand(
  deps: Pick<OrderDeps, 'ids' | 'linksAt' | 'rejectionLimits'>,
  tx: Transaction,
  key: OrderKey,
  takeOff: TakeOff,
  now: Instant,
): Promise<{ readonly order: Order; readonly driverId: string | undefined }> {
  const [before] = isId(key.orderId) ? await findOrders(tx, [key.orderId]) : [];
  const driverId = before !== undefined && 'driver' in before ? before.driver?.driverId : undefined;
  const place = driverId === undefined ? undefined : (await latestPositions(tx, [driverId])).get(driverId);
  const position = place === undefined ? {} : { position: { lat: place.lat, lng: place.lng } };
  return { order: await takeOffDriver(deps, tx, key, now, { ...takeOff, ...position }), driverId };
}
