import type { Id } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { MatchExplanation } from './rules/explain-match.ts';
import { type CityDispatch, OPEN_CITY } from './rules/pause.ts';

type OfferId = Id<'offer'>;
type OfferState = 'open' | 'accepted' | 'declined' | 'lapsed' | 'withdrawn';
export type Offer = {
  readonly id: OfferId;
  readonly orderId: string;
  readonly driverId: string;
  readonly state: OfferState;
  readonly offeredAt: Instant;
  readonly expiresAt: Instant;
  /** Of the partner's clock before ours, when it was offered; undefined where that was not kept yet. */
  readonly clockAheadMs: number | undefined;
};
type OfferRow = {
  id: OfferId;
  order_id: string;
  driver_id: string;
  state: OfferState;
  offered_at: Date;
  expires_at: Date;
  clock_ahead_ms: string | null;
};
const OFFER_COLUMNS = 'id, order_id, driver_id, state, offered_at, expires_at, clock_ahead_ms';

function offerFrom(row: OfferRow): Offer {
  return {
    id: row.id,
    orderId: row.order_id,
    driverId: row.driver_id,
    state: row.state,
    offeredAt: row.offered_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    clockAheadMs: row.clock_ahead_ms === null ? undefined : Number(row.clock_ahead_ms),
  };
}

/** A pair that has an open offer already keeps it. */
export async function insertOffers(
  tx: Transaction,
  offers: readonly (Pick<Offer, 'id' | 'orderId' | 'driverId'> & { readonly clockAheadMs: number })[],
  { offeredAt, expiresAt }: Pick<Offer, 'offeredAt' | 'expiresAt'>,
): Promise<void> {
  if (offers.length === 0) return;
  await tx.query(
    `insert into offers (id, order_id, driver_id, clock_ahead_ms, offered_at, expires_at)
     select *, $5::timestamptz, $6::timestamptz from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
     on conflict do nothing`,
    [
      offers.map(({ id }) => id),
      offers.map(({ orderId }) => orderId),
      offers.map(({ driverId }) => driverId),
      offers.map(({ clockAheadMs }) => clockAheadMs),
      timestamp(offeredAt),
      timestamp(expiresAt),
    ],
  );
}

/** Exactly at its end an offer has lapsed. One that is being answered is left to its answer: waiting for it could go round in a circle. */
export async function lapseOffers(tx: Transaction, now: Instant): Promise<void> {
  await tx.query(
    `update offers set state = 'lapsed', answered_at = expires_at where id in (
       select id from offers where state = 'open' and expires_at <= $1 for update skip locked
     )`,
    [timestamp(now)],
  );
}

export async function findOffer(sql: Queryable, id: string): Promise<Offer | undefined> {
  const [row] = await sql.query<OfferRow>(`select ${OFFER_COLUMNS} from offers where id = $1`, [id]);
  return row === undefined ? undefined : offerFrom(row);
}

/** What these drivers can answer right now, oldest first. */
export async function openOffersOf(
  sql: Queryable,
  driverIds: readonly string[],
  now: Instant,
): Promise<readonly Offer[]> {
  const rows = await sql.query<OfferRow>(
    `select ${OFFER_COLUMNS} from offers where driver_id = any($1) and state = 'open' and expires_at > $2 order by id`,
    [driverIds, timestamp(now)],
  );
  return rows.map(offerFrom);
}

/** True where the offer was open; whoever comes second changes nothing. */
export async function answerOffer(
  tx: Transaction,
  id: string,
  state: 'accepted' | 'declined',
  at: Instant,
): Promise<boolean> {
  const rows = await tx.query(
    "update offers set state = $2, answered_at = $3 where id = $1 and state = 'open' returning 1",
    [id, state, timestamp(at)],
  );
  return rows.length === 1;
}

/**
 * The order has its driver: nobody else is asked for it, and the driver for nothing else. Without an order only the latter. Locked
 * in the order of their ids, so that drivers who take orders that all of them were asked for do not wait for each other in a circle.
 */
export async function withdrawOffers(
  tx: Transaction,
  { orderId, driverId }: { readonly orderId?: string; readonly driverId: string },
  at: Instant,
): Promise<void> {
  await tx.query(
    `with others as materialized (
       select id from offers where state = 'open' and (order_id = $1 or driver_id = $2) order by id for update)
     update offers set state = 'withdrawn', answered_at = $3 from others where offers.id = others.id`,
    [orderId ?? null, driverId, timestamp(at)],
  );
}

