import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { selectDrivers } from './drivers-sql.ts';
import { type Driver, type DriverId, isShortId } from './rules/driver.ts';

/** Those of the ids that are a driver's. */
export async function findDrivers(sql: Queryable, ids: readonly string[]): Promise<ReadonlyMap<DriverId, Driver>> {
  const possible = [...new Set(ids.filter(isShortId))];
  const drivers = possible.length === 0 ? [] : await selectDrivers(sql, possible);
  return new Map(drivers.map((driver) => [driver.id, driver]));
}

export async function findDriver(sql: Queryable, id: string): Promise<Driver | undefined> {
  return (await findDrivers(sql, [id])).get(id);
}

/** For an operator, who can look the right number up. */
export function orUnknown<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new OperatorError(`There is no driver ${id}. See: waybill driver list`);
  return found;
}
