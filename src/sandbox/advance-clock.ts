import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { countOpenOrders } from '../orders/index.ts';
import { clockAheadOf, lockPartner, lockSimulation, setClock } from '../partners/index.ts';
import { hasOpenParcels } from '../plus/index.ts';
import type { OrderActionDeps } from './act-on-order.ts';
import { liveThrough } from './live-through.ts';

const FURTHEST_AHEAD_MS = 3_660 * DAY_MS;

/**
 * Puts a partner's clock forward. All that falls due on the way has happened when this returns, in due order, each at its own time. Two
 * who do it at once wait for one another. `ours` is the time on our clock; the answer is how far ahead the partner's is now.
 */
export async function advanceClock(
  deps: OrderActionDeps,
  tx: Transaction,
  partnerId: PartnerId,
  byMs: number,
  ours: Instant,
): Promise<number> {
  // Before all else: a simulated driver who is at work takes other locks after this one.
  const simulation = await lockSimulation(tx, partnerId);
  await lockPartner(tx, partnerId);
  const aheadMs = (await clockAheadOf(tx, partnerId)) + byMs;
  if (aheadMs > FURTHEST_AHEAD_MS)
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      'The clock must not be more than ten years ahead. Reset it first.',
      '/data/advanceSeconds',
    );
  await setClock(tx, partnerId, aheadMs);
  await liveThrough(deps, tx, simulation, { partnerId, byMs, aheadMs, ours });
  return aheadMs;
}

/** Back to our time: only where nothing is under way that has happened in the partner's future. */
export async function resetClock(tx: Transaction, partnerId: PartnerId): Promise<void> {
  await lockPartner(tx, partnerId);
  if ((await countOpenOrders(tx, partnerId)) > 0 || (await hasOpenParcels(tx, partnerId)))
    throw new DeliveryError(
      'ERR_INVALID_ORDER_STATUS',
      'The clock cannot be reset while orders are open. Cancel or finish them first.',
    );
  await setClock(tx, partnerId, 0);
}