const DRIVER_LOCK_CLASS = 5_910_004;

/** Until the transaction ends, nobody else acts for this driver. */
export async function lockDriver(tx: Transaction, driverId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [DRIVER_LOCK_CLASS, driverId]);
}

export type OfferAnswer = Pick<Offer, 'orderId' | 'driverId' | 'state' | 'expiresAt'> & {
  readonly answeredAt: Instant | undefined;
};

/** Offers of orders that were taken, cancelled or over in some other way. */
export async function withdrawStaleOffers(tx: Transaction, at: Instant): Promise<void> {
  await tx.query(
    `update offers set state = 'withdrawn', answered_at = $1
     where id in (
       select offer.id from offers offer join orders on orders.id = offer.order_id
       where offer.state = 'open' and orders.status <> 'ASSIGNING_DRIVER' for update of offer skip locked
     )`,
    [timestamp(at)],
  );
}

/** Drivers who have been asked for these orders and did not take them, and those who are being asked. */
export async function answersFor(sql: Queryable, orderIds: readonly string[]): Promise<readonly OfferAnswer[]> {
  const rows = await sql.query<OfferRow & { answered_at: Date | null }>(
    `select ${OFFER_COLUMNS}, answered_at from offers
     where order_id = any($1) and state in ('open', 'declined', 'lapsed')`,
    [orderIds],
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    driverId: row.driver_id,
    state: row.state,
    expiresAt: row.expires_at.getTime(),
    answeredAt: row.answered_at?.getTime(),
  }));
}

/** Of all who are online in a city, those who hold an open offer, with how many. */
export async function openOfferCounts(sql: Queryable, locode: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ driver_id: string; count: number }>(
    `select offer.driver_id, count(*)::integer as count
     from driver_shifts shift join offers offer on offer.driver_id = shift.driver_id and offer.state = 'open'
     where shift.locode = $1 and shift.offline_at is null group by offer.driver_id`,
    [locode],
  );
  return new Map(rows.map(({ driver_id, count }) => [driver_id, count]));
}

type ToldRound = MatchExplanation & Partial<Pick<Offer, 'clockAheadMs'>>;

type StoredRound = {
  readonly orderId: string;
  /** Whether the round led to an offer. */
  readonly offered: boolean;
  readonly document: ToldRound;
};

/** Rounds with an offer are kept one by one; of the others only the latest. Documents come as lines, which need no unpacking. */
export async function saveRounds(tx: Transaction, rounds: readonly StoredRound[], at: Instant): Promise<void> {
  if (rounds.length === 0) return;
  await tx.query(
    `with round as materialized (
       select * from rows from (
         unnest($1::bigint[], $2::boolean[]), string_to_table($3, E'\n')
       ) as round(order_id, offered, document)
     ), known as (
       select order_id, max(number) as number from match_rounds where order_id = any($1) group by order_id
     )
     insert into match_rounds (order_id, number, at, document)
     select order_id, case when round.offered then coalesce(known.number, 0) + 1 else 0 end, $4, round.document::json
     from round left join known using (order_id)
     on conflict (order_id, number) do update set at = excluded.at, document = excluded.document`,
    [
      rounds.map(({ orderId }) => orderId),
      rounds.map(({ offered }) => offered),
      rounds.map(({ document }) => JSON.stringify(document)).join('\n'),
      timestamp(at),
    ],
  );
}

export async function roundsOf(sql: Queryable, orderId: string): Promise<readonly ToldRound[]> {
  const rows = await sql.query<{ document: ToldRound }>(
    'select document from match_rounds where order_id = $1 order by at desc limit 20',
    [orderId],
  );
  return rows.map(({ document }) => document);
}

