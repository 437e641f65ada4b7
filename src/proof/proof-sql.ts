import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { FileColumn } from '../infrastructure/database/snapshot.ts';
import type { Sealed } from '../infrastructure/secret-box.ts';
import type { SealedProof } from './rules/evidence-bundle.ts';
import type { Proof, ProofId, ProofKind } from './rules/proof.ts';

type ProofRow = {
  id: ProofId;
  order_id: string;
  position: number;
  stop_id: string;
  driver_id: string;
  kind: ProofKind;
  file_key: string | null;
  sha256: Buffer | null;
  reason: string | null;
  taken_at: Date;
  received_at: Date;
  lat: number | null;
  lng: number | null;
  seal: Buffer;
  erased_at: Date | null;
};

function proofFrom(row: ProofRow): SealedProof {
  return {
    id: row.id,
    orderId: row.order_id,
    position: row.position,
    stopId: row.stop_id,
    driverId: row.driver_id,
    kind: row.kind,
    fileKey: row.file_key ?? undefined,
    sha256: row.sha256 ?? undefined,
    reason: row.reason ?? undefined,
    takenAt: row.taken_at.getTime(),
    receivedAt: row.received_at.getTime(),
    point: row.lat === null || row.lng === null ? undefined : { lat: row.lat, lng: row.lng },
    seal: row.seal,
    erasedAt: row.erased_at?.getTime(),
  };
}

/** Of these orders, one after the other, each in the order in which they were recorded. */
export async function proofsOf(sql: Queryable, orderIds: readonly string[]): Promise<readonly SealedProof[]> {
  const rows = await sql.query<ProofRow>(
    `select id, order_id, position, stop_id, driver_id, kind, file_key, sha256, reason, taken_at, received_at, lat, lng, seal, erased_at
     from proofs where order_id = any($1::bigint[]) order by array_position($1::bigint[], order_id), position`,
    [orderIds],
  );
  return rows.map(proofFrom);
}

/** For whoever holds the order's lock. */
export async function lastSealOf(
  tx: Transaction,
  orderId: string,
): Promise<{ readonly position: number; readonly seal: Buffer } | undefined> {
  const [row] = await tx.query<{ position: number; seal: Buffer }>(
    'select position, seal from proofs where order_id = $1 order by position desc limit 1',
    [orderId],
  );
  return row;
}

export async function insertProof(tx: Transaction, proof: Proof, seal: Buffer): Promise<void> {
  await tx.query(
    `insert into proofs (id, order_id, position, stop_id, driver_id, kind, file_key, sha256, reason, taken_at, received_at,
       lat, lng, seal)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      proof.id,
      proof.orderId,
      proof.position,
      proof.stopId,
      proof.driverId,
      proof.kind,
      proof.fileKey ?? null,
      proof.sha256 ?? null,
      proof.reason ?? null,
      timestamp(proof.takenAt),
      timestamp(proof.receivedAt),
      proof.point?.lat ?? null,
      proof.point?.lng ?? null,
      seal,
    ],
  );
}

/** Where keys of files stand; the order has them too. */
export const PROOF_FILES: readonly FileColumn[] = [{ table: 'proofs', column: 'file_key' }];

/** What was said and where it was is gone; which pictures are to be removed. */
export async function eraseProofs(
  tx: Transaction,
  stops: readonly { readonly orderId: string; readonly stopId: string }[],
  at: Instant,
): Promise<readonly string[]> {
  const rows = await tx.query<{ file_key: string | null }>(
    `with meant as (
       select proofs.id, proofs.file_key from proofs join unnest($1::bigint[], $2::bigint[]) as stop(order_id, stop_id)
         using (order_id, stop_id)
       where erased_at is null
     )
     update proofs set file_key = null, reason = case when reason is not null then 'erased' end, lat = null, lng = null, erased_at = $3
     from meant where proofs.id = meant.id returning meant.file_key`,
    [stops.map(({ orderId }) => orderId), stops.map(({ stopId }) => stopId), timestamp(at)],
  );
  return rows.flatMap(({ file_key }) => file_key ?? []);
}

export async function isFileOfProof(sql: Queryable, fileKey: string): Promise<boolean> {
  return (await sql.query('select 1 from proofs where file_key = $1', [fileKey])).length > 0;
}

export async function findSealedSeed(sql: Queryable): Promise<Sealed | undefined> {
  return (await sql.query<{ sealed_seed: Buffer }>('select sealed_seed from evidence_key', []))[0]?.sealed_seed;
}

/** Of several processes that make one at once, the first wins. */
export async function insertSealedSeed(sql: Queryable, sealed: Sealed, now: Instant): Promise<void> {
  await sql.query('insert into evidence_key (sealed_seed, created_at) values ($1, $2) on conflict do nothing', [
    sealed,
    timestamp(now),
  ]);
}

export async function replaceSealedSeed(sql: Queryable, before: Sealed, sealed: Sealed): Promise<void> {
  await sql.query('update evidence_key set sealed_seed = $2 where sealed_seed = $1', [before, sealed]);
}
