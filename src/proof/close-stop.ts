import { assertPresent } from '../foundation/assert.ts';
import { isId } from '../foundation/ids.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type ChangeDeps, closeDropOff, lockOrder, type Order } from '../orders/index.ts';
import { type NewProof, recordProof } from './record-proof.ts';

/** The drop-off is closed with the time on the driver's device. */
type StopClosing = Omit<NewProof, 'stopId'> & {
  /** Undefined for the next open one. */
  readonly stopId?: string | undefined;
};

/** Closes a drop-off of the driver's own order and records how, both or neither. */
export async function closeStop(deps: ChangeDeps, tx: Transaction, closing: StopClosing): Promise<Order> {
  const { orderId, driverId, evidence, takenAt, receivedAt } = closing;
  const stopId = closing.stopId ?? (await nextOpenStop(tx, orderId));
  const { sha256, ...result } = evidence;
  const after = await closeDropOff(deps, tx, { orderId, driverId }, takenAt, stopId, result, receivedAt);
  await recordProof(deps, tx, {
    ...closing,
    stopId: assertPresent(stopId, 'an order with no open drop-off is refused'),
  });
  return after;
}

/** Under the lock that closing needs anyway, so that it is still the next one then. */
async function nextOpenStop(tx: Transaction, orderId: string): Promise<string | undefined> {
  const order = isId(orderId) ? await lockOrder(tx, orderId) : undefined;
  return order?.delivery.stops.slice(1).find(({ closing }) => closing === undefined)?.stopId;
}
