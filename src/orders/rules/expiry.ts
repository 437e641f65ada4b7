import { HOUR_MS, type Instant } from '../../foundation/time.ts';
import type { Order } from './order.ts';
import { type OrderChange, step } from './order-change.ts';

const MATCHING_MS = 2 * HOUR_MS;

/** Two hours after the placement, or after the time it is scheduled for. */
export function matchByAfterPlacement(placedAt: Instant, scheduleAt: Instant | undefined): Instant {
  return (scheduleAt ?? placedAt) + MATCHING_MS;
}

/** Two hours from the rejection, literally, also for scheduled orders. */
export function matchByAfterGiveBack(at: Instant): Instant {
  return at + MATCHING_MS;
}

/** Two hours after the change or after the scheduled time, whichever is later. */
export function matchByAfterDriverChange(at: Instant, scheduleAt: Instant | undefined): Instant {
  return Math.max(at, scheduleAt ?? at) + MATCHING_MS;
}

/** At exactly its deadline an order has expired, at that time and not when somebody noticed. */
export function expiryDue(order: Order, now: Instant): OrderChange | undefined {
  if (order.status !== 'ASSIGNING_DRIVER' || now < order.matchBy) return undefined;
  const at = order.matchBy;
  return [step(order, 'matchingTimeEnded', at, { status: 'EXPIRED', endedAt: at, driver: undefined })];
}

/** The order as it stands at a time, also when its timer has not been applied yet. */
export function orderAt(order: Order, now: Instant): Order {
  return expiryDue(order, now)?.[0].order ?? order;
}
