import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, utcDate } from '../foundation/time.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { predecessorsOf, type ReadOrder } from '../orders/index.ts';
import type { EvidenceKey } from './evidence-key.ts';
import { proofsOf } from './proof-sql.ts';
import { bundleOf, type EvidenceBundle, type Picture, type SealedProof, signedText } from './rules/evidence-bundle.ts';

type ExportDeps = {
  readonly readOrder: ReadOrder;
  readonly files: FileStore;
  readonly evidenceKey: EvidenceKey;
  readonly environment: Environment;
  readonly publicUrl: string;
};

/** All proofs of an order, and of those it stands in for, in one document that can be checked without us: examples/verify-evidence.mjs shows how. */
export async function exportEvidence(
  deps: ExportDeps,
  sql: Queryable,
  orderId: string,
  now: Instant,
): Promise<EvidenceBundle> {
  const { files, evidenceKey, environment, publicUrl } = deps;
  const order = await deps.readOrder({ orderId }, now);
  const replaces = (await predecessorsOf(sql, [order.id])).get(order.id) ?? [];
  const proofs = await proofsOf(sql, [...replaces, order.id]);
  insistOnWords(order.id, proofs);
  const pictures = await picturesOf(files, proofs);
  const { publicKey } = evidenceKey;
  const bundle = bundleOf({
    environment,
    issuer: publicUrl,
    madeAt: now,
    order,
    replaces,
    proofs,
    pictures,
    publicKey,
  });
  return { ...bundle, signature: evidenceKey.sign(signedText(bundle)) };
}

/** A document that nobody can check proves nothing. */
function insistOnWords(orderId: string, proofs: readonly SealedProof[]): void {
  const erasedAt = proofs.find((proof) => proof.erasedAt !== undefined)?.erasedAt;
  if (erasedAt === undefined) return;
  const day = utcDate(erasedAt);
  throw new DeliveryError(
    'ERR_NOT_FOUND',
    `The proofs of order ${orderId} were erased on ${day}, with the personal data in them. Documents made before can still be checked.`,
  );
}

async function picturesOf(files: FileStore, proofs: readonly SealedProof[]): Promise<ReadonlyMap<string, Picture>> {
  const pictures = new Map<string, Picture>();
  // One after the other: there may be fifteen, and all are held in memory until the document is written.
  for (const { fileKey } of proofs) {
    const picture = fileKey === undefined ? undefined : await files.get(fileKey);
    if (fileKey !== undefined && picture !== undefined) pictures.set(fileKey, picture);
  }
  return pictures;
}
