import type { Instant } from '../foundation/time.ts';
import { type Queryable, timestamp } from '../infrastructure/database/database.ts';
import { clockAheadMs } from '../partners/index.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { Order } from './rules/order.ts';

/** The orders behind share links, or what took their place, by token: those that are not over, or ended after a time on our clock. */
export async function findSharedOrders(
  sql: Queryable,
  tokens: readonly string[],
  endedAfter: Instant,
): Promise<ReadonlyMap<string, Order>> {
  const rows = await sql.query<OrderRow & { asked_for: string }>(
    `with recursive line as (
       select share_token as asked_for, id as order_id, replaced_by_id as next_id from orders where share_token = any($1)
       union all
       select asked_for, id, replaced_by_id from line join orders on id = next_id
     )
     select asked_for, ${ORDER_COLUMNS} from line join orders on id = order_id
     where next_id is null
       and (ended_at is null or ended_at - ${clockAheadMs('partner_id')} * interval '1 millisecond' > $2)`,
    [tokens, timestamp(endedAfter)],
  );
  return new Map(rows.map((row) => [row.asked_for, orderFrom(row)]));
}

/** Of these share links those whose goods no driver has yet. */
export async function orderLinksNotPickedUp(sql: Queryable, tokens: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.query<{ share_token: string }>(
    `select share_token from orders
     where share_token = any($1) and ended_at is null and status <> 'PICKED_UP' and replaced_by_id is null`,
    [tokens],
  );
  return rows.map(({ share_token }) => share_token);
}
