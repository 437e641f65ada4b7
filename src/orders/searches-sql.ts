import type { Point } from '../foundation/geo.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import { clockAheadMs, scenarioPlayed, takesSimulatedDrivers } from '../partners/index.ts';
import { ORDER_COLUMNS, type OrderRow, orderFrom } from './order-row-sql.ts';
import type { MatchingOrder, Order, OrderId } from './rules/order.ts';

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

/** Which of these orders look for a driver. */
export async function whichSearch(sql: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    "select id from orders where id = any($1) and status = 'ASSIGNING_DRIVER'",
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
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
  readonly clockAheadMs: number;
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
> & {
  takes_simulated: boolean;
  clock_ahead_ms: string;
  special_requests: string[];
  goods_at: { lat: string | number; lng: string | number };
};

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
       ${takesSimulatedDrivers('waiting.partner_id')} as takes_simulated, extract(epoch from waiting.ahead) * 1000 as clock_ahead_ms,
       delivery."specialRequests" as special_requests, coalesce(delivery."handOver", delivery.stops -> 0 -> 'coordinates') as goods_at
     from services cross join lateral (
       select orders.*, clock.ahead
       from orders cross join lateral (select ${clockAheadMs('partner_id')} * interval '1 millisecond' as ahead) clock
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
    clockAheadMs: Number(row.clock_ahead_ms),
    specialRequests: row.special_requests,
    goodsAt: { lat: Number(row.goods_at.lat), lng: Number(row.goods_at.lng) },
  }));
}

export type WaitingPage = {
  readonly locode: string | undefined;
  readonly service: string | undefined;
  /** How long before its time a scheduled order is to be offered. */
  readonly aheadMs: number;
  /** Those that are to be offered later, in the place of those that are to be offered by now. */
  readonly isLater: boolean;
  readonly after: string | undefined;
  readonly limit: number;
};

