import { type Decision, orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { hintAtDigits, isId, type PartnerId, shownId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { NewEvent } from '../webhooks/index.ts';
import { lockOrder } from './orders-sql.ts';
import { orderAt } from './rules/expiry.ts';
import { changedMeanwhile } from './rules/history-words.ts';
import { type DriverId, driverOf, type Order, onItsClock } from './rules/order.ts';
import { noteReceipt, type OrderChange } from './rules/order-change.ts';
import { type ChangeDeps, saveChange } from './save-change.ts';

/** Who asks for an order: its partner, its driver, or we ourselves. */
export type OrderKey = {
  readonly orderId: string;
  readonly partnerId?: PartnerId;
  /** Those that the partner's key is for. */
  readonly markets?: readonly string[];
  readonly driverId?: DriverId;
  /** What somebody at the desk had before them: where it has changed since, they are told. */
  readonly seenRevision?: number;
};

/** An order as the partner behind a call may ask for it. */
export function orderKeyOf(
  partner: { readonly id: PartnerId; readonly markets: readonly string[] },
  orderId: string,
  seenRevision?: number,
): OrderKey {
  const key = { orderId, partnerId: partner.id, markets: partner.markets };
  return seenRevision === undefined ? key : { ...key, seenRevision };
}

export function visibleOrder(order: Order | undefined, key: OrderKey): Order {
  const visible = visibleTo(key, order, order && driverOf(order)?.driverId);
  if (key.seenRevision !== undefined && key.seenRevision !== visible.revision)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', changedMeanwhile(visible));
  return visible;
}

/** What the caller may see. Unknown is 404, also to a driver who does not have it; another partner's is 422. */
export function visibleTo<T extends Pick<Order, 'partnerId' | 'market'>>(
  { orderId, partnerId, markets, driverId }: OrderKey,
  order: T | undefined,
  itsDriver: string | undefined,
): T {
  if (order === undefined || (driverId !== undefined && itsDriver !== driverId))
    throw new DeliveryError('ERR_ORDER_NOT_FOUND', `There is no order ${shownId(orderId)}.${hintAtDigits(orderId)}`);
  if (partnerId !== undefined && order.partnerId !== partnerId) {
    throw new DeliveryError('ERR_ORDER_OF_ANOTHER_PARTNER', `Order ${orderId} is not one of yours.`);
  }
  if (markets !== undefined && !markets.includes(order.market)) {
    throw new DeliveryError(
      'ERR_ORDER_OF_ANOTHER_PARTNER',
      `Order ${orderId} is in the market ${order.market}, which this key is not for.`,
    );
  }
  return order;
}

export async function lockVisibleOrder(tx: Transaction, key: OrderKey): Promise<Order> {
  return visibleOrder(isId(key.orderId) ? await lockOrder(tx, key.orderId) : undefined, key);
}

/** A partner's call tells the time by the partner's clock, everybody else by ours; an order lives by its partner's. */
export function timeOfOrder({ partnerId }: OrderKey, order: Order, time: Instant): Instant {
  return partnerId === undefined ? onItsClock(order, time) : time;
}

type ChangeOptions = {
  readonly furtherEvents?: (order: Order, at: Instant) => readonly NewEvent[];
  /** When we heard of it, where that was later than it happened. */
  readonly receivedAt?: Instant;
};

/** Locks the order, asks the rule what happens to it as it stands at that time, and saves that. */
export async function changeOrder(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  decide: (order: Order, at: Instant) => Decision<OrderChange>,
  { furtherEvents = () => [], receivedAt }: ChangeOptions = {},
): Promise<Order> {
  const order = await lockVisibleOrder(tx, key);
  const at = timeOfOrder(key, order, now);
  const change = orThrow(decide(orderAt(order, at), at));
  const noted = noteReceipt(change, receivedAt === undefined ? undefined : timeOfOrder(key, order, receivedAt));
  return saveChange(deps, tx, order, noted, furtherEvents(change[0].order, at));
}
