import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Instant } from '../../foundation/time.ts';
import { driverOf, type Order, type OrderId } from './order.ts';
import { type Step, step } from './order-change.ts';
import { statusAfter } from './order-transitions.ts';

export type Replacement = { readonly ended: Step; readonly successor: Order };

/** The old order ends; the new one stands where it stood, with its driver, its proof so far and its money. */
export function decideReplacement(
  order: Order,
  successor: { readonly id: OrderId; readonly shareToken: string },
  at: Instant,
  reason: string | undefined,
): Decision<Replacement> {
  if (statusAfter(order.status, 'supportReplaced') === undefined) {
    return refused(
      'ERR_INVALID_ORDER_STATUS',
      `The order is ${order.status}; it can be replaced only while it is ASSIGNING_DRIVER or ON_GOING.`,
    );
  }
  const ended = step(
    order,
    'supportReplaced',
    at,
    { status: 'CANCELED', endedAt: at, driver: driverOf(order) },
    {
      facts: { replacedBy: successor.id },
      note: { by: 'support', ...(reason === undefined ? {} : { reason }) },
    },
  );
  return accepted({
    ended,
    successor: {
      ...order,
      ...successor,
      replaces: order.id,
      revision: 1,
      history: [{ at, event: 'tookPlaceOf', status: order.status, by: 'support', reason: order.id }],
    },
  });
}
