import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { rewriteEvents } from '../webhooks/index.ts';
import { deleteReferences, type ErasableOrder, lockEndedOrders, saveErasure } from './erasure-sql.ts';
import { eraseDelivery, eraseEvent, eraseHistory, type IsMeant } from './rules/erasure.ts';
import { referencesOf } from './rules/references.ts';
import { insertTerms, lockProgress } from './search-sql.ts';

/** Of whom: of everybody, at a time; or of those who are meant. */
export type Extent = { readonly isMeant: IsMeant; readonly everybodyAt?: Instant };

/** An ended delivery whose personal data went, with the stops at which it was. */
export type ErasedDelivery = {
  readonly id: string;
  /** Undefined where another order goes on with it in its place. */
  readonly streamId: string | undefined;
  readonly quotationId: string;
  readonly stopIds: readonly string[];
  /** Those of others. */
  readonly otherStopIds: readonly string[];
};

/** What has not ended stays as it is: drivers need it. */
export async function eraseOrders(
  tx: Transaction,
  orderIds: readonly string[],
  { isMeant, everybodyAt }: Extent,
): Promise<readonly ErasedDelivery[]> {
  if (orderIds.length === 0) return [];
  // Whoever gives placed orders their terms waits, so that none are added of what was read before.
  await lockProgress(tx);
  const before = await lockEndedOrders(tx, orderIds);
  const after = before.map((order) => ({
    ...order,
    delivery: eraseDelivery(order.delivery, isMeant),
    history: eraseHistory(order.history),
  }));
  await saveErasure(tx, after, everybodyAt);
  await insertTerms(tx, after);
  await deleteReferences(tx, before.flatMap(referencesOfMetadata));
  // Events show the stops without what was written about them, by which some are meant.
  const meant = new Set(before.flatMap(({ delivery }) => delivery.stops.filter(isMeant).map(({ stopId }) => stopId)));
  await rewriteEvents(
    tx,
    before.flatMap(({ streamId }) => streamId ?? []),
    (data) => eraseEvent(data, (stop) => isMeant(stop) || meant.has(stop.stopId ?? '')),
  );
  return before.map(({ id, streamId, quotationId, delivery }) => ({
    id,
    streamId,
    quotationId,
    stopIds: delivery.stops.filter(isMeant).map(({ stopId }) => stopId),
    otherStopIds: delivery.stops.filter((stop) => !isMeant(stop)).map(({ stopId }) => stopId),
  }));
}

function referencesOfMetadata(order: ErasableOrder) {
  const { channelPartner, ...delivery } = order.delivery;
  return referencesOf(delivery).map((reference) => ({ order, reference }));
}
