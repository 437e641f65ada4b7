import { idFloorAt, LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import { type Queryable, timestampOrNull } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { PARCEL_READ_COLUMNS, type ParcelRow, parcelFrom } from './parcel-row-sql.ts';
import type { Parcel } from './rules/parcel.ts';
import { isEnd, type ParcelStatus } from './rules/parcel-transitions.ts';

/** Which of a partner's parcels, newest first. */
export type ParcelFilter = {
  readonly partnerId: PartnerId;
  readonly markets: readonly string[];
  /** All where it is undefined; OPEN for those that are not over. */
  readonly status: ParcelStatus | 'OPEN' | undefined;
  /** When they are picked up. */
  readonly from: Instant | undefined;
  readonly until: Instant | undefined;
  readonly before: string;
  readonly limit: number;
};

const OF_DAYS = `partner_id = $1 and id < $3 and schedule_at >= coalesce($4::timestamptz, '-infinity')
  and schedule_at < coalesce($5::timestamptz, 'infinity')`;
const IN_STATUS = '($6::text is null or status = $6)';
const FILTERED = `${OF_DAYS} and market = any($2) and ${IN_STATUS}`;

function valuesOf({ partnerId, markets, before, from, until, status, limit }: ParcelFilter): readonly unknown[] {
  const wanted = status === undefined || status === 'OPEN' ? null : status;
  return [partnerId, markets, before, timestampOrNull(from), timestampOrNull(until), wanted, limit];
}

/** Each market by its index, so that no more than a page of each is read. */
const newestOfMarket = (_market: string, place: number) =>
  `(select id from parcels where ${OF_DAYS} and ${IN_STATUS} and ${only('market', `($2::text[])[${place + 1}]`)}
    order by market desc, id desc limit $7)`;
const NEWEST_ENDED = `select id from parcels where ${OF_DAYS} and market = any($2) and ${only('status', '$6')} and ended_at is not null
  order by status desc,`;

/** So many of some days are found before they are sorted. */
const MOST_SORTED = 2_000;

/** By the index that fits what is asked for: the days, how they ended, the open ones, or all. */
export async function listParcelsOfPartner(sql: Queryable, filter: ParcelFilter): Promise<readonly Parcel[]> {
  const { status, markets } = filter;
  if (markets.length === 0) return [];
  const isOpen = status !== undefined && !(status !== 'OPEN' && isEnd(status));
  const state = status === undefined ? '' : isOpen ? 'and ended_at is null' : 'and ended_at is not null';
  // What a few days or the open ones hold is found before it is sorted; otherwise all parcels would be walked through by their ids.
  const isSmall = isOpen || (await isOfFewDays(sql, filter));
  const ids = isSmall
    ? `with found as materialized (select id from parcels where ${FILTERED} ${state}) select id from found order by`
    : status === undefined
      ? `select id from (${markets.map(newestOfMarket).join(' union all ')}) newest order by`
      : NEWEST_ENDED;
  return find(
    sql,
    `select ${PARCEL_READ_COLUMNS} from parcels where id in (${ids} id desc limit $7) order by id desc`,
    valuesOf(isSmall ? filter : { ...filter, before: idBefore(filter) }),
  );
}

/** Nothing is picked up before it is placed, and an id is made within the hour; no partner's clock is behind ours. */
function idBefore({ until, before }: ParcelFilter): string {
  const last = until === undefined ? LARGEST_ID : idFloorAt(until + HOUR_MS);
  return BigInt(last) < BigInt(before) ? last : before;
}

/** Whether days are asked for that hold few: of many, a page is full before long by the ids. */
async function isOfFewDays(sql: Queryable, { partnerId, from, until }: ParcelFilter): Promise<boolean> {
  if (from === undefined && until === undefined) return false;
  const beyond = await sql.queryByValues(
    `select from parcels where partner_id = $1 and schedule_at >= coalesce($2::timestamptz, '-infinity')
       and schedule_at < coalesce($3::timestamptz, 'infinity') order by schedule_at offset $4 limit 1`,
    [partnerId, timestampOrNull(from), timestampOrNull(until), MOST_SORTED],
  );
  return beyond.length === 0;
}

/** Those whose reference begins so, or that have this id. At most so many are looked at. */
export async function findParcelsBeginning(
  sql: Queryable,
  filter: ParcelFilter,
  search: { readonly reference: string; readonly id: string | undefined },
  most: number,
): Promise<{ readonly parcels: readonly Parcel[]; readonly isTooMany: boolean }> {
  const pattern = `${search.reference.replace(/[\\%_]/g, '\\$&')}%`;
  const named = await sql.queryByValues<{ id: string }>(
    'select id from parcels where partner_id = $1 and client_ref like $2 limit $3',
    [filter.partnerId, pattern, most + 1],
  );
  const ids = [...named.map(({ id }) => id), ...(search.id === undefined ? [] : [search.id])];
  const state = filter.status === 'OPEN' ? 'and ended_at is null' : '';
  const parcels = await find(
    sql,
    `with found as materialized (select id from parcels where id = any($8) and ${FILTERED} ${state})
     select ${PARCEL_READ_COLUMNS} from parcels where id in (select id from found order by id desc limit $7) order by id desc`,
    [...valuesOf(filter), ids],
  );
  return { parcels, isTooMany: named.length > most };
}

/** Ids of the parcels that have these references already, by reference. */
export async function findReferences(
  sql: Queryable,
  partnerId: PartnerId,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ client_ref: string; id: string }>(
    'select client_ref, id from parcels where partner_id = $1 and client_ref = any($2)',
    [partnerId, references],
  );
  return new Map(rows.map(({ client_ref, id }) => [client_ref, id]));
}

async function find(sql: Queryable, text: string, values: readonly unknown[]): Promise<readonly Parcel[]> {
  return (await sql.queryByValues<ParcelRow>(text, values)).map(parcelFrom);
}
