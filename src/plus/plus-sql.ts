import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { Edit, Entry, Label, Parcel, ParcelId, PlusQuotation, PlusQuotationId, Shipment } from './rules/parcel.ts';
import type { ParcelStatus } from './rules/parcel-transitions.ts';
import type { Asked } from './rules/placement.ts';
import type { PriceListDocument } from './rules/price-list.ts';
import type { RoutePlan } from './rules/routes/route-plan.ts';
import type { DeliveredParcel } from './rules/statement.ts';
import type { PlannedStop } from './rules/work-list.ts';

const instantOf = (time: Date | null): Instant | undefined => time?.getTime();
const timeOf = (instant: Instant | undefined): Date | null => (instant === undefined ? null : timestamp(instant));

type QuotationRow = {
  id: PlusQuotationId;
  partner_id: PartnerId;
  market: string;
  locode: string;
  created_at: Date;
  expires_at: Date;
  schedule_at: Date;
  deliver_by: Date;
  document: PlusQuotation['document'];
};

function quotationFrom(row: QuotationRow): PlusQuotation {
  return {
    id: row.id,
    partnerId: row.partner_id,
    market: row.market,
    locode: row.locode,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    scheduleAt: row.schedule_at.getTime(),
    deliverBy: row.deliver_by.getTime(),
    document: row.document,
  };
}

