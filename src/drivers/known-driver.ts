import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { findDriver } from './drivers-sql.ts';
import type { Driver } from './rules/driver.ts';

/** For an operator, who can look the right number up. */
export async function knownDriver(sql: Queryable, id: string): Promise<Driver> {
  const driver = await findDriver(sql, id);
  if (driver === undefined) throw new OperatorError(`There is no driver ${id}. See: waybill driver list`);
  return driver;
}
