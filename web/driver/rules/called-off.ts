import type { Parcel, ParcelWork } from '../api/types.ts';
import type { Queued } from '../day/action.ts';
import { meaningOf } from './queue.ts';

const WITH_DRIVER: readonly Parcel['status'][] = ['DELIVERING', 'FAILED'];

/** Those that have left the list while the driver had them, as far as this phone knows. */
export function goneOnHand(
  before: ParcelWork | undefined,
  after: ParcelWork | undefined,
  refused: readonly Queued[],
): readonly Parcel[] {
  if (before === undefined || after === undefined) return [];
  const isLeft = ({ orderId }: Parcel) => after.parcels.some((one) => one.orderId === orderId);
  const isHandedOver = ({ orderId }: Parcel) =>
    refused.some(
      ({ action }) => (action.kind === 'parcelDeliver' || action.kind === 'parcelReturn') && action.orderId === orderId,
    );
  return before.parcels.filter((one) => WITH_DRIVER.includes(one.status) && !isLeft(one) && !isHandedOver(one));
}

type Said =
  | Exclude<Parameters<typeof meaningOf>[0], { readonly ok: true }>
  | { readonly ok: true; readonly data: Pick<Parcel, 'status'> };

/** By what the server says of one that is gone, undefined where it was not reached: it was ended without being delivered. */
export function isCalledOff(said: Said | undefined): boolean | 'ASK_AGAIN' {
  if (said === undefined || meaningOf(said) === 'WAIT') return 'ASK_AGAIN';
  return said.ok && (said.data.status === 'CANCELED' || said.data.status === 'CLOSED');
}