export async function insertQuotation(sql: Queryable, quotation: PlusQuotation): Promise<void> {
  await sql.query(
    `insert into plus_quotations (id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      quotation.id,
      quotation.partnerId,
      quotation.market,
      quotation.locode,
      timestamp(quotation.createdAt),
      timestamp(quotation.expiresAt),
      timestamp(quotation.scheduleAt),
      timestamp(quotation.deliverBy),
      JSON.stringify(quotation.document),
    ],
  );
}

export async function findPlusQuotation(sql: Queryable, id: string): Promise<PlusQuotation | undefined> {
  const [row] = await sql.query<QuotationRow>(
    `select id, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document
     from plus_quotations where id = $1`,
    [id],
  );
  return row === undefined ? undefined : quotationFrom(row);
}

type ParcelRow = {
  id: ParcelId;
  partner_id: PartnerId;
  quotation_id: PlusQuotationId;
  client_ref: string;
  market: string;
  locode: string;
  status: ParcelStatus;
  placed_at: Date;
  updated_at: Date;
  schedule_at: Date;
  deliver_by: Date;
  ended_at: Date | null;
  driver_id: string | null;
  document: Shipment;
  history: Entry[];
  edits: Edit[];
  tags: string[];
  wants_label: boolean;
  label_key: string | null;
  needs_plan: boolean;
  request_hash: Buffer;
  share_token: string;
  event_count: number;
  revision: number;
  clock_ahead_ms: string;
};
const COLUMNS = `id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at, deliver_by,
  ended_at, driver_id, document, history, edits, tags, wants_label, label_key, needs_plan, request_hash, share_token, event_count, revision`;
const READ_COLUMNS = `${COLUMNS}, clock_ahead_ms(partner_id) as clock_ahead_ms`;

function parcelFrom(row: ParcelRow): Parcel {
  return {
    id: row.id,
    partnerId: row.partner_id,
    quotationId: row.quotation_id,
    clientRef: row.client_ref,
    market: row.market,
    locode: row.locode,
    status: row.status,
    placedAt: row.placed_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    scheduleAt: row.schedule_at.getTime(),
    deliverBy: row.deliver_by.getTime(),
    endedAt: instantOf(row.ended_at),
    driverId: row.driver_id ?? undefined,
    shipment: row.document,
    history: row.history,
    edits: row.edits,
    tags: row.tags,
    label: row.wants_label ? { wanted: true, fileKey: row.label_key ?? undefined } : { wanted: false },
    needsPlan: row.needs_plan,
    requestHash: row.request_hash,
    shareToken: row.share_token,
    eventCount: row.event_count,
    revision: row.revision,
    clockAheadMs: Number(row.clock_ahead_ms),
  };
}

/** False where the quotation has bought a parcel meanwhile, or the partner has one with the same reference. */
export async function insertParcel(tx: Transaction, parcel: Parcel): Promise<boolean> {
  const inserted = await tx.query(
    `insert into parcels (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
     on conflict do nothing returning 1`,
    [
      parcel.id,
      parcel.partnerId,
      parcel.quotationId,
      parcel.clientRef,
      parcel.market,
      parcel.locode,
      parcel.status,
      timestamp(parcel.placedAt),
      timestamp(parcel.updatedAt),
      timestamp(parcel.scheduleAt),
      timestamp(parcel.deliverBy),
      timeOf(parcel.endedAt),
      parcel.driverId ?? null,
      JSON.stringify(parcel.shipment),
      JSON.stringify(parcel.history),
      JSON.stringify(parcel.edits),
      parcel.tags,
      parcel.label.wanted,
      fileKeyOf(parcel.label) ?? null,
      parcel.needsPlan,
      parcel.requestHash,
      parcel.shareToken,
      parcel.eventCount,
      parcel.revision,
    ],
  );
  return inserted.length === 1;
}

function fileKeyOf(label: Label): string | undefined {
  return label.wanted ? label.fileKey : undefined;
}

/** For whoever holds their locks. */
export async function updateParcels(tx: Transaction, parcels: readonly Parcel[]): Promise<void> {
  await tx.query(
    `update parcels set locode = new.locode, status = new.status, updated_at = new.updated_at, schedule_at = new.schedule_at,
       deliver_by = new.deliver_by, ended_at = new.ended_at, driver_id = new.driver_id, document = new.document,
       history = new.history, edits = new.edits, tags = new.tags, label_key = new.label_key, needs_plan = new.needs_plan, event_count = new.event_count,
       revision = new.revision
     from json_to_recordset($1) as new(id bigint, locode text, status text, updated_at timestamptz, schedule_at timestamptz,
       deliver_by timestamptz, ended_at timestamptz, driver_id bigint, document json, history json, edits json, tags text[],
       label_key text, needs_plan boolean, event_count integer, revision integer)
     where parcels.id = new.id`,
    [
      JSON.stringify(
        parcels.map((parcel) => ({
          id: parcel.id,
          locode: parcel.locode,
          status: parcel.status,
          updated_at: timestamp(parcel.updatedAt),
          schedule_at: timestamp(parcel.scheduleAt),
          deliver_by: timestamp(parcel.deliverBy),
          ended_at: timeOf(parcel.endedAt),
          driver_id: parcel.driverId ?? null,
          document: parcel.shipment,
          history: parcel.history,
          edits: parcel.edits,
          tags: parcel.tags,
          label_key: fileKeyOf(parcel.label) ?? null,
          needs_plan: parcel.needsPlan,
          event_count: parcel.eventCount,
          revision: parcel.revision,
        })),
      ),
    ],
  );
}

export async function findParcels(sql: Queryable, ids: readonly string[]): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(`select ${READ_COLUMNS} from parcels where id = any($1)`, [ids]);
  return rows.map(parcelFrom);
}

/** Always in the same order, so that two who lock several do not wait for each other. */
export async function lockParcels(tx: Transaction, ids: readonly string[]): Promise<readonly Parcel[]> {
  const rows = await tx.query<ParcelRow>(
    `select ${READ_COLUMNS} from parcels where id = any($1) order by id for update`,
    [ids],
  );
  return rows.map(parcelFrom);
}

export async function findParcelByRef(
  sql: Queryable,
  partnerId: PartnerId,
  clientRef: string,
): Promise<Parcel | undefined> {
  const [row] = await sql.query<ParcelRow>(
    `select ${READ_COLUMNS} from parcels where partner_id = $1 and client_ref = $2`,
    [partnerId, clientRef],
  );
  return row === undefined ? undefined : parcelFrom(row);
}

/** What the quotation has bought, and the partner's parcel with that reference. */
export async function findRivals(
  sql: Queryable,
  { quotationId, partnerId, clientRef }: Pick<Asked, 'quotationId' | 'partnerId' | 'clientRef'>,
): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select ${READ_COLUMNS} from parcels where quotation_id = $1 or (partner_id = $2 and client_ref = $3)`,
    [quotationId, partnerId, clientRef],
  );
  return rows.map(parcelFrom);
}

export async function countEvents(tx: Transaction, id: string, eventCount: number): Promise<void> {
  await tx.query('update parcels set event_count = $2 where id = $1', [id, eventCount]);
}

export async function hasOpenParcels(sql: Queryable, partnerId: PartnerId): Promise<boolean> {
  return (
    (await sql.query('select from parcels where partner_id = $1 and ended_at is null limit 1', [partnerId])).length > 0
  );
}

/** Partners' parcels that are due before a time and not over, the earliest first. */
export async function findOpenParcels(
  sql: Queryable,
  partnerIds: readonly PartnerId[],
  before: Instant,
  most: number,
): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select ${READ_COLUMNS} from parcels where partner_id = any($1) and ended_at is null
       and schedule_at - clock_ahead_ms(partner_id) * interval '1 millisecond' <= $2
     order by schedule_at - clock_ahead_ms(partner_id) * interval '1 millisecond', id limit $3`,
    [partnerIds, timestamp(before), most],
  );
  return rows.map(parcelFrom);
}

/** What a driver has on hand, the earliest first. */
export async function findParcelsOfDriver(sql: Queryable, driverId: string): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select ${READ_COLUMNS} from parcels where driver_id = $1 and ended_at is null
     order by schedule_at - clock_ahead_ms(partner_id) * interval '1 millisecond', id`,
    [driverId],
  );
  return rows.map(parcelFrom);
}