/** The latest round of each of these orders that had something to say. */
export async function latestRounds(
  sql: Queryable,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, MatchExplanation>> {
  const rows = await sql.query<{ order_id: string; document: MatchExplanation }>(
    `select latest.order_id, latest.document from unnest($1::bigint[]) as asked(order_id) cross join lateral (
       select order_id, document from match_rounds where order_id = asked.order_id order by at desc limit 1
     ) latest`,
    [orderIds],
  );
  return new Map(rows.map(({ order_id, document }) => [order_id, document]));
}

export async function offersOf(sql: Queryable, orderId: string): Promise<readonly Offer[]> {
  const rows = await sql.query<OfferRow>(
    `select ${OFFER_COLUMNS} from offers where order_id = $1 order by id desc limit 100`,
    [orderId],
  );
  return rows.map(offerFrom);
}

type CityRow = {
  locode: string;
  mode: CityDispatch['mode'];
  paused: boolean;
  paused_services: string[];
  pause_notes: CityDispatch['notes'];
};
const CITY_COLUMNS = 'locode, mode, paused, paused_services, pause_notes';

function cityFrom({ mode, paused, paused_services, pause_notes }: CityRow): CityDispatch {
  return { mode, paused, pausedServices: paused_services, notes: pause_notes };
}

export async function findCityDispatch(sql: Queryable, locode: string): Promise<CityDispatch> {
  const [row] = await sql.query<CityRow>(`select ${CITY_COLUMNS} from city_dispatch where locode = $1`, [locode]);
  return row === undefined ? OPEN_CITY : cityFrom(row);
}

/** By city; those of which nothing was ever said are left out. */
export async function listCityDispatch(sql: Queryable): Promise<ReadonlyMap<string, CityDispatch>> {
  const rows = await sql.query<CityRow>(`select ${CITY_COLUMNS} from city_dispatch order by locode`, []);
  return new Map(rows.map((row) => [row.locode, cityFrom(row)]));
}

/** Whoever changes a city does so one after the other. */
export async function lockCityDispatch(tx: Transaction, locode: string): Promise<CityDispatch> {
  await tx.query('insert into city_dispatch (locode) values ($1) on conflict do nothing', [locode]);
  const [row] = await tx.query<CityRow>(`select ${CITY_COLUMNS} from city_dispatch where locode = $1 for update`, [
    locode,
  ]);
  return cityFrom(row as CityRow);
}

/** Told the city whenever it is paused or resumed. */
export const PAUSES_CHANNEL = 'dispatch_paused';

export async function saveCityDispatch(tx: Transaction, locode: string, city: CityDispatch): Promise<void> {
  await tx.query(
    `insert into city_dispatch (locode, mode, paused, paused_services, pause_notes) values ($1, $2, $3, $4, $5)
     on conflict (locode) do update set mode = $2, paused = $3, paused_services = $4, pause_notes = $5
     returning pg_notify('${PAUSES_CHANNEL}', locode)`,
    [locode, city.mode, city.paused, city.pausedServices, JSON.stringify(city.notes)],
  );
}

/** Of all cities at once; those that were not measured again are forgotten. */
export async function saveSpreads(
  tx: Transaction,
  spreads: readonly { readonly locode: string; readonly spread: number }[],
  now: Instant,
): Promise<void> {
  await tx.query(
    `with gone as (delete from earnings_spreads where locode <> all($1::text[]))
     insert into earnings_spreads (locode, spread, measured_at)
     select locode, spread, $3 from unnest($1::text[], $2::float8[]) as measured(locode, spread)
     on conflict (locode) do update set spread = excluded.spread, measured_at = excluded.measured_at`,
    [spreads.map(({ locode }) => locode), spreads.map(({ spread }) => spread), timestamp(now)],
  );
}

/** By city; what was measured longer ago says nothing any more. */
export async function spreadsSince(sql: Queryable, since: Instant): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ locode: string; spread: number }>(
    'select locode, spread from earnings_spreads where measured_at >= $1',
    [timestamp(since)],
  );
  return new Map(rows.map(({ locode, spread }) => [locode, spread]));
}

/** Whoever paused something, by the name under which it was written down. */
export async function erasePauser(tx: Transaction, name: string): Promise<void> {
  await tx.query(
    `update city_dispatch set pause_notes = (
       select jsonb_object_agg(service, case when note ->> 'by' = $1 then note || '{"by": "Erased"}' else note end)
       from jsonb_each(pause_notes) as paused(service, note))
     where exists (select from jsonb_each(pause_notes) as paused(service, note) where note ->> 'by' = $1)`,
    [name],
  );
}
