import type { DriverOrder } from '../api/types.ts';

/** How an order left the driver's hands. */
export type OrderEnd = 'delivered' | 'canceled' | 'takenAway';

/** `found` is what the server says of it now; undefined where it is not the driver's any more. */
export function orderEnd(found: Pick<DriverOrder, 'status'> | undefined): OrderEnd | undefined {
  switch (found?.status) {
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
