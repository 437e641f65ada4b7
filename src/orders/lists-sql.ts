import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestampOrNull } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { Order, OrderStatus } from './rules/order.ts';

/** Which of a partner's orders, newest first. */
export type OrderFilter = {
  readonly partnerId: PartnerId;
  readonly markets: readonly string[];
  readonly placedFrom: Instant | undefined;
  readonly placedUntil: Instant | undefined;
  /** Between which ids the page lies: before the one, and not before the other. */
  readonly before: string;
  readonly notBefore: string;
  readonly limit: number;
};

const PLACED =
  "placed_at >= coalesce($5::timestamptz, '-infinity') and placed_at < coalesce($6::timestamptz, 'infinity')";
const FILTERED = `partner_id = $1 and market = any($2) and id < $3 and id >= $4 and ${PLACED}`;

function valuesOf({ partnerId, markets, before, notBefore, placedFrom, placedUntil, limit }: OrderFilter) {
  return [
    ...[partnerId, markets, before, notBefore, timestampOrNull(placedFrom), timestampOrNull(placedUntil), limit],
  ] as const;
}

const newestOfMarket = (_market: string, place: number) =>
  `(select id from orders where partner_id = $1 and ${only('market', `($2::text[])[${place + 1}]`)}
      and id < $3 and id >= $4 and ${PLACED} order by market desc, id desc limit $7)`;

/** Each market by its index, so that no more than a page of each is read. */
export async function listPlaced(sql: Queryable, filter: OrderFilter): Promise<readonly Order[]> {
  if (filter.markets.length === 0) return [];
  return find(
    sql,
    `select ${ORDER_COLUMNS} from orders where id in (
       select id from (${filter.markets.map(newestOfMarket).join(' union all ')}) newest order by id desc limit $7
     ) order by id desc`,
    valuesOf(filter),
  );
}

/** Those that are over and ended so. */
export async function listEnded(sql: Queryable, filter: OrderFilter, status: OrderStatus): Promise<readonly Order[]> {
  return find(
    sql,
    `select ${ORDER_COLUMNS} from orders where ${FILTERED} and ${only('status', '$8')} and ended_at is not null
     order by status desc, id desc limit $7`,
    [...valuesOf(filter), status],
  );
}

/** Those that are not over, in one of these statuses. All of them are looked at: a partner has few. */
export async function listOpen(
  sql: Queryable,
  filter: OrderFilter,
  statuses: readonly OrderStatus[],
): Promise<readonly Order[]> {
  return find(
    sql,
    `with open as materialized (
       select id from orders where ${FILTERED} and status = any($8) and ended_at is null
     )
     select ${ORDER_COLUMNS} from orders where id in (select id from open order by id desc limit $7) order by id desc`,
    [...valuesOf(filter), statuses],
  );
}

/** Those of these ids. */
export async function listAmong(
  sql: Queryable,
  filter: OrderFilter,
  ids: readonly string[],
  statuses: readonly OrderStatus[],
): Promise<readonly Order[]> {
  return find(
    sql,
    `with found as materialized (
       select id from orders where id = any($9) and ${FILTERED} and status = any($8)
     )
     select ${ORDER_COLUMNS} from orders where id in (select id from found order by id desc limit $7) order by id desc`,
    [...valuesOf(filter), statuses, ids],
  );
}

async function find(sql: Queryable, text: string, values: readonly unknown[]): Promise<readonly Order[]> {
  return (await sql.queryByValues<OrderRow>(text, values)).map(orderFrom);
}
