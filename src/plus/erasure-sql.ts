import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp, timestampOrNull } from '../infrastructure/database/database.ts';
import type { Look, Looked } from '../orders/index.ts';
import { eraseStops } from '../quotations/index.ts';
import type { Edit, Entry, ParcelId, PlusQuotation, Shipment } from './rules/parcel.ts';

/** Parcels that ended by that time, each by its partner's clock, and still hold personal data. */
export async function findParcelsToErase(
  sql: Queryable,
  endedUntil: Instant,
  most: number,
): Promise<readonly ParcelId[]> {
  const rows = await sql.query<{ id: ParcelId }>(
    `(select id from parcels where erased_at is null and ended_at <= $1 order by ended_at limit $2)
     union all
     (select due.id from partner_clocks clock cross join lateral (
        select id from parcels
        where partner_id = clock.partner_id and erased_at is null and ended_at > $1
          and ended_at <= $1::timestamptz + clock.ahead_ms * interval '1 millisecond'
        order by ended_at limit $2
      ) due)
     limit $2`,
    [timestamp(endedUntil), most],
  );
  return rows.map(({ id }) => id);
}

export type ErasableParcel = {
  readonly id: ParcelId;
  readonly quotationId: string;
  readonly shipment: Shipment;
  readonly history: readonly Entry[];
  readonly edits: readonly Edit[];
  readonly labelKey: string | null;
};

/** Those of them that have ended, always in the same order. */
export async function lockEndedParcels(tx: Transaction, ids: readonly string[]): Promise<readonly ErasableParcel[]> {
  return tx.query<ErasableParcel>(
    `select id, quotation_id as "quotationId", document as shipment, history, edits, label_key as "labelKey"
     from parcels where id = any($1) and ended_at is not null order by id for update`,
    [ids],
  );
}

/** The row with what is left of it, and without a label; `erasedAt` where nobody's data is left. */
export async function saveErasure(
  tx: Transaction,
  parcels: readonly ErasableParcel[],
  erasedAt: Instant | undefined,
): Promise<void> {
  await tx.query(
    `update parcels set document = new.document, history = new.history, edits = new.edits, wants_label = false, label_key = null,
       erased_at = coalesce($2, erased_at), revision = revision + 1
     from json_to_recordset($1) as new(id bigint, document json, history json, edits json) where parcels.id = new.id`,
    [
      JSON.stringify(parcels.map(({ id, shipment, history, edits }) => ({ id, document: shipment, history, edits }))),
      timestampOrNull(erasedAt),
    ],
  );
}

/** Printed sheets on which any of these parcels is; their files, for whoever removes them. */
export async function deleteBatchesOf(tx: Transaction, parcelIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ file_key: string | null }>(
    'delete from label_batches where parcel_ids && $1::bigint[] returning file_key',
    [parcelIds],
  );
  return rows.flatMap(({ file_key }) => file_key ?? []);
}

export async function eraseQuotations(tx: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; document: PlusQuotation['document'] }>(
    'select id, document from plus_quotations where id = any($1)',
    [ids],
  );
  await tx.query(
    `update plus_quotations set document = new.document from json_to_recordset($1) as new(id bigint, document json)
     where plus_quotations.id = new.id`,
    [JSON.stringify(rows.map(({ id, document }) => ({ id, document: eraseStops(document) })))],
  );
}

/** A stretch of all parcels, of which so many are read that still hold personal data, and ten times as many passed by at most. */
export async function lookForParcels(sql: Queryable, look: Look, after: string, most: number): Promise<Looked> {
  const [row] = await sql.query<{ named: string[]; driven: Looked['driven']; last: string | null }>(
    `with passed as materialized (
       select id, erased_at is null as is_kept from parcels where id > $1 order by id limit $2::integer * 10
     ), stretch as materialized (
       select id, partner_id, driver_id, lower(document::text || history::text || edits::text) as words from parcels
       where id = any(array(select id from passed where is_kept order by id limit $2))
     )
     select case count(*) when $2 then max(id) else (select max(id) from passed) end as last,
       coalesce(array_agg(id) filter (where exists (select from unnest($3::text[]) wanted where strpos(words, wanted) > 0)), '{}') as named,
       coalesce(json_agg(json_build_object('id', id::text, 'partnerId', partner_id::text, 'streamId', id::text))
         filter (where driver_id = $4), '[]') as driven
     from stretch`,
    [after, most, look.texts, look.driverId ?? null],
  );
  return { named: row?.named ?? [], driven: row?.driven ?? [], last: row?.last ?? undefined };
}

export type KeptParcel = ErasableParcel & {
  readonly partnerId: PartnerId;
  readonly clientRef: string;
  readonly status: string;
  readonly placedAt: Date;
  readonly endedAt: Date | null;
};

export async function findKeptParcels(sql: Queryable, ids: readonly string[]): Promise<readonly KeptParcel[]> {
  return sql.query<KeptParcel>(
    `select id, partner_id as "partnerId", client_ref as "clientRef", locode, status, placed_at as "placedAt", ended_at as "endedAt",
       quotation_id as "quotationId", document as shipment, history, edits, label_key as "labelKey"
     from parcels where id = any($1) order by id`,
    [ids],
  );
}

/** Printed sheets on which any of these parcels is. */
export function findBatchesOf(sql: Queryable, parcelIds: readonly string[]) {
  return sql.query<{ readonly batchId: string; readonly createdAt: Date; readonly fileKey: string | null }>(
    `select id as "batchId", created_at as "createdAt", file_key as "fileKey" from label_batches where parcel_ids && $1::bigint[]`,
    [parcelIds],
  );
}
