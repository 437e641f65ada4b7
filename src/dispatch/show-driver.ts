import { type Driver, findDriver, type LatestPosition, latestPositions, maskPlate } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import {
  driverVisibleFrom,
  type Links,
  type Order,
  type OrderDeps,
  type OrderKey,
  onItsClock,
} from '../orders/index.ts';
import type { NewEvent } from '../webhooks/index.ts';

/** What the partner is told of a match: before the driver may be seen, neither phone nor position. */
export function driverAssigned(
  order: Order,
  driver: Driver,
  position: LatestPosition | undefined,
  links: Links,
  now: Instant,
): NewEvent {
  const seen = isVisible(order, now);
  const { driverId, name, phone, photo, plateNumber } = cardOf(order, driver, links);
  return {
    type: 'DRIVER_ASSIGNED',
    data: {
      driver: { driverId, phone: seen ? phone : '', name, photo, plateNumber },
      ...(seen && position !== undefined ? { location: { lng: position.lng, lat: position.lat } } : {}),
      order: { orderId: order.id },
      updatedAt: formatInstant(now),
    },
  };
}

function cardOf({ partnerId }: Order, driver: Driver, links: Links) {
  return {
    driverId: driver.id,
    name: driver.name,
    phone: driver.phone,
    plateNumber: maskPlate(driver.plate),
    photo: driver.photoKey === undefined ? '' : links.file(driver.photoKey, partnerId),
  };
}

function isVisible(order: Order, now: Instant): boolean {
  const from = driverVisibleFrom(order);
  return from !== undefined && now >= from;
}

/** The order is looked at first, then whose it is, then whether its driver may be seen now. */
export async function readDriver(
  { readOrder, linksAt, database }: Pick<OrderDeps, 'readOrder' | 'linksAt'> & { readonly database: Database },
  key: OrderKey,
  driverId: string,
  now: Instant,
) {
  const order = await readOrder(key, now);
  const has = 'driver' in order && order.driver?.driverId === driverId;
  const driver = has ? await findDriver(database, driverId) : undefined;
  if (driver === undefined)
    throw new DeliveryError('ERR_DRIVER_NOT_FOUND', `Driver ${driverId.slice(0, 40)} does not have this order.`);
  if (!isVisible(order, now)) throw new DeliveryError('ERR_FORBIDDEN', whyHidden(order));
  const position = (await latestPositions(database, [driverId])).get(driverId);
  return {
    ...cardOf(order, driver, linksAt(now)),
    ...(position === undefined
      ? {}
      : {
          coordinates: {
            lat: String(position.lat),
            lng: String(position.lng),
            updatedAt: formatInstant(onItsClock(order, position.at)),
          },
        }),
  };
}

function whyHidden(order: Order): string {
  if ('endedAt' in order) return `The order is ${order.status}; its driver is not shown any more.`;
  return 'The driver is shown from one hour before the scheduled time on, or from the arrival at the pick-up.';
}
