import { isId, LARGEST_ID, type PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import { only } from '../infrastructure/database/own-index-sql.ts';
import { DELIVERIES_CHANNEL } from '../orders/index.ts';
import { clockAheadMs, scenarioPlayed } from '../partners/index.ts';
import { ON_OUR_CLOCK, PARCEL_COLUMNS, PARCEL_READ_COLUMNS, type ParcelRow, parcelFrom } from './parcel-row-sql.ts';
import type { Label, Parcel } from './rules/parcel.ts';
import type { ParcelStatus } from './rules/parcel-transitions.ts';
import type { Asked } from './rules/placement.ts';

/** False where the quotation has bought a parcel meanwhile, or the partner has one with the same reference. */
export async function insertParcel(tx: Transaction, parcel: Parcel): Promise<boolean> {
  const inserted = await tx.query(
    `insert into parcels (${PARCEL_COLUMNS})
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
      timestampOrNull(parcel.endedAt),
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
     where parcels.id = new.id returning pg_notify('${DELIVERIES_CHANNEL}', parcels.id::text)`,
    [
      JSON.stringify(
        parcels.map((parcel) => ({
          id: parcel.id,
          locode: parcel.locode,
          status: parcel.status,
          updated_at: timestamp(parcel.updatedAt),
          schedule_at: timestamp(parcel.scheduleAt),
          deliver_by: timestamp(parcel.deliverBy),
          ended_at: timestampOrNull(parcel.endedAt),
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
  const rows = await sql.query<ParcelRow>(`select ${PARCEL_READ_COLUMNS} from parcels where id = any($1)`, [ids]);
  return rows.map(parcelFrom);
}

/** Always in the same order, so that two who lock several do not wait for each other. */
export async function lockParcels(tx: Transaction, ids: readonly string[]): Promise<readonly Parcel[]> {
  const rows = await tx.query<ParcelRow>(
    `select ${PARCEL_READ_COLUMNS} from parcels where id = any($1) order by id for update`,
    [ids],
  );
  return rows.map(parcelFrom);
}

export type ParcelFilters = {
  readonly locode?: string | undefined;
  readonly status?: string | undefined;
  /** An id, or how a client's own reference begins. */
  readonly search?: string | undefined;
};

/** Newest first; `before` is the id of the last one seen. */
export async function listParcelsOfAll(
  sql: Queryable,
  { locode, status, search }: ParcelFilters,
  before: string | undefined,
  most: number,
): Promise<readonly Parcel[]> {
  const given: unknown[] = [];
  const value = (wanted: unknown) => `$${given.push(wanted)}`;
  const named = search === undefined ? undefined : await findNamed(sql, search);
  const conditions = [
    `id < ${value(before ?? LARGEST_ID)}`,
    ...(locode === undefined ? [] : [only('locode', value(locode))]),
    ...(status === undefined ? [] : [`status = ${value(status)}`]),
    ...(search === undefined ? [] : [named === undefined ? beginsWith(value, search) : `id = any(${value(named)})`]),
  ].join(' and ');
  const isInCity = locode !== undefined && (status === undefined || status === 'DELIVERED');
  const ids = `select id from parcels where ${conditions}`;
  const newest =
    named === undefined
      ? `${ids} order by ${isInCity ? 'locode desc,' : ''}`
      : `with found as materialized (${ids}) select id from found order by`;
  const rows = await sql.queryByValues<ParcelRow>(
    `select ${PARCEL_READ_COLUMNS} from parcels where id in (${newest} id desc limit ${value(most)}) order by id desc`,
    given,
  );
  return rows.map(parcelFrom);
}

const beginsWith = (value: (wanted: unknown) => string, search: string) =>
  `client_ref like ${value(`${search.replace(/[\\%_]/g, '\\$&')}%`)}`;
/** Of more, a page is soon found among all parcels. */
const MOST_NAMED = 2_000;

/** What has this id, or a reference that begins so; undefined where very many do. */
async function findNamed(sql: Queryable, search: string): Promise<readonly string[] | undefined> {
  const given: unknown[] = [MOST_NAMED + 1, isId(search) ? search : null];
  const rows = await sql.queryByValues<{ id: string }>(
    `(select id from parcels where ${beginsWith((wanted) => `$${given.push(wanted)}`, search)} limit $1)
     union select id from parcels where id = $2`,
    given,
  );
  return rows.length > MOST_NAMED ? undefined : rows.map(({ id }) => id);
}

export async function findParcelByRef(
  sql: Queryable,
  partnerId: PartnerId,
  clientRef: string,
): Promise<Parcel | undefined> {
  const [row] = await sql.query<ParcelRow>(
    `select ${PARCEL_READ_COLUMNS} from parcels where partner_id = $1 and client_ref = $2`,
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
    `select ${PARCEL_READ_COLUMNS} from parcels where quotation_id = $1 or (partner_id = $2 and client_ref = $3)`,
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

/** What happens to parcels without anybody's call. */
export type ParcelRoutine = {
  /** Statuses in which something comes next: not earlier than so long before the pick-up, and only in some scenarios. */
  readonly stages: readonly {
    readonly status: ParcelStatus;
    readonly beforePickUpMs?: number;
    readonly scenarios?: readonly string[];
  }[];
  readonly knownScenarios: readonly string[];
  /** Of those that somebody has, only theirs. */
  readonly driverIds: readonly string[];
};
/** How far a partner's parcels have been looked through, by the partner's clock. */
export type LookedThrough = { readonly partnerId: PartnerId; readonly until: Instant; readonly id: string };

/** Of each partner the next so many to which something may happen by now, all in the order of when it may at the earliest. */
export async function findParcelsInTurn(
  sql: Queryable,
  { stages, knownScenarios, driverIds }: ParcelRoutine,
  looked: readonly LookedThrough[],
  now: Instant,
  mostOfAPartner: number,
): Promise<readonly { readonly parcel: Parcel; readonly turn: LookedThrough }[]> {
  const rows = await sql.query<ParcelRow & { turn_at: Date }>(
    `select ${PARCEL_READ_COLUMNS}, turn_at
     from unnest($1::bigint[], $2::timestamptz[], $3::bigint[]) as looked (whose, until, last_id)
     cross join lateral (select ${clockAheadMs('looked.whose')} * interval '1 millisecond' as ahead) clock
     cross join lateral (
       select parcels.*, turn_at
       from parcels
         join json_to_recordset($4) as stage (stage text, before_pick_up_ms bigint, scenarios text[]) on stage = status
         cross join lateral (
           select greatest(updated_at, schedule_at - before_pick_up_ms * interval '1 millisecond') as turn_at
         ) turn
       where partner_id = looked.whose and ended_at is null and (driver_id is null or driver_id = any($5::bigint[]))
         and turn_at <= $6::timestamptz + clock.ahead and (turn_at, id) > (looked.until, looked.last_id)
         and (scenarios is null or ${scenarioPlayed('looked.whose', "document -> 'metadata'", '$7')} = any(scenarios))
       order by turn_at, id limit $8
     ) parcels
     order by turn_at - clock.ahead, id`,
    [
      looked.map(({ partnerId }) => partnerId),
      looked.map(({ until }) => timestamp(until)),
      looked.map(({ id }) => id),
      JSON.stringify(
        stages.map(({ status, beforePickUpMs, scenarios }) => ({
          stage: status,
          before_pick_up_ms: beforePickUpMs,
          scenarios,
        })),
      ),
      driverIds,
      timestamp(now),
      knownScenarios,
      mostOfAPartner,
    ],
  );
  return rows.map((row) => ({
    parcel: parcelFrom(row),
    turn: { partnerId: row.partner_id, until: row.turn_at.getTime(), id: row.id },
  }));
}

/** What a driver has on hand, the earliest first. */
export async function findParcelsOfDriver(sql: Queryable, driverId: string): Promise<readonly Parcel[]> {
  const rows = await sql.query<ParcelRow>(
    `select ${PARCEL_READ_COLUMNS} from parcels where driver_id = $1 and ended_at is null
     order by ${ON_OUR_CLOCK}, id`,
    [driverId],
  );
  return rows.map(parcelFrom);
}
