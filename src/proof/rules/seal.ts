import { createHash } from 'node:crypto';
import type { Proof } from './proof.ts';

export const FIRST_SEAL: Buffer = Buffer.alloc(32);

/** Each seal covers the one before it, so that no proof of an order can be changed, moved or taken out unnoticed. */
export function sealOf(before: Buffer, proof: Proof): Buffer {
  const { position, id, orderId, stopId, driverId, kind, sha256, reason, takenAt, receivedAt, point } = proof;
  const text = JSON.stringify([
    position,
    id,
    orderId,
    stopId,
    driverId,
    kind,
    sha256?.toString('hex') ?? null,
    reason ?? null,
    new Date(takenAt).toISOString(),
    new Date(receivedAt).toISOString(),
    point?.lat ?? null,
    point?.lng ?? null,
  ]);
  return createHash('sha256').update(before).update(text).digest();
}
