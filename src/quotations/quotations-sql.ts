import { type PartnerId, smallestIdAt } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Trip } from '../pricing/index.ts';
import { eraseStops } from './rules/erasure.ts';
import type { Coordinates, Quotation, QuotationDocument, QuotationId } from './rules/quotation.ts';

export type QuotationRecord = Quotation & {
  readonly trip: Trip;
  readonly explanation: Readonly<Record<string, unknown>>;
};

export async function insertQuotations(sql: Queryable, quotations: readonly QuotationRecord[]): Promise<void> {
  await sql.query(
    `insert into quotations (id, partner_id, market, locode, service, created_at, expires_at, document, trip, explanation, total_minor)
     select * from json_to_recordset($1::json) as given(id bigint, partner_id bigint, market text, locode text, service text,
       created_at timestamptz, expires_at timestamptz, document json, trip jsonb, explanation json, total_minor bigint)`,
    [JSON.stringify(quotations.map(quotationToJson))],
  );
}

function quotationToJson(quotation: QuotationRecord) {
  return {
    id: quotation.id,
    partner_id: quotation.partnerId,
    market: quotation.market,
    locode: quotation.locode,
    service: quotation.service,
    created_at: timestamp(quotation.createdAt),
    expires_at: timestamp(quotation.expiresAt),
    document: quotation.document,
    trip: quotation.trip,
    explanation: quotation.explanation,
    total_minor: quotation.totalMinor.toString(),
  };
}

type QuotationRow = {
  id: QuotationId;
  partner_id: PartnerId;
  market: string;
  locode: string;
  service: string;
  created_at: Date;
  expires_at: Date;
  document: QuotationDocument;
  total_minor: string;
};

function quotationFrom(row: QuotationRow): Quotation {
  return {
    id: row.id,
    partnerId: row.partner_id,
    market: row.market,
    locode: row.locode,
    service: row.service,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    document: row.document,
    totalMinor: BigInt(row.total_minor),
  };
}

const QUOTATION_COLUMNS = 'id, partner_id, market, locode, service, created_at, expires_at, document, total_minor';

/** The partner's own; another's is as unknown as one that never was. */
export async function findQuotation(sql: Queryable, partnerId: PartnerId, id: string): Promise<Quotation | undefined> {
  const [row] = await sql.query<QuotationRow>(
    `select ${QUOTATION_COLUMNS} from quotations where id = $1 and partner_id = $2`,
    [id, partnerId],
  );
  return row === undefined ? undefined : quotationFrom(row);
}

/** With all that an order needs, whoever's they are; in no order, and those that are unknown left out. */
export async function findQuotationRecords(
  sql: Queryable,
  ids: readonly string[],
): Promise<readonly QuotationRecord[]> {
  const rows = await sql.query<QuotationRow & Pick<QuotationRecord, 'trip' | 'explanation'>>(
    `select ${QUOTATION_COLUMNS}, trip, explanation from quotations where id = any($1)`,
    [ids],
  );
  return rows.map((row) => ({ ...quotationFrom(row), trip: row.trip, explanation: row.explanation }));
}

export async function findExplanation(
  sql: Queryable,
  partnerId: PartnerId,
  id: string,
): Promise<{ readonly market: string; readonly explanation: Readonly<Record<string, unknown>> } | undefined> {
  const [row] = await sql.query<{ market: string; explanation: Readonly<Record<string, unknown>> }>(
    'select market, explanation from quotations where id = $1 and partner_id = $2',
    [id, partnerId],
  );
  return row;
}

export type PastTrip = {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly trip: Trip;
  readonly totalMinor: bigint;
  /** Of the rate card that it was made by. */
  readonly version: number;
};

/** A page of past quotations of one city and service, newest first. */
export async function pastTrips(
  sql: Queryable,
  key: { locode: string; service: string },
  since: Instant,
  before: string | undefined,
  limit: number,
): Promise<readonly PastTrip[]> {
  const rows = await sql.query<{ id: string; partner_id: PartnerId; trip: Trip; total_minor: string; version: number }>(
    `select id, partner_id, trip, total_minor, (explanation->'rateCard'->>'version')::integer as version from quotations
     where locode = $1 and service = $2 and ($3::bigint is null or id < $3) and id >= $4
     order by id desc limit $5`,
    [key.locode, key.service, before ?? null, smallestIdAt(since), limit],
  );
  return rows.map(({ id, partner_id, trip, total_minor, version }) => ({
    id,
    partnerId: partner_id,
    trip,
    totalMinor: BigInt(total_minor),
    version,
  }));
}

export type PastStops = {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly stops: readonly { readonly coordinates: Coordinates }[];
};

/** The newest quotations of some services of a city since a time. */
export async function pastStops(
  sql: Queryable,
  { locode, services }: { readonly locode: string; readonly services: readonly string[] },
  since: Instant,
  most: number,
): Promise<readonly PastStops[]> {
  const rows = await sql.query<{ id: string; partner_id: PartnerId; stops: PastStops['stops'] }>(
    `select newest.* from unnest($2::text[]) as offered(name) cross join lateral (
       select id, partner_id, document->'stops' as stops from quotations
       where locode = $1 and service = offered.name and id >= $3 order by id desc limit $4
     ) newest order by id desc limit $4`,
    [locode, services, smallestIdAt(since), most],
  );
  return rows.map(({ id, partner_id, stops }) => ({ id, partnerId: partner_id, stops }));
}

/** Where to and for whom is gone from what these have promised; prices and distances stay. */
export async function eraseQuotations(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; document: QuotationDocument }>(
    'select id, document from quotations where id = any($1)',
    [ids],
  );
  await tx.query(
    `update quotations set document = new.document from json_to_recordset($1) as new(id bigint, document json)
     where quotations.id = new.id`,
    [JSON.stringify(rows.map(({ id, document }) => ({ id, document: eraseStops(document) })))],
  );
}
