import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import type { Delivery, HistoryEntry, OrderId } from './rules/order.ts';
import { hashOfReference, type Reference } from './rules/references.ts';

/** Orders that ended by that time, each by its partner's clock, and still hold personal data. */
export async function findOrdersToErase(
  sql: Queryable,
  endedUntil: Instant,
  most: number,
): Promise<readonly OrderId[]> {
  const rows = await sql.query<{ id: OrderId }>(
    `(select id from orders where erased_at is null and ended_at <= $1 order by ended_at limit $2)
     union all
     (select due.id from partner_clocks clock cross join lateral (
        select id from orders
        where partner_id = clock.partner_id and erased_at is null and ended_at > $1
          and ended_at <= $1::timestamptz + clock.ahead_ms * interval '1 millisecond'
        order by ended_at limit $2
      ) due)
     limit $2`,
    [timestamp(endedUntil), most],
  );
  return rows.map(({ id }) => id);
}

export type ErasableOrder = {
  readonly id: OrderId;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly quotationId: string;
  /** Undefined where another order goes on with it in its place. */
  readonly streamId: string | undefined;
  readonly delivery: Delivery;
  readonly history: readonly HistoryEntry[];
};

/** Those of them that have ended, always in the same order. */
export async function lockEndedOrders(tx: Transaction, ids: readonly string[]): Promise<readonly ErasableOrder[]> {
  const rows = await tx.query<ErasableOrder & { streamId: string | null }>(
    `select id, partner_id as "partnerId", market, quotation_id as "quotationId",
       case when replaced_by_id is null then stream_id end as "streamId", document as delivery, history
     from orders where id = any($1) and ended_at is not null order by id for no key update`,
    [ids],
  );
  return rows.map((row) => ({ ...row, streamId: row.streamId ?? undefined }));
}

/** An order and those that took its place, one after the other, once the last of them has ended; none before. */
export async function findEndedLine(sql: Queryable, orderId: string): Promise<readonly OrderId[]> {
  const rows = await sql.query<{ id: OrderId }>(
    `with recursive line as (
       select id, replaced_by_id, ended_at from orders where id = $1
       union all
       select next.id, next.replaced_by_id, next.ended_at from line join orders next on next.id = line.replaced_by_id
     )
     select id from line where not exists (select from line where ended_at is null)`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}

/** The row with what is left of it, and nothing that it is found by; `erasedAt` where nobody's data is left. */
export async function saveErasure(
  tx: Transaction,
  orders: readonly ErasableOrder[],
  erasedAt: Instant | undefined,
): Promise<void> {
  await tx.query(
    `update orders set document = new.document, history = new.history, erased_at = coalesce($2, erased_at), revision = revision + 1
     from json_to_recordset($1) as new(id bigint, document json, history json) where orders.id = new.id`,
    [
      JSON.stringify(orders.map(({ id, delivery, history }) => ({ id, document: delivery, history }))),
      timestampOrNull(erasedAt),
    ],
  );
  await tx.query('delete from order_terms where order_id = any($1)', [orders.map(({ id }) => id)]);
}

export async function deleteReferences(
  tx: Transaction,
  references: readonly { readonly order: ErasableOrder; readonly reference: Reference }[],
): Promise<void> {
  await tx.query(
    `delete from order_references known
     using unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) as gone(partner_id, market, reference, order_id)
     where known.partner_id = gone.partner_id and known.market = gone.market and known.reference = gone.reference
       and known.order_id = gone.order_id`,
    [
      references.map(({ order }) => order.partnerId),
      references.map(({ order }) => order.market),
      references.map(({ reference }) => hashOfReference(reference)),
      references.map(({ order }) => order.id),
    ],
  );
}

export type Look = {
  /** Any of these texts, in small letters, wherever and in whatever case it stands in what is kept of the delivery. */
  readonly texts: readonly string[];
  /** Or this driver has it, or had. */
  readonly driverId?: string | undefined;
};
export type Looked = {
  readonly named: readonly string[];
  readonly driven: readonly { readonly id: string; readonly partnerId: PartnerId; readonly streamId: string }[];
  /** Where to go on; undefined at the end. */
  readonly last: string | undefined;
};

/**
 * A stretch of all orders, of which so many are read that still hold personal data: no index knows who is at which stop. Those that hold
 * none are passed by, ten times as many at most, so that also where nearly all are erased every stretch ends in good time.
 */
export async function lookForOrders(sql: Queryable, look: Look, after: string, most: number): Promise<Looked> {
  const [row] = await sql.query<{ named: string[]; driven: Looked['driven']; last: string | null }>(
    `with passed as materialized (
       select id, erased_at is null as is_kept from orders where id > $1 order by id limit $2::integer * 10
     ), stretch as materialized (
       select id, partner_id, stream_id, driver_id, former_driver_ids, lower(document::text || history::text) as words from orders
       where id = any(array(select id from passed where is_kept order by id limit $2))
     )
     select case count(*) when $2 then max(id) else (select max(id) from passed) end as last,
       coalesce(array_agg(id) filter (where exists (select from unnest($3::text[]) wanted where strpos(words, wanted) > 0)), '{}') as named,
       coalesce(json_agg(json_build_object('id', id::text, 'partnerId', partner_id::text, 'streamId', stream_id::text))
         filter (where driver_id = $4 or $4 = any(former_driver_ids)), '[]') as driven
     from stretch`,
    [after, most, look.texts, look.driverId ?? null],
  );
  return { named: row?.named ?? [], driven: row?.driven ?? [], last: row?.last ?? undefined };
}

export type KeptOrder = ErasableOrder & {
  readonly status: string;
  readonly placedAt: Date;
  readonly endedAt: Date | null;
};

export async function findKeptOrders(sql: Queryable, ids: readonly string[]): Promise<readonly KeptOrder[]> {
  return sql.query<KeptOrder>(
    `select id, partner_id as "partnerId", market, locode, service, status, placed_at as "placedAt", ended_at as "endedAt",
       quotation_id as "quotationId", stream_id as "streamId", document as delivery, history
     from orders where id = any($1) order by id`,
    [ids],
  );
}

export function findKeptTerms(sql: Queryable, orderIds: readonly string[]) {
  return sql.query<{ readonly orderId: string; readonly term: string }>(
    'select order_id as "orderId", term from order_terms where order_id = any($1) order by order_id, term',
    [orderIds],
  );
}
