import type { Queryable } from '../../src/infrastructure/database/database.ts';

/** What the copies of a placed order have in common, as text. */
export type Pattern = {
  readonly fare: string;
  readonly document: string;
  readonly pricing: string;
  readonly history: string;
  readonly placed_at: string;
  readonly match_by: string;
  readonly event_data: string;
  readonly updated_at: string;
  readonly timer_kind: string;
  readonly traceparent: string;
  readonly answer_body: string;
  readonly decimals: string;
};

export async function readPattern(database: Queryable): Promise<Pattern> {
  const [pattern] = await database.query<Pattern>(
    `select fare_minor as fare, orders.document::text as document, pricing::text as pricing, history::text as history,
       placed_at::text as placed_at, match_by::text as match_by,
       event.data::text as event_data, event.data ->> 'updatedAt' as updated_at,
       job.kind as timer_kind, job.traceparent, answer.body as answer_body, pricing ->> 'decimals' as decimals
     from orders join events event on event.stream_id = orders.id
       join jobs job on job.payload ->> 'orderId' = orders.id::text
       join remembered_answers answer on strpos(answer.body, orders.id::text) > 0
     order by orders.id limit 1`,
  );
  if (pattern === undefined) throw new Error('no order has been placed to write copies of');
  return pattern;
}

/**
 * The least that writes what a placement writes, with names for what it needs. The number of the quotation serves for the order too,
 * and what is random in an order follows from it.
 */
export const PLACE_ONE = `
  with wallet as (
    update ledger_accounts set balance_minor = balance_minor - :fare::bigint, event_count = event_count + 1
    where partner_id = :partner::bigint and currency = 'HKD' and kind = 'partner' returning id, balance_minor, event_count
  ), held as (
    update ledger_accounts set balance_minor = ledger_accounts.balance_minor + :fare::bigint from wallet
    where partner_id = :partner::bigint and currency = 'HKD' and kind = 'held' returning ledger_accounts.id
  ), new_order as (
    insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, match_by, currency,
      fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)
    select :quotation::bigint, :partner::bigint, :quotation::bigint, 'HK', 'HK HKG', 'MOTORCYCLE', 'ASSIGNING_DRIVER',
      :placed_at::timestamptz, :match_by::timestamptz, 'HKD', :fare::bigint, :document::json, :pricing::json, :history::json,
      sha256(convert_to('body ' || :quotation::text, 'UTF8')),
      encode(substr(sha256(convert_to('link ' || :quotation::text, 'UTF8')), 1, 18), 'base64'), :quotation::bigint, 1
    from wallet
  ), reference as (
    insert into order_references (partner_id, market, reference, order_id)
    select :partner::bigint, 'HK', hashint8extended(:quotation::bigint, 0), :quotation::bigint from wallet
  ), hold as (
    insert into ledger_transfers
      (id, business_key, kind, from_account_id, to_account_id, wallet_id, order_id, amount_minor, created_at)
    select :quotation::bigint, 'order/' || :quotation::text || '/hold', 'hold', wallet.id, held.id, wallet.id, :quotation::bigint,
      :fare::bigint, :placed_at::timestamptz
    from wallet, held
  ), new_events as (
    insert into events (stream_id, number, partner_id, type, data, created_at)
    select :quotation::bigint, 1, :partner::bigint, 'ORDER_STATUS_CHANGED', :event_data::json, :placed_at::timestamptz from wallet
    union all
    select id, event_count, :partner::bigint, 'WALLET_BALANCE_CHANGED', json_build_object(
      'balance', json_build_object('currency', 'HKD', 'amount', printed_amount(balance_minor, :decimals::integer)),
      'updatedAt', :updated_at::text), :placed_at::timestamptz
    from wallet
  ), timer as (
    insert into jobs (kind, name, due_at, payload, traceparent)
    select :timer_kind::text, :quotation::text || '/1', :match_by::timestamptz,
      jsonb_build_object('orderId', :quotation::text), :traceparent::text
    from wallet
  ), answer as (
    insert into remembered_answers (fingerprint, status, body, answered_at)
    select sha256(convert_to('call ' || :quotation::text, 'UTF8')), 201, :answer_body::text, :placed_at::timestamptz from wallet
  )
  select id from held`;
