import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Instant } from '../../foundation/time.ts';
import { type Closing, dropOffsOf, type Order } from './order.ts';
import { type OrderChange, stateOf, step } from './order-change.ts';

export function decideArrival(order: Order, at: Instant): Decision<OrderChange> {
  if (order.status !== 'ON_GOING') return notNow(order, 'ON_GOING');
  if (order.driver.arrivedAt !== undefined)
    return refused('ERR_INVALID_ORDER_STATUS', 'The driver has arrived already.');
  const driver = { ...order.driver, arrivedAt: at };
  return accepted([step(order, 'driverArrived', at, { status: 'ON_GOING', driver })]);
}

/** Matched drivers who gave the order back before count no more. */
export function decidePickUp(order: Order, at: Instant): Decision<OrderChange> {
  if (order.status !== 'ON_GOING') return notNow(order, 'ON_GOING');
  const { handOver, ...delivery } = order.delivery;
  const driver = { ...order.driver, arrivedAt: order.driver.arrivedAt ?? at };
  const state = { status: 'PICKED_UP', driver, pickedUpAt: at } as const;
  return accepted([step(order, 'goodsPickedUp', at, state, { facts: { giveBacksInARow: 0, delivery } })]);
}

export type DropOffResult = Omit<Closing, 'at'>;

/** Drop-offs are closed in any order; with the last one the order is complete. Without a stop: the next open one. */
export function decideDropOff(
  order: Order,
  stopId: string | undefined,
  result: DropOffResult,
  at: Instant,
): Decision<OrderChange> {
  if (order.status !== 'PICKED_UP') return notNow(order, 'PICKED_UP');
  const open = dropOffsOf(order).filter(({ closing }) => closing === undefined);
  const stop = stopId === undefined ? open[0] : dropOffsOf(order).find((candidate) => candidate.stopId === stopId);
  if (stop === undefined)
    return refused('ERR_INVALID_FIELD', `This order has no drop-off "${stopId?.slice(0, 40)}".`, '/data/stopId');
  if (stop.closing !== undefined)
    return refused('ERR_INVALID_ORDER_STATUS', `Drop-off ${stop.stopId} is closed already.`);
  const missing = missingEvidence(order, result);
  if (missing !== undefined) return refused('ERR_MISSING_FIELD', missing, '/data/proof');
  const closing: Closing = { ...result, at };
  const stops = order.delivery.stops.map((candidate) => (candidate === stop ? { ...candidate, closing } : candidate));
  const facts = { delivery: { ...order.delivery, stops } };
  if (open.length > 1) return accepted([step(order, 'dropOffClosed', at, stateOf(order), { facts })]);
  const { driver, pickedUpAt } = order;
  return accepted([
    step(order, 'lastDropOffClosed', at, { status: 'COMPLETED', driver, pickedUpAt, endedAt: at }, { facts }),
  ]);
}

function missingEvidence({ delivery }: Order, { outcome, image, reason }: DropOffResult): string | undefined {
  if (outcome === 'FAILED') return reason ? undefined : 'A failed drop-off needs a reason.';
  if (!delivery.proofRequired || image !== undefined) return undefined;
  return `This order asks for proof: a ${outcome === 'SIGNED' ? 'signature' : 'photo'} is needed.`;
}

function notNow({ status }: Order, needed: string) {
  return refused('ERR_INVALID_ORDER_STATUS', `The order is ${status}; for this it must be ${needed}.`);
}