const ON_OUR_CLOCK = "schedule_at - clock_ahead_ms(partner_id) * interval '1 millisecond'";

/**
 * What is to be picked up from one time to another, by our clock, the earliest first: those without a driver, and those that drivers of the
 * city hold. With `onBoard` also what is on its way already.
 */
export async function findParcelsToPlan(
  sql: Queryable,
  locode: string,
  wanted: {
    readonly from: Instant | undefined;
    readonly before: Instant;
    readonly onBoard: boolean;
    readonly drivers: readonly string[];
    readonly most: number;
  },
): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select * from (
       select ${READ_COLUMNS} from parcels
       where locode = $1 and status = 'AWAIT_DRIVER' and ${ON_OUR_CLOCK} < $2 and ($3::timestamptz is null or ${ON_OUR_CLOCK} >= $3)
       union all
       select ${READ_COLUMNS} from parcels
       where driver_id = any($6::bigint[]) and ended_at is null and locode = $1
         and (status = 'DELIVERING' and $4
           or status = 'AWAIT_PICKUP' and ${ON_OUR_CLOCK} < $2 and ($3::timestamptz is null or ${ON_OUR_CLOCK} >= $3))
     ) parcel order by status = 'AWAIT_DRIVER', schedule_at, id limit $5`,
    [locode, timestamp(wanted.before), timeOf(wanted.from), wanted.onBoard, wanted.most, wanted.drivers],
  );
  return rows.map(parcelFrom);
}

/** Cities in which parcels wait for a driver, with the earliest pick-up of each; of those whose plan is wrong it is long due. */
export async function citiesWithWaitingParcels(
  sql: Queryable,
): Promise<readonly { readonly locode: string; readonly earliest: Instant }[]> {
  const rows = await sql.query<{ locode: string; earliest: Date }>(
    `select locode, min(due) as earliest from (
       select locode, ${ON_OUR_CLOCK} as due from parcels where status = 'AWAIT_DRIVER'
       union all
       select locode, timestamptz 'epoch' from parcels where needs_plan
     ) waiting group by locode`,
  );
  return rows.map(({ locode, earliest }) => ({ locode, earliest: earliest.getTime() }));
}

/** Who waits for a driver in a city, and whether an edit has made its plan wrong. */
export async function findWaiting(
  sql: Queryable,
  locode: string,
  before: Instant,
): Promise<{ readonly ids: readonly string[]; readonly needPlan: boolean }> {
  const rows = await sql.query<{ id: string; needs_plan: boolean }>(
    `select id, needs_plan from parcels where locode = $1 and status = 'AWAIT_DRIVER' and ${ON_OUR_CLOCK} < $2
     union all
     select id, needs_plan from parcels where locode = $1 and needs_plan`,
    [locode, timestamp(before)],
  );
  return {
    ids: rows.filter(({ needs_plan }) => !needs_plan).map(({ id }) => id),
    needPlan: rows.some(({ needs_plan }) => needs_plan),
  };
}

/** The plan of a city and day that holds. */
export async function findLatestPlan(
  sql: Queryable,
  locode: string,
  date: string,
): Promise<{ readonly madeAt: Instant; readonly unplanned: readonly string[] } | undefined> {
  const [row] = await sql.query<{ made_at: Date; summary: Omit<RoutePlan, 'routes'> }>(
    'select made_at, summary from parcel_plans where locode = $1 and day = $2 order by id desc limit 1',
    [locode, date],
  );
  return row && { madeAt: row.made_at.getTime(), unplanned: row.summary.unplanned.map(({ orderId }) => orderId) };
}

type NewPlan = {
  readonly id: string;
  readonly locode: string;
  readonly date: string;
  readonly madeAt: Instant;
  readonly plan: RoutePlan;
};

export async function insertPlan(tx: Transaction, { id, locode, date, madeAt, plan }: NewPlan): Promise<void> {
  const { routes, ...summary } = plan;
  await tx.query('insert into parcel_plans (id, locode, day, made_at, summary) values ($1, $2, $3, $4, $5)', [
    id,
    locode,
    date,
    timestamp(madeAt),
    JSON.stringify(summary),
  ]);
  await tx.query(
    `insert into parcel_routes (plan_id, driver_id, visits, meters)
     select $1, driver_id, visits, meters from json_to_recordset($2) as route(driver_id bigint, visits json, meters integer)`,
    [id, JSON.stringify(routes.map(({ driverId, visits, meters }) => ({ driver_id: driverId, visits, meters })))],
  );
}

/** Plans of days before, the oldest first; answers with how many. */
export async function deletePlansBefore(tx: Transaction, date: string, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with old as (
       select id from (select id, day from parcel_plans order by id limit $2) oldest where day < $1
     ), routes as (
       delete from parcel_routes where plan_id = any(array(select id from old))
     ), plans as (
       delete from parcel_plans where id = any(array(select id from old))
     )
     select count(*)::integer as count from old`,
    [date, most],
  );
  return row?.count ?? 0;
}

