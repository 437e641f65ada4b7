import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Point } from '../../foundation/geo.ts';
import { type Instant, MINUTE_MS } from '../../foundation/time.ts';
import { matchByAfterDriverChange, matchByAfterGiveBack } from './expiry.ts';
import { type DriverId, driverOf, type Order, type OrderFacts, type OrderUnderWay, type Party } from './order.ts';
import { type OrderChange, step } from './order-change.ts';

const CHANGE_DRIVER_AFTER_MS = 15 * MINUTE_MS;

export type RejectionLimits = {
  /** Matched drivers in a row who give the order back. */
  readonly inARow: number;
  /** Give-backs in all, whatever happened between them. */
  readonly total: number;
};

export function decideAcceptance(order: Order, driverId: DriverId, at: Instant): Decision<OrderChange> {
  if (order.status !== 'ASSIGNING_DRIVER')
    return refused('ERR_INVALID_ORDER_STATUS', `The order is ${order.status}; it is not looking for a driver.`);
  if (order.formerDriverIds.includes(driverId))
    return refused('ERR_INVALID_ORDER_STATUS', 'This driver had the order before and does not get it again.');
  const driver = { driverId, matchedAt: at, arrivedAt: undefined };
  return accepted([step(order, 'driverAccepted', at, { status: 'ON_GOING', driver }, { note: { driverId } })]);
}

export type GiveBack = {
  readonly reason?: string;
  /** Where the driver is, with the goods if they are on board. */
  readonly position?: Point;
  /** Where it was not the driver who said so. */
  readonly by?: Party;
  /** Where it was reported late: nobody could look for another driver before. */
  readonly heardAt?: Instant;
};

/** One give-back too many ends the order: first it is given back, then it is rejected, and both are told. */
export function decideGiveBack(
  order: Order,
  at: Instant,
  limits: RejectionLimits,
  { reason, position, by, heardAt = at }: GiveBack = {},
): Decision<OrderChange> {
  if (order.status !== 'ON_GOING' && order.status !== 'PICKED_UP')
    return refused('ERR_INVALID_ORDER_STATUS', `The order is ${order.status}; there is nothing to give back.`);
  const { driverId } = order.driver;
  const facts = {
    giveBacks: order.giveBacks + 1,
    giveBacksInARow: order.giveBacksInARow + 1,
    formerDriverIds: [...order.formerDriverIds, driverId],
    ...goodsLeftAt(order, position),
  };
  const note = { driverId, ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
  const state = { status: 'ASSIGNING_DRIVER', matchBy: matchByAfterGiveBack(heardAt) } as const;
  const givenBack = step(order, 'driverGaveBack', at, state, { facts, note });
  if (facts.giveBacksInARow < limits.inARow && facts.giveBacks < limits.total) return accepted([givenBack]);
  const lost = { status: 'REJECTED', endedAt: at, driver: undefined } as const;
  return accepted([givenBack, step(givenBack.order, 'rejectionLimitReached', at, lost)]);
}

/** Goods on board are collected where the driver is. */
function goodsLeftAt(order: OrderUnderWay, position: Point | undefined): Partial<OrderFacts> {
  return order.status === 'PICKED_UP' && position !== undefined
    ? { delivery: { ...order.delivery, handOver: position } }
    : {};
}

export type TakeOff = {
  readonly reason: string;
  readonly position?: Point;
  /** The driver let the order down: it counts as given back. */
  readonly isBlamed: boolean;
};

/** Support takes the driver off. That driver does not get the order again; only with blame it counts as given back. */
export function decideTakeOff(
  order: Order,
  at: Instant,
  limits: RejectionLimits,
  { reason, position, isBlamed }: TakeOff,
): Decision<OrderChange> {
  if (order.status !== 'ON_GOING' && order.status !== 'PICKED_UP')
    return refused('ERR_INVALID_ORDER_STATUS', `The order is ${order.status}; no driver has it.`);
  const where = position === undefined ? {} : { position };
  if (isBlamed) return decideGiveBack(order, at, limits, { reason, by: 'support', ...where });
  const { driverId } = order.driver;
  const state = { status: 'ASSIGNING_DRIVER', matchBy: matchByAfterDriverChange(at, order.scheduleAt) } as const;
  const facts = { formerDriverIds: [...order.formerDriverIds, driverId], ...goodsLeftAt(order, position) };
  return accepted([step(order, 'driverChanged', at, state, { facts, note: { by: 'support', driverId, reason } })]);
}

/** From when on the partner may ask for another driver; undefined where nobody has the order, or the goods are on their way. */
export function driverChangeableFrom(order: Order): Instant | undefined {
  return order.status === 'ON_GOING' ? order.driver.matchedAt + CHANGE_DRIVER_AFTER_MS : undefined;
}

export const CHANGE_REASONS = ['DRIVER_LATE', 'DRIVER_ASKED_CHANGE', 'DRIVER_UNRESPONSIVE', 'DRIVER_RUDE'] as const;

/** The partner asks for another driver. That is no rejection. */
export function decideDriverChange(
  order: Order,
  driverId: DriverId,
  reason: unknown,
  now: Instant,
): Decision<OrderChange> {
  const no = (sentence: string, pointer?: string) => refused('ERR_CHANGE_DRIVER', sentence, pointer);
  if (driverOf(order)?.driverId !== driverId)
    return refused('ERR_DRIVER_NOT_FOUND', `Driver ${driverId.slice(0, 40)} does not have this order.`);
  if (order.status !== 'ON_GOING')
    return no(`The order is ${order.status}; its driver can be changed only while it is ON_GOING.`);
  if (!(CHANGE_REASONS as readonly unknown[]).includes(reason))
    return no(`The reason must be one of ${CHANGE_REASONS.join(', ')}.`, '/data/reason');
  if (now < order.driver.matchedAt + CHANGE_DRIVER_AFTER_MS)
    return no('The driver can be changed from 15 minutes after the match on.');
  const state = { status: 'ASSIGNING_DRIVER', matchBy: matchByAfterDriverChange(now, order.scheduleAt) } as const;
  return accepted([
    step(order, 'driverChanged', now, state, {
      facts: { formerDriverIds: [...order.formerDriverIds, driverId] },
      note: { by: 'partner', driverId, reason: reason as string },
    }),
  ]);
}
