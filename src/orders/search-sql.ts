import type { PartnerId } from '../foundation/ids.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import type { Delivery, OrderId } from './rules/order.ts';
import { termsOf } from './rules/search.ts';

/** More orders than this that begin with what is looked for are too many to show. */
export const MOST_FOUND = 2_000;

type Searched = { readonly id: string; readonly partnerId: PartnerId; readonly delivery: Delivery };

export async function insertTerms(tx: Transaction, orders: readonly Searched[]): Promise<void> {
  const rows = orders.flatMap(({ id, partnerId, delivery }) =>
    termsOf(delivery).map((term) => ({ partner_id: partnerId, term, order_id: id })),
  );
  await tx.query(
    `insert into order_terms (partner_id, term, order_id)
     select * from json_to_recordset($1::json) as found(partner_id bigint, term text, order_id bigint)
     order by partner_id, term collate "C" on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Whoever holds this is the only one who goes on with it, until the transaction ends. */
export async function lockProgress(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ position: string }>('select position from order_terms_progress for update', []);
  return row?.position ?? '0';
}

/** Orders whose placement stands in the log after a position, among that many entries; and the last entry looked at. */
export async function placedAfter(
  tx: Transaction,
  position: string,
  most: number,
): Promise<{ readonly orders: readonly Searched[]; readonly last: string | undefined; readonly looked: number }> {
  const [row] = await tx.query<{ looked: number; last: string | null; first_events: string[] }>(
    `select count(*)::integer as looked, max(position) as last,
       coalesce(array_agg(stream_id) filter (where number = 1), '{}') as first_events
     from (select position, stream_id, number from event_log where position > $1 order by position limit $2) log`,
    [position, most],
  );
  const orders = await tx.query<{ id: OrderId; partner_id: PartnerId; document: Delivery }>(
    'select id, partner_id, document from orders where id = any($1)',
    [row?.first_events ?? []],
  );
  return {
    orders: orders.map(({ id, partner_id, document }) => ({ id, partnerId: partner_id, delivery: document })),
    last: row?.last ?? undefined,
    looked: row?.looked ?? 0,
  };
}

export async function saveProgress(tx: Transaction, position: string): Promise<void> {
  await tx.query('update order_terms_progress set position = $1', [position]);
}

type Found = {
  /** Of which a term is exactly what is looked for: the newest before the page. */
  readonly exact: readonly string[];
  /** Of which a term goes on after it. */
  readonly begins: readonly string[];
  /** Not all that begin so were looked at. */
  readonly isTooMany: boolean;
};

/** A partner's orders, or everybody's, by the beginning of what they are found by. */
export async function findByTerms(
  sql: Queryable,
  partnerId: PartnerId | undefined,
  beginnings: readonly string[],
  before: string,
): Promise<Found> {
  const whose = partnerId === undefined ? '$4::bigint is null' : 'partner_id = $4';
  const found = (_beginning: string, place: number) => {
    const beginning = `($1::text[])[${place + 1}]`;
    return `(select order_id, true as is_exact from order_terms
       where ${whose} and ${only('term', beginning)} and order_id < $2
       order by term desc, order_id desc limit $3)
     union all
     (select order_id, false from order_terms
       where ${whose} and term > ${beginning} and term < ${beginning} || U&'\\+10FFFF' limit $3 + 1)`;
  };
  const rows = await sql.queryByValues<{ order_id: string; is_exact: boolean }>(
    beginnings.map(found).join(' union all '),
    [beginnings, before, MOST_FOUND, partnerId ?? null],
  );
  const [exact, begins] = [true, false].map((isExact) => rows.filter((row) => row.is_exact === isExact));
  const idsOf = (found: typeof rows = []) => [...new Set(found.map(({ order_id }) => order_id))];
  return { exact: idsOf(exact), begins: idsOf(begins), isTooMany: (begins?.length ?? 0) > MOST_FOUND };
}
