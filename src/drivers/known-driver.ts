import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { findDriver } from './drivers-sql.ts';
import type { Driver } from './rules/driver.ts';

/** For an operator, who can look the right number up. */
export async function knownDriver(sql: Queryable, id: string): Promise<Driver> {
  return orUnknown(await findDriver(sql, id), id);
}

export function orUnknown<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new OperatorError(`There is no driver ${id}. See: waybill driver list`);
  return found;
}
