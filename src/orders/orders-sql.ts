import { DeliveryError } from '../foundation/errors.ts';
import { LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import {
  breaksUniqueness,
  type Queryable,
  type Transaction,
  timestamp,
  timestampOrNull,
} from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { clockAheadMs } from '../partners/index.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import { driverOf, type Order, type OrderId } from './rules/order.ts';
import { hashOfReference, type Reference, referencesOf } from './rules/references.ts';
import { insertTerms } from './search-sql.ts';

/** Told the stream of an order, or the id of a parcel, whenever it changes. */
export const DELIVERIES_CHANNEL = 'delivery_changed';

/** In no order, and those that are unknown left out. */
export async function findOrders(sql: Queryable, ids: readonly string[]): Promise<readonly Order[]> {
  return (await sql.query<OrderRow>(`select ${ORDER_COLUMNS} from orders where id = any($1)`, [ids])).map(orderFrom);
}

/** An order as it was read, with what tells whether it has changed since. */
export type ReadOrderRow = { readonly order: Order; readonly version: string };

/**
 * Those of these orders that are not known in the version that stands in the database, in no order. A version is the transaction that wrote
 * the row, so whoever changes an order, by whatever way, gives it another.
 */
export async function findChangedOrders(
  sql: Queryable,
  wanted: readonly { readonly id: string; readonly known: ReadOrderRow | undefined }[],
): Promise<readonly ReadOrderRow[]> {
  const rows = await sql.query<OrderRow & { version: string }>(
    `select ${ORDER_COLUMNS}, orders.xmin::text as version
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as wanted (order_id, known_version, known_ahead_ms)
     join orders on id = order_id
     where known_version is null or orders.xmin::text <> known_version or ${clockAheadMs('partner_id')} <> known_ahead_ms`,
    [
      wanted.map(({ id }) => id),
      wanted.map(({ known }) => known?.version),
      wanted.map(({ known }) => known?.order.clockAheadMs),
    ],
  );
  return rows.map((row) => ({ order: orderFrom(row), version: row.version }));
}

/** The orders that quotations have bought. */
export async function findBoughtOrders(sql: Queryable, quotationIds: readonly string[]): Promise<readonly Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where quotation_id = any($1) and replaces_id is null`,
    [quotationIds],
  );
  return rows.map(orderFrom);
}

/** By order, those in whose place it stands, the first of them first. */
export async function predecessorsOf(
  sql: Queryable,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, readonly OrderId[]>> {
  const rows = await sql.query<{ order_id: OrderId; ids: readonly OrderId[] }>(
    `with recursive line as (
       select id as order_id, replaces_id as id, 1 as steps from orders where id = any($1)
       union all
       select order_id, orders.replaces_id, steps + 1 from line join orders on orders.id = line.id
     )
     select order_id, array_agg(id order by steps desc) as ids from line where id is not null group by order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ order_id, ids }) => [order_id, ids]));
}

export async function countOpenOrders(sql: Queryable, partnerId: PartnerId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from orders where partner_id = $1 and ended_at is null',
    [partnerId],
  );
  return row?.count ?? 0;
}

export async function lockOrder(tx: Transaction, id: string): Promise<Order | undefined> {
  const [row] = await tx.query<OrderRow>(`select ${ORDER_COLUMNS} from orders where id = $1 for no key update`, [id]);
  return row === undefined ? undefined : orderFrom(row);
}

export type Page = { readonly before: string | undefined; readonly limit: number };

/** A partner's orders in one market, newest first. */
export async function listOrders(
  sql: Queryable,
  partnerId: PartnerId,
  market: string,
  { before, limit }: Page,
): Promise<readonly Order[]> {
  const rows = await sql.queryByValues<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where partner_id = $1 and ${only('market', '$2')} and id < $3
     order by market desc, id desc limit $4`,
    [partnerId, market, before ?? LARGEST_ID, limit],
  );
  return rows.map(orderFrom);
}

/** Those that carry a reference, newest first. */
export async function listOrdersByReference(
  sql: Queryable,
  partnerId: PartnerId,
  market: string,
  reference: Reference,
  { before, limit }: Page,
): Promise<readonly Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders join (
       select order_id from order_references
       where partner_id = $1 and market = $2 and reference = $3 and order_id < coalesce($4::bigint, 9223372036854775807)
       order by order_id desc limit $5
     ) found on found.order_id = orders.id
     order by id desc`,
    [partnerId, market, hashOfReference(reference), before ?? null, limit],
  );
  return rows.map(orderFrom);
}

