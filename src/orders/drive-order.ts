import type { Decision } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { NewEvent } from '../webhooks/index.ts';
import { changeOrder, type OrderKey } from './change-order.ts';
import { type DropOffResult, decideArrival, decideDropOff, decidePickUp } from './rules/delivering.ts';
import {
  decideAcceptance,
  decideDriverChange,
  decideGiveBack,
  decideTakeOff,
  type GiveBack,
  type RejectionLimits,
  type TakeOff,
} from './rules/matching.ts';
import type { DriverId, Order } from './rules/order.ts';
import type { OrderChange } from './rules/order-change.ts';
import type { ChangeDeps } from './save-change.ts';

type DriveDeps = ChangeDeps & { readonly rejectionLimits: RejectionLimits };

/** `tell`: what the partner is told of the driver, beside the new status. */
export function acceptOrder(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  driverId: DriverId,
  tell: (order: Order, at: Instant) => readonly NewEvent[] = () => [],
): Promise<Order> {
  return changeOrder(deps, tx, key, now, (order, at) => decideAcceptance(order, driverId, at), { furtherEvents: tell });
}

/** An action never lies before what is known to have happened already. */
function notBefore({ history }: Order, at: Instant): Instant {
  return Math.max(at, history.at(-1)?.at ?? at);
}

export function giveBackOrder(
  deps: DriveDeps,
  tx: Transaction,
  key: OrderKey,
  done: Instant,
  why: Omit<GiveBack, 'heardAt'> = {},
  receivedAt: Instant = done,
): Promise<Order> {
  const late = receivedAt - done;
  const decide = (order: Order, at: Instant) =>
    decideGiveBack(order, notBefore(order, at), deps.rejectionLimits, { ...why, heardAt: at + late });
  return changeOrder(deps, tx, key, done, decide, { receivedAt });
}

/** By customer support: the order looks for another driver. */
export function takeOffDriver(
  deps: DriveDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  takeOff: TakeOff,
): Promise<Order> {
  return changeOrder(deps, tx, key, now, (order, at) => decideTakeOff(order, at, deps.rejectionLimits, takeOff));
}

export function changeDriver(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  now: Instant,
  driverId: DriverId,
  reason: unknown,
): Promise<Order> {
  return changeOrder(deps, tx, key, now, (order, at) => decideDriverChange(order, driverId, reason, at));
}

/** `receivedAt`: when we heard of what was done at that time by the clock of the device. */
type Act = (deps: ChangeDeps, tx: Transaction, key: OrderKey, done: Instant, receivedAt?: Instant) => Promise<Order>;

function acting(decide: (order: Order, at: Instant) => Decision<OrderChange>): Act {
  return (deps, tx, key, done, receivedAt = done) =>
    changeOrder(deps, tx, key, done, (order, at) => decide(order, notBefore(order, at)), { receivedAt });
}

export const arriveAtPickUp = acting(decideArrival);
export const pickUpGoods = acting(decidePickUp);

export function closeDropOff(
  deps: ChangeDeps,
  tx: Transaction,
  key: OrderKey,
  done: Instant,
  stopId: string | undefined,
  result: DropOffResult,
  receivedAt: Instant = done,
): Promise<Order> {
  const decide = (order: Order, at: Instant) => decideDropOff(order, stopId, result, notBefore(order, at));
  return changeOrder(deps, tx, key, done, decide, { receivedAt });
}
