import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { findPartner } from '../partners/index.ts';
import { deleteBlock, insertBlock } from './blocks-sql.ts';
import { knownDriver } from './known-driver.ts';
import type { Driver } from './rules/driver.ts';

type Pair = { readonly driverId: string; readonly partnerId: string };

/** Keeps the driver from the partner's orders, from the next search on. */
export async function blockDriver(sql: Queryable, pair: Pair, now: Instant): Promise<Driver> {
  const { driver, partnerId } = await knownPair(sql, pair);
  await insertBlock(sql, { driverId: driver.id, partnerId }, now);
  return driver;
}

export async function unblockDriver(sql: Queryable, pair: Pair): Promise<Driver> {
  const { driver, partnerId } = await knownPair(sql, pair);
  await deleteBlock(sql, { driverId: driver.id, partnerId });
  return driver;
}

async function knownPair(
  sql: Queryable,
  { driverId, partnerId }: Pair,
): Promise<{ driver: Driver; partnerId: PartnerId }> {
  const driver = await knownDriver(sql, driverId);
  const partner = await findPartner(sql, partnerId);
  if (partner === undefined) throw new OperatorError(`There is no partner ${partnerId}. See: waybill partner list`);
  return { driver, partnerId: partner.id };
}