/** The driver's stops in the plans that hold, from that day on, day after day. */
export async function findRoute(
  sql: Queryable,
  { id, locode }: { readonly id: string; readonly locode: string },
  since: string,
): Promise<readonly PlannedStop[]> {
  const rows = await sql.query<{ visits: PlannedStop[] }>(
    `select route.visits from (
       select distinct on (day) id, day from parcel_plans where locode = $2 and day >= $3 order by day, id desc
     ) plan join parcel_routes route on route.plan_id = plan.id and route.driver_id = $1
     order by plan.day`,
    [id, locode, since],
  );
  return rows.flatMap(({ visits }) => visits);
}

/** For whoever holds its lock. */
export async function setLabelKey(tx: Transaction, id: string, fileKey: string): Promise<void> {
  await tx.query('update parcels set label_key = $2 where id = $1', [id, fileKey]);
}

export type LabelBatch = {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly parcelIds: readonly string[];
  /** Of its parcels. */
  readonly markets: readonly string[];
  readonly createdAt: Instant;
  readonly fileKey: string | undefined;
};
type BatchRow = {
  id: string;
  partner_id: PartnerId;
  parcel_ids: string[];
  markets: string[];
  created_at: Date;
  file_key: string | null;
};

export async function insertBatch(tx: Transaction, batch: LabelBatch): Promise<void> {
  await tx.query('insert into label_batches (id, partner_id, parcel_ids, created_at) values ($1, $2, $3, $4)', [
    batch.id,
    batch.partnerId,
    batch.parcelIds,
    timestamp(batch.createdAt),
  ]);
}

