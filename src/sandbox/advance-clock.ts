import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type ChangeDeps, countOpenOrders, expireSearches } from '../orders/index.ts';
import { clockAheadOf, lockPartner, setClock } from '../partners/index.ts';
import { hasOpenParcels } from '../plus/index.ts';

const FURTHEST_AHEAD_MS = 3_660 * DAY_MS;

/**
 * Puts a partner's clock forward. All that falls due on the way has happened when this returns, in due order, each at its own time. Two
 * who do it at once wait for one another. `ours` is the time on our clock; the answer is how far ahead the partner's is now.
 */
export async function advanceClock(
  deps: ChangeDeps,
  tx: Transaction,
  partnerId: PartnerId,
  byMs: number,
  ours: Instant,
): Promise<number> {
  await lockPartner(tx, partnerId);
  const aheadMs = (await clockAheadOf(tx, partnerId)) + byMs;
  if (aheadMs > FURTHEST_AHEAD_MS)
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      'The clock must not be more than ten years ahead. Reset it first.',
      '/data/advanceSeconds',
    );
  await expireSearches(deps, tx, partnerId, ours + aheadMs);
  await setClock(tx, partnerId, aheadMs);
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
