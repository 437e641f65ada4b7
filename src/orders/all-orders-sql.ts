import { LARGEST_ID } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { Order, OrderStatus } from './rules/order.ts';
import { OPEN_STATUSES, ORDER_STATUSES } from './rules/order-transitions.ts';

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

/** Only what is asked for stands in the statement, and each status by itself, so that the plan can use the index that fits it. */
export async function listAllOrders(sql: Queryable, filter: AllOrdersFilter): Promise<readonly Order[]> {
  const { partnerId, locode, statuses, ids } = filter;
  const values: unknown[] = [];
  const value = (wanted: unknown) => `$${values.push(wanted)}`;
  const limit = value(filter.limit);
  const within = [
    `id < ${value(filter.before ?? LARGEST_ID)}`,
    ...(locode === undefined ? [] : [only('locode', value(locode))]),
    ...(ids === undefined ? [] : [`id = any(${value(ids)})`]),
  ].join(' and ');
  const found =
    partnerId === undefined
      ? (statuses ?? [undefined]).map((status) => `${within} and ${ofAll(status, locode)}`)
      : (statuses ?? ORDER_STATUSES).map(
          (status) => `${within} and partner_id = ${value(partnerId)} and ${ofOne(status)}`,
        );
  const newest = found.map((conditions) => `(select id from orders where ${conditions} id desc limit ${limit})`);
  const rows = await sql.queryByValues<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where id in (${newest.join(' union all ')}) order by id desc limit ${limit}`,
    values,
  );
  return rows.map(orderFrom);
}

/** By the partner's indexes, which are of orders in a status. */
function ofOne(status: OrderStatus): string {
  const isOver = `ended_at is ${OPEN_STATUSES.includes(status) ? 'null' : 'not null'}`;
  return `${only('status', `'${status}'`)} and ${isOver} order by status desc,`;
}

/** By a city's index, which is of all its orders, where nearly all of them will do. */
function ofAll(status: OrderStatus | undefined, locode: string | undefined): string {
  const isCommon = status === undefined || status === 'COMPLETED';
  return `${status === undefined ? 'true' : `status = '${status}'`} order by ${isCommon && locode !== undefined ? 'locode desc,' : ''}`;
}
