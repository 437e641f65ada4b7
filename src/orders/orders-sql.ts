import { DeliveryError } from '../foundation/errors.ts';
import type { Point } from '../foundation/geo.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import {
  breaksUniqueness,
  type Queryable,
  type Transaction,
  timestamp,
  timestampOrNull,
} from '../infrastructure/database/database.ts';
import type { Memory } from '../infrastructure/http/partner-api.ts';
import { type Trace, traceparentOf } from '../infrastructure/trace.ts';
import type { NewEvent } from '../webhooks/index.ts';
import {
  type Assignment,
  type Delivery,
  driverOf,
  type HistoryEntry,
  type MatchingOrder,
  type Order,
  type OrderFacts,
  type OrderId,
  type OrderStatus,
  type OrderUnderWay,
  type Pricing,
  totalOf,
} from './rules/order.ts';
import { hashOfReference, type Reference, referencesOf } from './rules/references.ts';

type OrderRow = {
  id: OrderId;
  partner_id: PartnerId;
  quotation_id: string;
  market: string;
  locode: string;
  service: string;
  status: OrderStatus;
  placed_at: Date;
  schedule_at: Date | null;
  match_by: Date | null;
  driver_id: string | null;
  matched_at: Date | null;
  arrived_at: Date | null;
  picked_up_at: Date | null;
  ended_at: Date | null;
  currency: string;
  fare_minor: string;
  priority_fee_minor: string;
  give_backs: number;
  give_backs_in_a_row: number;
  former_driver_ids: string[];
  edits_used: number;
  document: Delivery;
  pricing: Pricing;
  history: HistoryEntry[];
  request_hash: Buffer;
  share_token: string;
  replaces_id: OrderId | null;
  replaced_by_id: OrderId | null;
  stream_id: string;
  event_count: number;
  revision: number;
  clock_ahead_ms: string;
};
const COLUMNS = `id, partner_id, quotation_id, market, locode, service, status, placed_at, schedule_at, match_by, driver_id,
  matched_at, arrived_at, picked_up_at, ended_at, currency, fare_minor, priority_fee_minor, give_backs, give_backs_in_a_row,
  former_driver_ids, edits_used, document, pricing, history, request_hash, share_token, replaces_id, replaced_by_id, stream_id,
  event_count, revision, clock_ahead_ms(partner_id) as clock_ahead_ms`;

function orderFrom(row: OrderRow): Order {
  const facts: OrderFacts = {
    id: row.id,
    partnerId: row.partner_id,
    quotationId: row.quotation_id,
    market: row.market,
    locode: row.locode,
    service: row.service,
    placedAt: row.placed_at.getTime(),
    scheduleAt: row.schedule_at?.getTime(),
    currency: row.currency,
    fareMinor: BigInt(row.fare_minor),
    priorityFeeMinor: BigInt(row.priority_fee_minor),
    giveBacks: row.give_backs,
    giveBacksInARow: row.give_backs_in_a_row,
    formerDriverIds: row.former_driver_ids,
    editsUsed: row.edits_used,
    delivery: row.document,
    pricing: row.pricing,
    history: row.history,
    requestHash: row.request_hash,
    shareToken: row.share_token,
    replaces: row.replaces_id ?? undefined,
    replacedBy: row.replaced_by_id ?? undefined,
    streamId: row.stream_id,
    eventCount: row.event_count,
    revision: row.revision,
    clockAheadMs: Number(row.clock_ahead_ms),
  };
  // The table's own checks promise that each status has what its type says.
  const state = {
    status: row.status,
    matchBy: row.match_by?.getTime(),
    driver: assignmentFrom(row),
    pickedUpAt: row.picked_up_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
  };
  const shown = STATE_FIELDS[row.status].map((field) => [field, state[field]]);
  return { ...facts, ...Object.fromEntries(shown) } as Order;
}

