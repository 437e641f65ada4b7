import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { FileColumn } from '../infrastructure/database/snapshot.ts';

/** Where keys of files stand. */
export const LABEL_FILES: readonly FileColumn[] = [
  { table: 'parcels', column: 'label_key' },
  { table: 'label_batches', column: 'file_key' },
];

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

/** False where it is gone. */
export async function setBatchKey(tx: Transaction, id: string, fileKey: string): Promise<boolean> {
  return (
    (await tx.query('update label_batches set file_key = $2 where id = $1 returning id', [id, fileKey])).length > 0
  );
}

/** Found by the id in the key. */
export async function isFileOfLabel(sql: Queryable, fileKey: string): Promise<boolean> {
  const rows = await sql.query(
    `select from parcels where id = substring($1 from '^labels/(\\d+)-')::bigint and label_key = $1
     union all
     select from label_batches where id = substring($1 from '^labels/batches/(\\d+)')::bigint and file_key = $1`,
    [fileKey],
  );
  return rows.length > 0;
}

/** Answers with the key of its file, where it has one. */
export async function deleteBatch(tx: Transaction, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ file_key: string | null }>(
    'delete from label_batches where id = $1 returning file_key',
    [id],
  );
  return row?.file_key ?? undefined;
}
