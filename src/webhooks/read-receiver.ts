import type { PartnerId } from '../foundation/ids.ts';
import { DAY_MS, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type Delivered, deliveredSince, type WaitingEvents, waitingEventsOf } from './delivery-health-sql.ts';
import { findReceiver } from './receivers-sql.ts';
import type { Sequence } from './sequence-events.ts';

/** Where a partner's events go, and how that is going. */
export type ReceiverHealth = {
  readonly url: string | undefined;
  /** Rises with every setting of the URL; 0 before the first. */
  readonly revision: number;
  readonly disabledReason: string | undefined;
  /** The first failure since something got through. */
  readonly silentSince: Instant | undefined;
  readonly nextTryAt: Instant | undefined;
  /** Of the last day. */
  readonly delivered: Delivered;
  readonly waiting: readonly WaitingEvents[];
};

export async function readReceiver(
  { database, sequence }: { readonly database: Queryable; readonly sequence: Sequence },
  partnerId: PartnerId,
  now: Instant,
): Promise<ReceiverHealth> {
  await sequence();
  const receiver = await findReceiver(database, partnerId);
  return {
    url: receiver?.url,
    revision: receiver?.revision ?? 0,
    disabledReason: receiver?.disabledReason,
    silentSince: receiver?.silentSince,
    nextTryAt: receiver?.nextTryAt,
    delivered: await deliveredSince(database, partnerId, now - DAY_MS),
    waiting: await waitingEventsOf(database, partnerId),
  };
}