const LOST = ['status', 'driver', 'endedAt'] as const;
const STATE_FIELDS = {
  ASSIGNING_DRIVER: ['status', 'matchBy'],
  ON_GOING: ['status', 'driver'],
  PICKED_UP: ['status', 'driver', 'pickedUpAt'],
  COMPLETED: ['status', 'driver', 'pickedUpAt', 'endedAt'],
  CANCELED: LOST,
  REJECTED: LOST,
  EXPIRED: LOST,
} as const satisfies Record<OrderStatus, readonly string[]>;

function assignmentFrom({ driver_id, matched_at, arrived_at }: OrderRow): Assignment | undefined {
  if (driver_id === null || matched_at === null) return undefined;
  return { driverId: driver_id, matchedAt: matched_at.getTime(), arrivedAt: arrived_at?.getTime() };
}

/** In no order, and those that are unknown left out. */
export async function findOrders(sql: Queryable, ids: readonly string[]): Promise<readonly Order[]> {
  return (await sql.query<OrderRow>(`select ${COLUMNS} from orders where id = any($1)`, [ids])).map(orderFrom);
}

/** The orders that quotations have bought. */
export async function findBoughtOrders(sql: Queryable, quotationIds: readonly string[]): Promise<readonly Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${COLUMNS} from orders where quotation_id = any($1) and replaces_id is null`,
    [quotationIds],
  );
  return rows.map(orderFrom);
}

/** The orders in whose place this one stands, the first of them first. */
export async function predecessorsOf(sql: Queryable, orderId: OrderId): Promise<readonly OrderId[]> {
  const rows = await sql.query<{ id: OrderId }>(
    `with recursive line as (
       select replaces_id as id, 1 as steps from orders where id = $1
       union all
       select orders.replaces_id, steps + 1 from line join orders on orders.id = line.id
     )
     select id from line where id is not null order by steps desc`,
    [orderId],
  );
  return rows.map(({ id }) => id);
}

export async function lockOrder(tx: Transaction, id: string): Promise<Order | undefined> {
  const [row] = await tx.query<OrderRow>(`select ${COLUMNS} from orders where id = $1 for no key update`, [id]);
  return row === undefined ? undefined : orderFrom(row);
}

type Page = { readonly before: string | undefined; readonly limit: number };

/** A partner's orders in one market, newest first. */
export async function listOrders(
  sql: Queryable,
  partnerId: PartnerId,
  market: string,
  { before, limit }: Page,
): Promise<readonly Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${COLUMNS} from orders
     where partner_id = $1 and market = $2 and id < coalesce($3::bigint, 9223372036854775807) order by id desc limit $4`,
    [partnerId, market, before ?? null, limit],
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
    `select ${COLUMNS} from orders join (
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
     where id = $1`,
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
}

/** Cities in which orders look for a driver: one step through the index each, however many wait. */
export async function citiesWithWaitingOrders(sql: Queryable): Promise<readonly string[]> {
  const rows = await sql.query<{ locode: string }>(
    `with recursive cities as (
       (select locode from orders where status = 'ASSIGNING_DRIVER' order by locode limit 1)
       union all
       select (
         select locode from orders where status = 'ASSIGNING_DRIVER' and locode > cities.locode order by locode limit 1
       ) from cities where locode is not null
     )
     select locode from cities where locode is not null`,
    [],
  );
  return rows.map(({ locode }) => locode);
}

/** What matching needs to know of an order that looks for a driver. */
export type SearchingOrder = Pick<
  MatchingOrder,
  | 'id'
  | 'partnerId'
  | 'market'
  | 'service'
  | 'placedAt'
  | 'scheduleAt'
  | 'fareMinor'
  | 'priorityFeeMinor'
  | 'formerDriverIds'
  | 'replaces'
> & {
  readonly specialRequests: readonly string[];
  /** Where the goods are: at the pick-up, or where the last driver left them. */
  readonly goodsAt: Point;
  /** In the sandbox: whether drivers who are not there may be asked. */
  readonly takesSimulated: boolean;
};
/** As much of it as says where a driver is wanted. */
export type Search = Pick<SearchingOrder, 'partnerId' | 'market' | 'service' | 'goodsAt'> &
  Pick<MatchingOrder, 'locode'>;
