import { LARGEST_ID } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { clockAheadMs } from '../partners/index.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { Page } from './orders-sql.ts';
import type { Order, OrderId, OrderUnderWay } from './rules/order.ts';

/** Of these drivers, those who are on an order. */
export async function findBusyDrivers(sql: Queryable, driverIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ driver_id: string }>(
    "select driver_id from orders where driver_id = any($1) and status in ('ON_GOING', 'PICKED_UP')",
    [driverIds],
  );
  return new Set(rows.map(({ driver_id }) => driver_id));
}

/** The same of all who are online in a city. */
export async function findBusyDriversIn(sql: Queryable, locode: string): Promise<ReadonlySet<string>> {
  const [row] = await sql.query<{ ids: readonly string[] }>(
    `select coalesce(json_agg(orders.driver_id::text), '[]') as ids
     from driver_shifts shift join orders on orders.driver_id = shift.driver_id and orders.status in ('ON_GOING', 'PICKED_UP')
     where shift.locode = $1 and shift.offline_at is null`,
    [locode],
  );
  return new Set(row?.ids);
}

/** The orders that these drivers are on, one each at most. */
export async function findOrdersUnderWay(
  sql: Queryable,
  driverIds: readonly string[],
): Promise<readonly OrderUnderWay[]> {
  const rows = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where driver_id = any($1) and status in ('ON_GOING', 'PICKED_UP') order by id`,
    [driverIds],
  );
  return rows.map((row) => orderFrom(row) as OrderUnderWay);
}

type Assignment = { readonly orderId: OrderId; readonly matchedAt: Instant };

/** The same where only the assignment matters: nothing else of the order is read. */
export async function findAssignments(
  sql: Queryable,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, Assignment>> {
  const rows = await sql.query<{ driver_id: string; id: OrderId; matched_at: Date }>(
    `select driver_id, id, matched_at - ${clockAheadMs('partner_id')} * interval '1 millisecond' as matched_at
     from orders where driver_id = any($1::bigint[]) and status in ('ON_GOING', 'PICKED_UP')`,
    [driverIds],
  );
  return new Map(rows.map((row) => [row.driver_id, { orderId: row.id, matchedAt: row.matched_at.getTime() }]));
}

export async function findAssignmentOf(sql: Queryable, driverId: string): Promise<Assignment | undefined> {
  return (await findAssignments(sql, [driverId])).get(driverId);
}

/** What a driver has had, newest first. */
export async function findOrdersOfDriver(
  sql: Queryable,
  driverId: string,
  { before, limit }: Page,
): Promise<readonly Order[]> {
  const rows = await sql.queryByValues<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where ${only('driver_id', '$1')} and id < $2
     order by driver_id desc, id desc limit $3`,
    [driverId, before ?? LARGEST_ID, limit],
  );
  return rows.map(orderFrom);
}