/** The table gives a driver one order at a time; whoever comes with a second one is told so. */
export async function updateOrder(tx: Transaction, order: Order): Promise<void> {
  const writing = tx.query(
    `update orders set status = $2, match_by = $3, driver_id = $4, matched_at = $5, arrived_at = $6, picked_up_at = $7,
       ended_at = $8, fare_minor = $9, priority_fee_minor = $10, give_backs = $11, give_backs_in_a_row = $12,
       former_driver_ids = $13, edits_used = $14, document = $15, pricing = $16, history = $17, replaced_by_id = $18,
       event_count = $19, revision = $20
     where id = $1 returning pg_notify('${DELIVERIES_CHANNEL}', stream_id::text)`,
    [order.id, ...stateValues(order), ...factValues(order), order.replacedBy ?? null, order.eventCount, order.revision],
  );
  await writing.catch((error: unknown) => {
    if (!breaksUniqueness(error, 'orders_one_under_way')) throw error;
    throw new DeliveryError(
      'ERR_INVALID_ORDER_STATUS',
      'This driver has an order already, which must be finished first.',
    );
  });
}

function stateValues(order: Order): readonly unknown[] {
  const driver = driverOf(order);
  return [
    order.status,
    timestampOrNull('matchBy' in order ? order.matchBy : undefined),
    driver?.driverId ?? null,
    timestampOrNull(driver?.matchedAt),
    timestampOrNull(driver?.arrivedAt),
    timestampOrNull('pickedUpAt' in order ? order.pickedUpAt : undefined),
    timestampOrNull('endedAt' in order ? order.endedAt : undefined),
  ];
}

function factValues(order: Order): readonly unknown[] {
  return [
    order.fareMinor.toString(),
    order.priorityFeeMinor.toString(),
    order.giveBacks,
    order.giveBacksInARow,
    order.formerDriverIds,
    order.editsUsed,
    JSON.stringify(order.delivery),
    JSON.stringify(order.pricing),
    JSON.stringify(order.history),
  ];
}

/** An order that takes another's place; its hold and events are booked apart from it. */
export async function insertSuccessor(tx: Transaction, order: Order): Promise<void> {
  const values = [
    order.id,
    ...stateValues(order),
    ...factValues(order),
    order.partnerId,
    order.quotationId,
    order.market,
    order.locode,
    order.service,
    timestamp(order.placedAt),
    timestampOrNull(order.scheduleAt),
    order.currency,
    order.requestHash,
    order.shareToken,
    order.replaces ?? null,
    order.streamId,
    order.eventCount,
    order.revision,
  ];
  await tx.query(
    `insert into orders (id, status, match_by, driver_id, matched_at, arrived_at, picked_up_at, ended_at, fare_minor,
       priority_fee_minor, give_backs, give_backs_in_a_row, former_driver_ids, edits_used, document, pricing, history, partner_id,
       quotation_id, market, locode, service, placed_at, schedule_at, currency, request_hash, share_token, replaces_id, stream_id,
       event_count, revision)
     values (${values.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
  await tx.query(
    `insert into order_references (partner_id, market, reference, order_id)
     select $1, $2, unnest($3::bigint[]), $4 on conflict do nothing`,
    [order.partnerId, order.market, referencesOf(order.delivery).map(hashOfReference), order.id],
  );
  await insertTerms(tx, [order]);
}

type WrongHold = {
  readonly partnerId: string;
  readonly currency: string;
  readonly heldMinor: string;
  readonly neededMinor: string;
};

/** Wallets in which another amount is held than their open orders come to. */
export async function wrongHolds(sql: Queryable, most: number): Promise<readonly WrongHold[]> {
  return sql.query<WrongHold>(
    `select account.partner_id as "partnerId", account.currency, account.balance_minor as "heldMinor",
       coalesce(needed.total_minor, 0) as "neededMinor"
     from ledger_accounts account left join (
       select partner_id, currency, sum(fare_minor + priority_fee_minor) as total_minor
       from orders where ended_at is null group by partner_id, currency
     ) needed on needed.partner_id = account.partner_id and needed.currency = account.currency
     where account.kind = 'held' and account.balance_minor <> coalesce(needed.total_minor, 0)
     order by account.id limit $1`,
    [most],
  );
}
