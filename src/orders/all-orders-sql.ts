import type { Queryable } from '../infrastructure/database/database.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { Order, OrderStatus } from './rules/order.ts';

/** Which of all partners' orders, newest first. */
export type AllOrdersFilter = {
  readonly locode: string | undefined;
  readonly partnerId: string | undefined;
  /** Undefined for all. */
  readonly statuses: readonly OrderStatus[] | undefined;
  /** Undefined for all. */
  readonly ids: readonly string[] | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

/** Only what is asked for stands in the statement, so that the plan can use the index that fits it. */
export async function listAllOrders(sql: Queryable, filter: AllOrdersFilter): Promise<readonly Order[]> {
  const values: unknown[] = [];
  const value = (wanted: unknown) => `$${values.push(wanted)}`;
  const conditions = [
    ...(filter.before === undefined ? [] : [`id < ${value(filter.before)}`]),
    ...(filter.locode === undefined ? [] : [`locode = ${value(filter.locode)}`]),
    ...(filter.partnerId === undefined ? [] : [`partner_id = ${value(filter.partnerId)}`]),
    ...(filter.ids === undefined ? [] : [`id = any(${value(filter.ids)})`]),
  ];
  const within = (status?: OrderStatus) =>
    ['true', ...conditions, ...(status === undefined ? [] : [`status = '${status}'`])].join(' and ');
  const limit = value(filter.limit);
  // Each status by an index of its own: together they would be looked for among all orders.
  const found = (filter.statuses ?? [undefined]).map(
    (status) => `(select id from orders where ${within(status)} order by id desc limit ${limit})`,
  );
  const rows = await sql.queryByValues<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where id in (${found.join(' union all ')}) order by id desc limit ${limit}`,
    values,
  );
  return rows.map(orderFrom);
}