/** Orders that look for a driver, the longest waiting first: a scheduled one waits since drivers could be asked. */
export async function listWaitingOrders(sql: Queryable, now: Instant, page: WaitingPage): Promise<readonly Order[]> {
  const waiting = `orders cross join lateral (
    select ${clockAheadMs('partner_id')} * interval '1 millisecond' as ahead, $4 * interval '1 millisecond' as early
  ) clock cross join lateral (select greatest(placed_at, schedule_at - early) - ahead as since) waits`;
  const conditions = [
    "status = 'ASSIGNING_DRIVER'",
    page.after === undefined
      ? '$1::bigint is null'
      : `(since, id) > (select since, id from ${waiting} where orders.id = $1)`,
    'match_by > $3::timestamptz + ahead',
    `since ${page.isLater ? '>' : '<='} $3::timestamptz`,
    page.locode === undefined ? '$5::text is null' : 'locode = $5',
    page.service === undefined ? '$6::text is null' : 'service = $6',
  ];
  const rows = await sql.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders join (
       select id, since from ${waiting} where ${conditions.join(' and ')} order by since, id limit $2
     ) found using (id) order by since, id`,
    [page.after ?? null, page.limit, timestamp(now), page.aheadMs, page.locode ?? null, page.service ?? null],
  );
  return rows.map(orderFrom);
}

/** How many wait, and how many are under way, by city. */
export async function countOpenByCity(
  sql: Queryable,
): Promise<ReadonlyMap<string, { readonly waiting: number; readonly underWay: number }>> {
  const rows = await sql.query<{ locode: string; waiting: number; under_way: number }>(
    `select locode, count(*) filter (where is_waiting)::integer as waiting,
       count(*) filter (where not is_waiting)::integer as under_way
     from (
       select locode, true as is_waiting from orders where status = 'ASSIGNING_DRIVER'
       union all
       select locode, false from orders where status in ('ON_GOING', 'PICKED_UP')
     ) open group by locode`,
    [],
  );
  return new Map(rows.map(({ locode, waiting, under_way }) => [locode, { waiting, underWay: under_way }]));
}

/** An order that is not over, as a map shows it. Times are on our clock. */
export type OpenOrder = {
  readonly id: OrderId;
  readonly status: 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP';
  readonly service: string;
  readonly driverId: string | undefined;
  readonly waitingSince: Instant;
  readonly scheduleAt: Instant | undefined;
  /** Where the goods are to be collected. */
  readonly goodsAt: Point;
};

/** Of one city, the oldest first: what waits and what is under way, so many of each at most. */
export async function findOpenOrders(sql: Queryable, locode: string, most: number): Promise<readonly OpenOrder[]> {
  type Row = Pick<SearchingRow, 'id' | 'service' | 'placed_at' | 'schedule_at' | 'goods_at'> & {
    status: OpenOrder['status'];
    driver_id: string | null;
  };
  const rows = await sql.query<Row>(
    `select open.id, open.status, open.service, open.driver_id, open.placed_at - clock.ahead as placed_at,
       open.schedule_at - clock.ahead as schedule_at, coalesce(delivery."handOver", delivery.stops -> 0 -> 'coordinates') as goods_at
     from (
       (select * from orders where status = 'ASSIGNING_DRIVER' and locode = $1 order by id limit $2)
       union all
       (select * from orders where status in ('ON_GOING', 'PICKED_UP') and locode = $1 order by id limit $2)
     ) open
       cross join lateral (select ${clockAheadMs('partner_id')} * interval '1 millisecond' as ahead) clock
       cross join lateral json_to_record(open.document) as delivery("handOver" json, stops json)
     order by open.id`,
    [locode, most],
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    service: row.service,
    driverId: row.driver_id ?? undefined,
    waitingSince: row.placed_at.getTime(),
    scheduleAt: row.schedule_at?.getTime(),
    goodsAt: { lat: Number(row.goods_at.lat), lng: Number(row.goods_at.lng) },
  }));
}

/** Which searches are looked for, by our clock. */
type SearchesWanted = {
  readonly partnerIds: readonly PartnerId[];
  readonly scheduledUntil: Instant;
  readonly knownScenarios: readonly string[];
  /** In these nobody takes the order. */
  readonly hopelessScenarios: readonly string[];
  readonly mostOfAService: number;
};

/** Where partners' orders look for a driver: of each service in each city the oldest, those that nobody takes after all others. */
export async function findSearches(sql: Queryable, wanted: SearchesWanted): Promise<readonly Search[]> {
  const rows = await sql.query<
    Pick<SearchingRow, 'partner_id' | 'market' | 'service' | 'goods_at'> & { locode: string }
  >(
    `select orders.partner_id, orders.market, orders.locode, orders.service,
       coalesce(delivery."handOver", delivery.stops -> 0 -> 'coordinates') as goods_at
     from (
       select id, is_hopeless, row_number() over (partition by locode, service order by is_hopeless, id) as number
       from orders cross join lateral (
         select ${scenarioPlayed('partner_id', "document -> 'metadata'", '$3')} = any($4) as is_hopeless
       ) hope
       where partner_id = any($1) and status = 'ASSIGNING_DRIVER'
         and coalesce(schedule_at - ${clockAheadMs('partner_id')} * interval '1 millisecond', $2) <= $2
     ) waiting
       join orders using (id)
       cross join lateral json_to_record(document) as delivery("handOver" json, stops json)
     where number <= $5 order by is_hopeless, id`,
    [
      wanted.partnerIds,
      timestamp(wanted.scheduledUntil),
      wanted.knownScenarios,
      wanted.hopelessScenarios,
      wanted.mostOfAService,
    ],
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

/** What can change by itself until that time on the partner's clock: searches that end, and what drivers have. */
export async function lockOrdersUntil(tx: Transaction, partnerId: PartnerId, until: Instant): Promise<void> {
  await tx.query(
    `select from orders where partner_id = $1 and ended_at is null and (status <> 'ASSIGNING_DRIVER' or match_by <= $2)
     order by id for no key update`,
    [partnerId, timestamp(until)],
  );
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
