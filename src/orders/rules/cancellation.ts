import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { type Instant, MINUTE_MS } from '../../foundation/time.ts';
import { driverOf, type Order } from './order.ts';
import { type OrderChange, step } from './order-change.ts';
import { statusAfter } from './order-transitions.ts';

const CANCEL_WINDOW_MS = 5 * MINUTE_MS;

/** When a partner can no longer cancel; undefined where that is so already, whatever the time. */
export function cancellableUntil(order: Order): Instant | undefined {
  if (order.status === 'ASSIGNING_DRIVER') return order.matchBy;
  if (order.status === 'ON_GOING') return order.driver.matchedAt + CANCEL_WINDOW_MS;
  return undefined;
}

export function decideCancellation(order: Order, now: Instant): Decision<OrderChange> {
  const until = cancellableUntil(order);
  if (until === undefined)
    return refused('ERR_CANCELLATION_FORBIDDEN', `The order is ${order.status}; it cannot be cancelled.`);
  if (now >= until) {
    return refused(
      'ERR_CANCELLATION_FORBIDDEN',
      'A driver was matched 5 minutes ago or more; the order cannot be cancelled.',
    );
  }
  return accepted(cancelled(order, 'partnerCancelled', now, undefined));
}

/** Customer support can cancel whatever has not ended. */
export function decideSupportCancellation(
  order: Order,
  now: Instant,
  reason: string | undefined,
): Decision<OrderChange> {
  if (statusAfter(order.status, 'supportCancelled') === undefined) {
    return refused('ERR_INVALID_ORDER_STATUS', `The order is ${order.status} already.`);
  }
  return accepted(cancelled(order, 'supportCancelled', now, reason));
}

function cancelled(
  order: Order,
  event: 'partnerCancelled' | 'supportCancelled',
  at: Instant,
  reason: string | undefined,
): OrderChange {
  const by = event === 'partnerCancelled' ? 'partner' : 'support';
  const note = { by, ...(reason === undefined ? {} : { reason }) } as const;
  return [step(order, event, at, { status: 'CANCELED', endedAt: at, driver: driverOf(order) }, { note })];
}
