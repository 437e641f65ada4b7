import type { DriverOrder } from '../api/types.ts';
import type { Queued } from '../day/action.ts';

/** How an order left the driver's hands. */
export type OrderEnd = 'delivered' | 'canceled' | 'takenAway' | 'givenBack';

/** Ended by the driver's own doing, as far as this phone knows; undefined where only the server can say. */
export function ownEnd({ orderId, status }: DriverOrder, waiting: readonly Queued[]): OrderEnd | undefined {
  if (status === 'COMPLETED') return 'delivered';
  const own = waiting.map(({ action }) => action).filter((action) => 'orderId' in action && action.orderId === orderId);
  if (own.some(({ kind }) => kind === 'giveBack')) return 'givenBack';
  return own.some(({ kind }) => kind === 'dropOff') ? 'delivered' : undefined;
}

/** `status` is what the server says of it now; undefined where it is not the driver's any more. */
export function orderEnd(status: DriverOrder['status'] | undefined): OrderEnd | undefined {
  switch (status) {
    case undefined:
    case 'ASSIGNING_DRIVER':
    case 'REJECTED':
      return 'takenAway';
    case 'COMPLETED':
      return 'delivered';
    case 'CANCELED':
    case 'EXPIRED':
      return 'canceled';
    default:
      return undefined;
  }
}
