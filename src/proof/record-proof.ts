import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { insertProof, lastSealOf } from './proof-sql.ts';
import { type Evidence, kindOfEvidence, type Proof } from './rules/proof.ts';
import { FIRST_SEAL, sealOf } from './rules/seal.ts';

/** How a stop of an order or a parcel ended. */
export type NewProof = {
  readonly orderId: string;
  readonly stopId: string;
  readonly driverId: string;
  readonly evidence: Evidence;
  /** On the driver's device, within bounds that the caller has checked. */
  readonly takenAt: Instant;
  readonly receivedAt: Instant;
  readonly point: Point | undefined;
};

/** For whoever holds the lock of the order or parcel: the proof is sealed onto the one before. */
export async function recordProof({ ids }: { readonly ids: Ids }, tx: Transaction, given: NewProof): Promise<void> {
  const { evidence, ...facts } = given;
  const last = await lastSealOf(tx, given.orderId);
  const proof: Proof = {
    id: ids.next(),
    position: (last?.position ?? 0) + 1,
    ...facts,
    kind: kindOfEvidence(evidence),
    fileKey: evidence.image,
    sha256: evidence.sha256,
    reason: evidence.reason,
  };
  await insertProof(tx, proof, sealOf(last?.seal ?? FIRST_SEAL, proof));
}
