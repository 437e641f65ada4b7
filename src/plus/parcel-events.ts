import { formatInstant } from '../foundation/time.ts';
import { inAscii, marketOfEvents } from '../orders/index.ts';
import type { NewEvent } from '../webhooks/index.ts';
import type { Parcel } from './rules/parcel.ts';
import { ACTORS, type PlusLinks } from './rules/parcel-view.ts';

/** What the partner is told of a change, where they have chosen to be told of parcels. `before` is undefined for a new one. */
export function eventsBetween(
  before: Parcel | undefined,
  after: Parcel,
  links: Pick<PlusLinks, 'share'>,
): readonly NewEvent[] {
  if (before?.status === after.status) return [];
  return [
    {
      type: 'ORDER_STATUS_CHANGED',
      choice: 'PLUS_ORDER_STATUS_CHANGED',
      data: {
        order: {
          orderId: after.id,
          scheduleAt: formatInstant(after.scheduleAt),
          shareLink: links.share(after.shareToken),
          market: marketOfEvents(after.locode),
          createdAt: formatInstant(after.placedAt),
          driverId: after.driverId ?? '',
          previousStatus: before?.status ?? '',
          status: after.status,
          ...(after.status === 'CANCELED' ? cancellationOf(after) : {}),
        },
        updatedAt: formatInstant(after.updatedAt),
      },
    },
  ];
}

function cancellationOf({ history }: Parcel) {
  const { by = 'support', reason } = history.at(-1) ?? {};
  return { cancelParty: ACTORS[by], ...(reason === undefined ? {} : { cancelReason: inAscii(reason) }) };
}