type SearchingRow = Pick<
  OrderRow,
  | 'id'
  | 'partner_id'
  | 'market'
  | 'service'
  | 'placed_at'
  | 'schedule_at'
  | 'fare_minor'
  | 'priority_fee_minor'
  | 'former_driver_ids'
  | 'replaces_id'
> & { takes_simulated: boolean; special_requests: string[]; goods_at: { lat: string | number; lng: string | number } };

/**
 * Orders of a city that look for a driver, of each service the oldest; those scheduled after a time are left for later. Services are
 * found as cities are.
 */
export async function findWaitingOrders(
  sql: Queryable,
  locode: string,
  wanted: {
    readonly now: Instant;
    readonly scheduledUntil: Instant;
    readonly withoutServices: readonly string[];
    readonly mostOfAService: number;
  },
): Promise<readonly SearchingOrder[]> {
  const rows = await sql.query<SearchingRow>(
    `with recursive services as (
       (select service from orders where status = 'ASSIGNING_DRIVER' and locode = $1 order by service limit 1)
       union all
       select (
         select service from orders where status = 'ASSIGNING_DRIVER' and locode = $1 and service > services.service
         order by service limit 1
       ) from services where service is not null
     )
     select waiting.id, waiting.partner_id, waiting.market, waiting.service, waiting.placed_at - waiting.ahead as placed_at,
       waiting.schedule_at - waiting.ahead as schedule_at, waiting.fare_minor, waiting.priority_fee_minor, waiting.former_driver_ids, waiting.replaces_id,
       takes_simulated_drivers(waiting.partner_id) as takes_simulated,
       delivery."specialRequests" as special_requests, coalesce(delivery."handOver", delivery.stops -> 0 -> 'coordinates') as goods_at
     from services cross join lateral (
       select orders.*, clock.ahead
       from orders cross join lateral (select clock_ahead_ms(partner_id) * interval '1 millisecond' as ahead) clock
       where status = 'ASSIGNING_DRIVER' and locode = $1 and service = services.service and match_by > $2::timestamptz + clock.ahead
         and coalesce(schedule_at - clock.ahead, $3) <= $3
       order by id limit $5
     ) waiting cross join lateral json_to_record(waiting.document) as delivery("specialRequests" json, "handOver" json, stops json)
     where services.service <> all($4)
     order by waiting.id`,
    [locode, timestamp(wanted.now), timestamp(wanted.scheduledUntil), wanted.withoutServices, wanted.mostOfAService],
  );
  return rows.map((row) => ({
    id: row.id,
    partnerId: row.partner_id,
    market: row.market,
    service: row.service,
    placedAt: row.placed_at.getTime(),
    scheduleAt: row.schedule_at?.getTime(),
    fareMinor: BigInt(row.fare_minor),
    priorityFeeMinor: BigInt(row.priority_fee_minor),
    formerDriverIds: row.former_driver_ids,
    replaces: row.replaces_id ?? undefined,
    takesSimulated: row.takes_simulated,
    specialRequests: row.special_requests,
    goodsAt: { lat: Number(row.goods_at.lat), lng: Number(row.goods_at.lng) },
  }));
}

export async function countOpenOrders(sql: Queryable, partnerId: PartnerId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::integer as count from orders where partner_id = $1 and ended_at is null',
    [partnerId],
  );
  return row?.count ?? 0;
}

/** Where partners' orders look for a driver, the oldest first; those scheduled after a time are left for later. */
export async function findSearches(
  sql: Queryable,
  partnerIds: readonly PartnerId[],
  scheduledUntil: Instant,
  most: number,
): Promise<readonly Search[]> {
  const rows = await sql.query<
    Pick<SearchingRow, 'partner_id' | 'market' | 'service' | 'goods_at'> & { locode: string }
  >(
    `select orders.partner_id, orders.market, orders.locode, orders.service,
       coalesce(delivery."handOver", delivery.stops -> 0 -> 'coordinates') as goods_at
     from orders cross join lateral json_to_record(document) as delivery("handOver" json, stops json)
     where partner_id = any($1) and status = 'ASSIGNING_DRIVER'
       and coalesce(schedule_at - clock_ahead_ms(partner_id) * interval '1 millisecond', $2) <= $2
     order by orders.id limit $3`,
    [partnerIds, timestamp(scheduledUntil), most],
  );
  return rows.map(({ partner_id, market, locode, service, goods_at }) => ({
    partnerId: partner_id,
    market,
    locode,
    service,
    goodsAt: { lat: Number(goods_at.lat), lng: Number(goods_at.lng) },
  }));
}

