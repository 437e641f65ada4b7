import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import type { Ids } from '../../src/infrastructure/ids.ts';
import type { Random } from '../../src/infrastructure/random.ts';

/** One placed order with all that was written beside it, as text. */
type Pattern = {
  readonly fare_minor: string;
  readonly document: string;
  readonly pricing: string;
  readonly history: string;
  readonly placed_at: Date;
  readonly match_by: Date;
  readonly event_data: string;
  readonly timer_kind: string;
  readonly traceparent: string;
  readonly answer_body: string;
  readonly decimals: number;
};
type Quoted = { readonly id: string; readonly partnerId: string };
type Loop = {
  readonly database: Queryable;
  readonly ids: Ids;
  readonly random: Random;
  readonly clients: number;
};

/** How many orders a second so many clients place that do nothing else, one order a transaction. */
export async function placeInLoop(
  { database, ids, random, clients }: Loop,
  pattern: Pattern,
  quotations: readonly Quoted[],
): Promise<number> {
  const orders = quotations.map(({ id: quotationId, partnerId }) => [
    pattern.fare_minor,
    partnerId,
    ids.next<'order'>(),
    quotationId,
    pattern.placed_at,
    pattern.match_by,
    pattern.document,
    pattern.pricing,
    pattern.history,
    random.bytes(32),
    random.bytes(18).toString('base64url'),
    random.bytes(8).readBigInt64BE(0).toString(),
    ids.next<'ledgerTransfer'>(),
    pattern.event_data,
    pattern.decimals,
    pattern.timer_kind,
    pattern.traceparent,
    random.bytes(32),
    pattern.answer_body,
  ]);
  let next = 0;
  const client = async () => {
    for (let order = orders[next++]; order !== undefined; order = orders[next++]) {
      const placed = await database.query(PLACE_ONE, order);
      if (placed.length === 0) throw new Error('an order was not placed');
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (orders.length * SECOND_MS) / (performance.now() - begun);
}

export async function readPattern(database: Queryable): Promise<Pattern> {
  const [pattern] = await database.query<Pattern>(
    `select fare_minor, orders.document::text as document, pricing::text as pricing, history::text as history, placed_at, match_by,
       event.data::text as event_data, job.kind as timer_kind, job.traceparent, answer.body as answer_body,
       (pricing ->> 'decimals')::integer as decimals
     from orders join events event on event.stream_id = orders.id
       join jobs job on job.payload ->> 'orderId' = orders.id::text
       join remembered_answers answer on strpos(answer.body, orders.id::text) > 0
     order by orders.id limit 1`,
  );
  if (pattern === undefined) throw new Error('no order has been placed to write copies of');
  return pattern;
}

/** The least that writes what a placement writes. */
const PLACE_ONE = `
  with wallet as (
    update ledger_accounts set balance_minor = balance_minor - $1::bigint, event_count = event_count + 1
    where partner_id = $2::bigint and currency = 'HKD' and kind = 'partner' returning id, balance_minor, event_count
  ), held as (
    update ledger_accounts set balance_minor = ledger_accounts.balance_minor + $1 from wallet
    where partner_id = $2 and currency = 'HKD' and kind = 'held' returning ledger_accounts.id
  ), new_order as (
    insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, match_by, currency,
      fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)
    select $3::bigint, $2, $4::bigint, 'HK', 'HK HKG', 'MOTORCYCLE', 'ASSIGNING_DRIVER', $5::timestamptz, $6::timestamptz, 'HKD',
      $1, $7::json, $8::json, $9::json, $10::bytea, $11::text, $3, 1
    from wallet
  ), reference as (
    insert into order_references (partner_id, market, reference, order_id) select $2, 'HK', $12::bigint, $3 from wallet
  ), hold as (
    insert into ledger_transfers
      (id, business_key, kind, from_account_id, to_account_id, wallet_id, order_id, amount_minor, created_at)
    select $13::bigint, 'order/' || $3 || '/hold', 'hold', wallet.id, held.id, wallet.id, $3, $1, $5 from wallet, held
  ), new_events as (
    insert into events (stream_id, number, partner_id, type, data, created_at)
    select $3, 1, $2, 'ORDER_STATUS_CHANGED', $14::json, $5 from wallet
    union all
    select id, event_count, $2, 'WALLET_BALANCE_CHANGED', json_build_object(
      'balance', json_build_object('currency', 'HKD', 'amount', printed_amount(balance_minor, $15)),
      'updatedAt', $14::json ->> 'updatedAt'), $5
    from wallet
  ), timer as (
    insert into jobs (kind, name, due_at, payload, traceparent)
    select $16::text, $3 || '/1', $6, jsonb_build_object('orderId', $3::text), $17::text from wallet
  ), answer as (
    insert into remembered_answers (fingerprint, status, body, answered_at) select $18::bytea, 201, $19::text, $5 from wallet
  )
  select id from held`;
