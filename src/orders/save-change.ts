import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { moveMoney } from '../wallet/index.ts';
import { type NewEvent, recordEvents } from '../webhooks/index.ts';
import { leaveExpiryTimer } from './expiry-timer.ts';
import { updateOrder } from './orders-sql.ts';
import { driverOf, type Order } from './rules/order.ts';
import type { OrderChange, Step } from './rules/order-change.ts';
import { eventsOf } from './rules/order-events.ts';
import { movementsOf } from './rules/order-money.ts';
import type { Links } from './rules/order-view.ts';
import { insertTerms } from './search-sql.ts';

export type ChangeDeps = { readonly ids: Ids; readonly linksAt: (now: Instant) => Links };

/** The one way in which an order changes: its money, what the partner is told, its timer and its row, all or nothing. */
export async function saveChange(
  deps: ChangeDeps,
  tx: Transaction,
  before: Order,
  change: OrderChange,
  furtherEvents: readonly NewEvent[] = [],
): Promise<Order> {
  const { order: after, at } = change.at(-1) as Step;
  const movements = movementsOf(before, after);
  const purse = {
    partnerId: before.partnerId,
    currency: before.currency,
    decimals: before.pricing.decimals,
    driverId: movements.some(({ kind }) => kind === 'earning') ? driverOf(after)?.driverId : undefined,
  };
  const balanceMinor = movements.length === 0 ? undefined : await moveMoney(deps, tx, purse, at, movements);
  const events = [...eventsOf(before, change, { links: deps.linksAt(at), balanceMinor }), ...furtherEvents];
  const eventCount = await recordEvents(tx, before, at, events);
  const saved = { ...after, eventCount, revision: before.revision + 1 };
  await updateOrder(tx, saved);
  if (after.history.at(-1)?.event === 'dropOffsEdited') await insertTerms(tx, [saved]);
  if (startsMatching(before, saved)) await leaveExpiryTimer(tx, saved);
  return saved;
}

function startsMatching(before: Order, after: Order): boolean {
  return after.status === 'ASSIGNING_DRIVER' && before.status !== 'ASSIGNING_DRIVER';
}
