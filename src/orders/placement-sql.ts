import type { MinorUnits } from '../foundation/money.ts';
import { type Queryable, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import type { Memory } from '../infrastructure/http/partner-api.ts';
import { type Trace, traceparentOf } from '../infrastructure/trace.ts';
import type { NewEvent } from '../webhooks/index.ts';
import { type MatchingOrder, totalOf } from './rules/order.ts';
import { hashOfReference, referencesOf } from './rules/references.ts';

/** What one placement writes: the order with its hold, first events and timer, and the answer to a retry of the call. */
export type Placement = {
  readonly order: MatchingOrder;
  readonly transferId: string;
  /** Before the other one, where the partner has chosen it. */
  readonly created: Required<NewEvent>;
  readonly event: NewEvent;
  readonly timerKind: string;
  readonly trace: Trace;
  readonly remembered: Memory | undefined;
};
export type PlacementResult = {
  readonly placed: boolean;
  readonly balanceMinor: MinorUnits;
  readonly eventCount: number;
};

/**
 * Places 1 to 64 orders in one statement. It touches the tables of wallet, webhooks, jobs and partners as well: that is what
 * makes an order cost one round trip and one commit for all that arrived together (docs/decisions/0006). The wallets are locked
 * in the order of their ids; each order is paid in its turn from what those before it have left (rules/placement-batch.ts).
 * Balances are written by an upsert of what was locked: an UPDATE would look at rows as they were when the statement began, check
 * anew those that changed before the lock, and lose some of them on the way.
 */
export async function placeOrders(
  sql: Queryable,
  placements: readonly Placement[],
): Promise<readonly PlacementResult[]> {
  const rows = await sql.query<PlacementRow>(PLACE_ORDERS, [
    JSON.stringify(placements.map(placementToJson)),
    placements.map(({ order }) => order.partnerId),
    placements.map(({ order }) => order.currency),
  ]);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return placements.map((_, place) => {
    const row = byPlace.get(place);
    return {
      placed: row?.fits ?? false,
      balanceMinor: BigInt(row?.left_minor ?? 0),
      eventCount: row?.event_count ?? 0,
    };
  });
}

type PlacementRow = { place: number; fits: boolean; left_minor: string; event_count: number | null };

function placementToJson(
  { order, transferId, created, event, timerKind, trace, remembered }: Placement,
  place: number,
) {
  return {
    place,
    id: order.id,
    partner_id: order.partnerId,
    quotation_id: order.quotationId,
    market: order.market,
    locode: order.locode,
    service: order.service,
    placed_at: timestamp(order.placedAt),
    schedule_at: timestampOrNull(order.scheduleAt),
    match_by: timestamp(order.matchBy),
    currency: order.currency,
    decimals: order.pricing.decimals,
    total_minor: totalOf(order).toString(),
    document: order.delivery,
    pricing: order.pricing,
    history: order.history,
    request_hash: order.requestHash.toString('hex'),
    share_token: order.shareToken,
    transfer_id: transferId,
    references: referencesOf(order.delivery).map(hashOfReference),
    created_type: created.type,
    created_choice: created.choice,
    created_data: created.data,
    event_type: event.type,
    event_data: event.data,
    timer_kind: timerKind,
    traceparent: traceparentOf(trace),
    ...(remembered === undefined
      ? {}
      : {
          fingerprint: remembered.fingerprint.toString('hex'),
          answer_status: remembered.status,
          answer_body: remembered.body,
          answered_at: timestamp(remembered.at),
        }),
  };
}

const PLACE_ORDERS = `
  with recursive asked as materialized (
    select * from json_to_recordset($1::json) as asked(
      place integer, id bigint, partner_id bigint, quotation_id bigint, market text, locode text, service text,
      placed_at timestamptz, schedule_at timestamptz, match_by timestamptz, currency text, decimals integer, total_minor bigint,
      document json, pricing json, history json, request_hash text, share_token text, transfer_id bigint, "references" bigint[],
      created_type text, created_choice text, created_data json, event_type text, event_data json, timer_kind text, traceparent text,
      fingerprint text, answer_status smallint, answer_body text, answered_at timestamptz)
  ), accounts as materialized (
    select id, kind, partner_id, currency, balance_minor, event_count, alert_below_minor
    from ledger_accounts where partner_id = any($2::bigint[]) and currency = any($3::text[]) order by id for update
  ), turns as materialized (
    select asked.place, asked.total_minor, wallet.id as wallet_id, wallet.balance_minor,
      row_number() over (partition by wallet.id order by asked.place) as turn
    from asked join accounts wallet
      on wallet.kind = 'partner' and wallet.partner_id = asked.partner_id and wallet.currency = asked.currency
  ), settled as (
    select place, wallet_id, turn, total_minor <= balance_minor as fits,
      balance_minor - case when total_minor <= balance_minor then total_minor else 0 end as left_minor,
      case when total_minor <= balance_minor and total_minor > 0 then 1 else 0 end as changes
    from turns where turn = 1
    union all
    select turns.place, turns.wallet_id, turns.turn, turns.total_minor <= left_minor,
      left_minor - case when turns.total_minor <= left_minor then turns.total_minor else 0 end,
      changes + case when turns.total_minor <= left_minor and turns.total_minor > 0 then 1 else 0 end
    from settled join turns on turns.wallet_id = settled.wallet_id and turns.turn = settled.turn + 1
  ), placed as materialized (
    select asked.*, settled.wallet_id, settled.left_minor, settled.changes, held.id as held_id, wallet.event_count,
      case when exists (
        select from event_choices where partner_id = asked.partner_id and asked.created_choice = any(choices)
      ) then 1 else 0 end as chosen_events
    from asked join settled using (place)
      join accounts wallet on wallet.id = settled.wallet_id
      join accounts held on held.kind = 'held' and held.partner_id = asked.partner_id and held.currency = asked.currency
    where settled.fits
  ), wallets as materialized (
    select wallet.id, held_id, wallet.partner_id, wallet.currency, max(decimals) as decimals, max(placed_at) as at,
      sum(total_minor) as held_minor, min(left_minor) as left_minor, max(changes) as changes, wallet.event_count,
      case when wallet.balance_minor >= wallet.alert_below_minor and min(left_minor) < wallet.alert_below_minor
        then wallet.alert_below_minor end as fallen_below_minor
    from placed join accounts wallet on wallet.id = placed.wallet_id
    group by wallet.id, held_id, wallet.partner_id, wallet.currency, wallet.event_count, wallet.balance_minor, wallet.alert_below_minor
  ), new_orders as (
    insert into orders (id, partner_id, quotation_id, market, locode, service, status, placed_at, schedule_at, match_by, currency,
      fare_minor, document, pricing, history, request_hash, share_token, stream_id, event_count)
    select id, partner_id, quotation_id, market, locode, service, 'ASSIGNING_DRIVER', placed_at, schedule_at, match_by, currency,
      total_minor, document, pricing, history, decode(request_hash, 'hex'), share_token, id, chosen_events + 1
    from placed
  ), new_references as (
    insert into order_references (partner_id, market, reference, order_id)
    select distinct partner_id, market, reference, id from placed, unnest("references") as reference
  ), holds as (
    insert into ledger_transfers
      (id, business_key, kind, from_account_id, to_account_id, wallet_id, order_id, amount_minor, created_at)
    select transfer_id, 'order/' || id || '/hold', 'hold', wallet_id, held_id, wallet_id, id, total_minor, placed_at
    from placed where total_minor > 0
  ), balances as (
    insert into ledger_accounts (id, kind, partner_id, currency, balance_minor, event_count)
    select account.id, account.kind, account.partner_id, account.currency,
      account.balance_minor + change.amount_minor, account.event_count + change.events
    from (
      select id, -held_minor, changes + case when fallen_below_minor is null then 0 else 1 end from wallets
      union all select held_id, held_minor, 0 from wallets
    ) as change(account_id, amount_minor, events) join accounts account on account.id = change.account_id
    on conflict (id) do update set balance_minor = excluded.balance_minor, event_count = excluded.event_count
  ), new_events as (
    insert into events (stream_id, number, partner_id, type, data, created_at)
    select id, 1, partner_id, created_type, created_data, placed_at from placed where chosen_events = 1
    union all
    select id, chosen_events + 1, partner_id, event_type, event_data, placed_at from placed
    union all
    select wallet_id, event_count + changes, partner_id, 'WALLET_BALANCE_CHANGED', json_build_object(
      'balance', json_build_object('currency', currency, 'amount', printed_amount(left_minor, decimals)),
      'updatedAt', event_data ->> 'updatedAt'), placed_at
    from placed where total_minor > 0
    union all
    select wallets.id, event_count + changes + 1, partner_id, 'WALLET_BALANCE_LOW', json_build_object(
      'balance', json_build_object('currency', currency, 'amount', printed_amount(left_minor, decimals)),
      'threshold', json_build_object('currency', currency, 'amount', printed_amount(fallen_below_minor, decimals)),
      'updatedAt', (select event_data ->> 'updatedAt' from placed where wallet_id = wallets.id order by changes desc limit 1)), at
    from wallets where fallen_below_minor is not null
  ), timers as (
    insert into jobs (kind, name, due_at, payload, traceparent)
    select timer_kind, id || '/' || 1, match_by, jsonb_build_object('orderId', id::text), traceparent from placed
  ), answers as (
    insert into remembered_answers (fingerprint, status, body, answered_at)
    select decode(fingerprint, 'hex'), answer_status, answer_body, answered_at from placed where fingerprint is not null
    on conflict do nothing -- The same call in another process, in the same millisecond: whose order it is, the quotation decides.
  )
  select place, fits, settled.left_minor, chosen_events + 1 as event_count from settled left join placed using (place)`;