/** A partner's searches that end by that time on the partner's clock, in the order in which they end. */
export async function findEndedSearches(
  sql: Queryable,
  partnerId: PartnerId,
  until: Instant,
): Promise<readonly OrderId[]> {
  const rows = await sql.query<{ id: OrderId }>(
    `select id from orders where partner_id = $1 and status = 'ASSIGNING_DRIVER' and match_by <= $2 order by match_by, id`,
    [partnerId, timestamp(until)],
  );
  return rows.map(({ id }) => id);
}

/** Searches that have ended for partners whose clock is ahead, with the time on ours, in the order in which they end. */
export async function findSearchesEndedAhead(
  sql: Queryable,
  now: Instant,
  most: number,
): Promise<readonly { readonly id: OrderId; readonly endedAt: Instant }[]> {
  const rows = await sql.query<{ id: OrderId; ended_at: Date }>(
    `select ended.id, ended.match_by - clock.ahead as ended_at
     from (select partner_id, ahead_ms * interval '1 millisecond' as ahead from partner_clocks) clock
     cross join lateral (
       select id, match_by from orders
       where partner_id = clock.partner_id and status = 'ASSIGNING_DRIVER' and match_by <= $1::timestamptz + clock.ahead
       order by match_by limit $2
     ) ended
     order by ended_at, ended.id limit $2`,
    [timestamp(now), most],
  );
  return rows.map(({ id, ended_at }) => ({ id, endedAt: ended_at.getTime() }));
}

/** Of these drivers, those who are on an order. */
export async function findBusyDrivers(sql: Queryable, driverIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ driver_id: string }>(
    "select driver_id from orders where driver_id = any($1) and status in ('ON_GOING', 'PICKED_UP')",
    [driverIds],
  );
  return new Set(rows.map(({ driver_id }) => driver_id));
}

/** The orders that these drivers are on, one each at most. */
export async function findOrdersUnderWay(
  sql: Queryable,
  driverIds: readonly string[],
): Promise<readonly OrderUnderWay[]> {
  const rows = await sql.query<OrderRow>(
    `select ${COLUMNS} from orders where driver_id = any($1) and status in ('ON_GOING', 'PICKED_UP') order by id`,
    [driverIds],
  );
  return rows.map((row) => orderFrom(row) as OrderUnderWay);
}

/** The same where only the assignment matters: nothing else of the order is read. */
export async function findAssignmentOf(
  sql: Queryable,
  driverId: string,
): Promise<{ readonly orderId: OrderId; readonly matchedAt: Instant } | undefined> {
  const [row] = await sql.query<{ id: OrderId; matched_at: Date }>(
    `select id, matched_at - clock_ahead_ms(partner_id) * interval '1 millisecond' as matched_at
     from orders where driver_id = $1 and status in ('ON_GOING', 'PICKED_UP')`,
    [driverId],
  );
  return row === undefined ? undefined : { orderId: row.id, matchedAt: row.matched_at.getTime() };
}

/** What a driver has had, newest first. */
export async function findOrdersOfDriver(
  sql: Queryable,
  driverId: string,
  { before, limit }: Page,
): Promise<readonly Order[]> {
  const rows = await sql.query<OrderRow>(
    `select ${COLUMNS} from orders
     where driver_id = $1 and id < coalesce($2::bigint, 9223372036854775807) order by id desc limit $3`,
    [driverId, before ?? null, limit],
  );
  return rows.map(orderFrom);
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
    on conflict (fingerprint) do update
      set status = excluded.status, body = excluded.body, answered_at = excluded.answered_at
  )
  select place, fits, settled.left_minor, chosen_events + 1 as event_count from settled left join placed using (place)`;
