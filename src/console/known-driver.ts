import { type Driver, findDriver } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

export async function knownDriver(sql: Queryable, driverId: string): Promise<Driver> {
  const driver = await findDriver(sql, driverId);
  if (driver === undefined) throw new DeliveryError('ERR_NOT_FOUND', `There is no driver ${driverId.slice(0, 40)}.`);
  return driver;
}

/** A photo, a paper or a code for nobody would be kept for good. */
export async function driverToChange(sql: Queryable, driverId: string): Promise<Driver> {
  const driver = await knownDriver(sql, driverId);
  if (driver.isErased)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', `What was known of driver ${driver.id} is erased for good.`);
  return driver;
}

export const aboutDriver = (driverId: string) => ({ subject: { kind: 'driver', id: driverId } }) as const;
