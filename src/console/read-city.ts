import { type DriverState, driverState, driversOnDuty } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findOpenOrders, type OpenOrder } from '../orders/index.ts';

/** More would be a blot on the map. */
const MOST_ORDERS = 2_000;

type DriverNow = {
  readonly id: string;
  readonly service: string;
  readonly state: DriverState;
  readonly point: Point;
  readonly orderId: string | undefined;
};

/** Who is on the road in a city, and what is to be delivered there. Of whom no place is known, none is shown. */
export type CityNow = { readonly drivers: readonly DriverNow[]; readonly orders: readonly OpenOrder[] };

export async function readCity(sql: Queryable, locode: string, now: Instant, silentMs: number): Promise<CityNow> {
  const [drivers, orders] = await Promise.all([driversOnDuty(sql, locode), findOpenOrders(sql, locode, MOST_ORDERS)]);
  const orderOf = new Map(orders.flatMap(({ id, driverId }) => (driverId === undefined ? [] : [[driverId, id]])));
  return {
    orders,
    drivers: drivers.flatMap(({ id, service, position }) => {
      if (position === undefined) return [];
      const orderId = orderOf.get(id);
      const state = driverState(orderId !== undefined, position.at, now, silentMs);
      return [{ id, service, state, point: { lat: position.lat, lng: position.lng }, orderId }];
    }),
  };
}
