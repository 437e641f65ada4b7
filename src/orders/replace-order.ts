import { orThrow } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Random } from '../infrastructure/random.ts';
import { moveMoney } from '../wallet/index.ts';
import { type NewEvent, recordEvents } from '../webhooks/index.ts';
import { lockVisibleOrder, type OrderKey, timeOfOrder } from './change-order.ts';
import { leaveExpiryTimer } from './expiry-timer.ts';
import { insertSuccessor, updateOrder } from './orders-sql.ts';
import { orderAt } from './rules/expiry.ts';
import { type Order, totalOf } from './rules/order.ts';
import { orderReplaced, statusChanged } from './rules/order-events.ts';
import { decideReplacement } from './rules/replacement.ts';
import type { ChangeDeps } from './save-change.ts';
import { newShareToken } from './share-token.ts';

/**
 * By customer support: another order, with another id, takes the place of this one. Old and new share one sequence of events. `tell`:
 * what the partner is told of the driver who comes along.
 */
export async function replaceOrder(
  deps: ChangeDeps & { readonly random: Random },
  tx: Transaction,
  key: OrderKey,
  at: Instant,
  reason: string | undefined,
  tell: (successor: Order, at: Instant) => Promise<readonly NewEvent[]>,
): Promise<Order> {
  const order = await lockVisibleOrder(tx, key);
  const now = timeOfOrder(key, order, at);
  const next = { id: deps.ids.next<'order'>(), shareToken: newShareToken(deps.random) };
  const { ended, successor } = orThrow(decideReplacement(orderAt(order, now), next, now, reason));
  const links = deps.linksAt(now);
  const events = [
    statusChanged(ended.order, order.status, now, links),
    orderReplaced(order, successor, now),
    statusChanged(successor, '', now, links),
    ...(await tell(successor, now)),
  ];
  const eventCount = await recordEvents(tx, order, now, events);
  const saved = { ...successor, eventCount };
  // The old one first: while it has its driver, no other order can.
  await updateOrder(tx, { ...ended.order, eventCount, revision: order.revision + 1 });
  await insertSuccessor(tx, saved);
  const { partnerId, currency, pricing } = order;
  const amountMinor = totalOf(order);
  if (amountMinor > 0n) {
    await moveMoney(deps, tx, { partnerId, currency, decimals: pricing.decimals }, now, [
      { kind: 'release', amountMinor, key: `order/${order.id}/release`, orderId: order.id },
      { kind: 'hold', amountMinor, key: `order/${saved.id}/hold`, orderId: saved.id },
    ]);
  }
  await leaveExpiryTimer(tx, saved);
  return saved;
}
