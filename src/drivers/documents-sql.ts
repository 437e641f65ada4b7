import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { DocumentKind, DriverDocument } from './rules/document.ts';
import { type DriverId, isShortId } from './rules/driver.ts';

type DocumentRow = {
  id: string;
  driver_id: DriverId;
  kind: DocumentKind;
  number: string;
  valid_until: string | null;
  file_key: string | null;
  added_at: Date;
};
const DOCUMENT_COLUMNS = `document.id, document.driver_id, document.kind, document.number, document.valid_until::text, document.file_key,
  document.added_at`;

function documentFrom(row: DocumentRow): DriverDocument {
  return {
    id: row.id,
    driverId: row.driver_id,
    kind: row.kind,
    number: row.number,
    validUntil: row.valid_until ?? undefined,
    fileKey: row.file_key ?? undefined,
    addedAt: row.added_at.getTime(),
  };
}

/** False where the driver was erased. Whoever is about to do that waits, or is waited for. */
export async function insertDocument(tx: Transaction, document: DriverDocument): Promise<boolean> {
  const inserted = await tx.query(
    `with driver as materialized (select id from drivers where id = $2 and erased_at is null for share)
     insert into driver_documents (id, driver_id, kind, number, valid_until, file_key, added_at)
     select $1, id, $3, $4, $5::date, $6, $7::timestamptz from driver returning 1`,
    [
      document.id,
      document.driverId,
      document.kind,
      document.number,
      document.validUntil ?? null,
      document.fileKey ?? null,
      timestamp(document.addedAt),
    ],
  );
  return inserted.length > 0;
}

/** Those that end first at the front. */
export async function documentsOf(sql: Queryable, driverId: DriverId): Promise<readonly DriverDocument[]> {
  const rows = await sql.query<DocumentRow>(
    `select ${DOCUMENT_COLUMNS} from driver_documents document where driver_id = $1 order by valid_until, id`,
    [driverId],
  );
  return rows.map(documentFrom);
}

/** What was removed; undefined where the driver has no such document, or had. */
export async function deleteDocument(
  sql: Queryable,
  driverId: DriverId,
  id: string,
): Promise<DriverDocument | undefined> {
  if (!isShortId(driverId)) return undefined;
  const [row] = await sql.query<DocumentRow>(
    `delete from driver_documents document where id = $2 and driver_id = $1 returning ${DOCUMENT_COLUMNS}`,
    [driverId, id],
  );
  return row === undefined ? undefined : documentFrom(row);
}

export type EndingDocument = DriverDocument & { readonly driverName: string; readonly locode: string };

/**
 * Documents of active drivers that end by that day, the first to end at the front. One that has been followed by a later one of its
 * kind troubles nobody.
 */
export async function endingDocuments(
  sql: Queryable,
  until: string,
  {
    after,
    limit,
  }: { readonly after: { readonly validUntil: string; readonly id: string } | undefined; readonly limit: number },
): Promise<readonly EndingDocument[]> {
  const rows = await sql.query<DocumentRow & { name: string; locode: string }>(
    `select ${DOCUMENT_COLUMNS}, driver.name, driver.locode
     from driver_documents document join drivers driver on driver.id = document.driver_id
     where document.valid_until <= $1 and (document.valid_until, document.id) > ($2::date, $3::bigint)
       and driver.status = 'active' and not exists (
         select from driver_documents later
         where later.driver_id = document.driver_id and later.kind = document.kind
           and coalesce(later.valid_until, 'infinity') > document.valid_until
       )
     order by document.valid_until, document.id limit $4`,
    [until, after?.validUntil ?? '-infinity', after?.id ?? '0', limit],
  );
  return rows.map((row) => ({ ...documentFrom(row), driverName: row.name, locode: row.locode }));
}

/** Of these drivers, those of whom every kind is there and holds on that day. */
export async function driversWithDocuments(
  sql: Queryable,
  driverIds: readonly DriverId[],
  kinds: readonly DocumentKind[],
  date: string,
): Promise<ReadonlySet<DriverId>> {
  const rows = await sql.query<{ driver_id: DriverId }>(
    `select driver_id from driver_documents
     where driver_id = any($1::bigint[]) and kind = any($2) and coalesce(valid_until, 'infinity') >= $3::date
     group by driver_id having count(distinct kind) = cardinality($2::text[])`,
    [driverIds, kinds, date],
  );
  return new Set(rows.map(({ driver_id }) => driver_id));
}
