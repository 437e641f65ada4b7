import { assertPresent } from '../foundation/assert.ts';
import type { Point } from '../foundation/geo.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type ChangeDeps, closeDropOff, lockOrder, type Order } from '../orders/index.ts';
import { insertProof, lastSealOf } from './proof-sql.ts';
import { type Evidence, kindOfEvidence, type Proof } from './rules/proof.ts';
import { FIRST_SEAL, sealOf } from './rules/seal.ts';

type StopClosing = {
  readonly orderId: string;
  /** Undefined for the next open one. */
  readonly stopId?: string | undefined;
  readonly driverId: string;
  readonly evidence: Evidence;
  /** On the driver's device, within bounds that the caller has checked. The drop-off is closed with this time. */
  readonly takenAt: Instant;
  readonly receivedAt: Instant;
  readonly point: Point | undefined;
};

/** Closes a drop-off of the driver's own order and records how, both or neither. */
export async function closeStop(deps: ChangeDeps, tx: Transaction, closing: StopClosing): Promise<Order> {
  const { orderId, driverId, evidence, takenAt, receivedAt } = closing;
  const stopId = closing.stopId ?? (await nextOpenStop(tx, orderId));
  const { sha256, ...result } = evidence;
  const after = await closeDropOff(deps, tx, { orderId, driverId }, takenAt, stopId, result, receivedAt);
  await recordProof(deps, tx, closing, assertPresent(stopId, 'an order with no open drop-off is refused'));
  return after;
}

async function recordProof(deps: ChangeDeps, tx: Transaction, closing: StopClosing, stopId: string): Promise<void> {
  const { orderId, driverId, evidence, takenAt, receivedAt, point } = closing;
  const last = await lastSealOf(tx, orderId);
  const proof: Proof = {
    id: deps.ids.next(),
    orderId,
    position: (last?.position ?? 0) + 1,
    stopId,
    driverId,
    kind: kindOfEvidence(evidence),
    fileKey: evidence.image,
    sha256: evidence.sha256,
    reason: evidence.reason,
    takenAt,
    receivedAt,
    point,
  };
  await insertProof(tx, proof, sealOf(last?.seal ?? FIRST_SEAL, proof));
}

/** Under the lock that closing needs anyway, so that it is still the next one then. */
async function nextOpenStop(tx: Transaction, orderId: string): Promise<string | undefined> {
  const order = isId(orderId) ? await lockOrder(tx, orderId) : undefined;
  return order?.delivery.stops.slice(1).find(({ closing }) => closing === undefined)?.stopId;
}