export async function findBatch(sql: Queryable, id: string): Promise<LabelBatch | undefined> {
  const [row] = await sql.query<BatchRow>(
    `select id, partner_id, parcel_ids, created_at, file_key,
       array(select distinct market from parcels where parcels.id = any(parcel_ids)) as markets
     from label_batches where id = $1`,
    [id],
  );
  if (row === undefined) return undefined;
  return {
    id: row.id,
    partnerId: row.partner_id,
    parcelIds: row.parcel_ids,
    markets: row.markets,
    createdAt: row.created_at.getTime(),
    fileKey: row.file_key ?? undefined,
  };
}

export async function setBatchKey(tx: Transaction, id: string, fileKey: string): Promise<void> {
  await tx.query('update label_batches set file_key = $2 where id = $1', [id, fileKey]);
}

/** Answers with the key of its file, where it has one. */
export async function deleteBatch(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ file_key: string | null }>(
    'delete from label_batches where id = $1 returning file_key',
    [id],
  );
  return row?.file_key ?? undefined;
}

export type StoredPriceList = {
  readonly market: string;
  readonly version: number;
  readonly holdsFrom: Instant;
  readonly document: PriceListDocument;
};
type PriceListRow = { market: string; version: number; holds_from: Date; document: PriceListDocument };

/** By market, newest first. */
export async function findPriceLists(sql: Queryable, partnerId: PartnerId): Promise<readonly StoredPriceList[]> {
  const rows = await sql.query<PriceListRow>(
    `select market, version, holds_from, document from parcel_price_lists
     where partner_id = $1 order by market, version desc`,
    [partnerId],
  );
  return rows.map(({ market, version, holds_from, document }) => ({
    market,
    version,
    holdsFrom: holds_from.getTime(),
    document,
  }));
}

/** Until the transaction ends, nobody else adds a list. */
export async function lockPriceLists(tx: Transaction): Promise<void> {
  await tx.query('lock table parcel_price_lists in share row exclusive mode');
}

export async function insertPriceList(
  tx: Transaction,
  partnerId: PartnerId,
  { market, version, holdsFrom, document }: StoredPriceList,
  now: Instant,
): Promise<void> {
  await tx.query(
    `insert into parcel_price_lists (partner_id, market, version, holds_from, created_at, document)
     values ($1, $2, $3, $4, $5, $6)`,
    [partnerId, market, version, timestamp(holdsFrom), timestamp(now), JSON.stringify(document)],
  );
}

type DeliveredRow = {
  id: string;
  client_ref: string;
  locode: string;
  ended_at: Date;
  meters: number;
  weight: string | null;
};

/** What a client got delivered in a span of time, oldest first; `after` is the last one seen. */
export async function findDelivered(
  sql: Queryable,
  { partnerId, market, from, to }: { partnerId: PartnerId; market: string; from: Instant; to: Instant },
  after: Pick<DeliveredParcel, 'deliveredAt' | 'id'> | undefined,
  limit: number,
): Promise<readonly DeliveredParcel[]> {
  const rows = await sql.query<DeliveredRow>(
    `select id, client_ref, locode, ended_at, (document ->> 'distanceMeters')::integer as meters,
       document #>> '{item,weight}' as weight
     from parcels
     where partner_id = $1 and status = 'DELIVERED' and market = $2 and ended_at >= $3 and ended_at < $4
       and (ended_at, id) > ($5, $6)
     order by ended_at, id limit $7`,
    [
      ...[partnerId, market, timestamp(from), timestamp(to)],
      ...[timestamp(after?.deliveredAt ?? from), after?.id ?? '0', limit],
    ],
  );
  return rows.map(({ id, client_ref, locode, ended_at, meters, weight }) => ({
    id,
    clientRef: client_ref,
    locode,
    deliveredAt: ended_at.getTime(),
    distanceMeters: meters,
    weight: weight ?? undefined,
  }));
}
