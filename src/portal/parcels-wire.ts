import { formatInstant } from '../foundation/time.ts';
import type { Parcel } from '../plus/index.ts';

/** A parcel in a list. */
export function parcelRow(parcel: Parcel, city: string) {
  const [pickUp, dropOff] = parcel.shipment.stops;
  return {
    orderId: parcel.id,
    clientRef: parcel.clientRef,
    status: parcel.status,
    market: parcel.market,
    city,
    scheduleAt: formatInstant(parcel.scheduleAt),
    deliveryBy: formatInstant(parcel.deliverBy),
    from: pickUp.address,
    to: dropOff.address,
    recipient: dropOff.name,
    hasLabel: parcel.label.wanted,
  };
}
export type ParcelRow = ReturnType<typeof parcelRow>;

/** What became of a parcel and why, where anybody said so; one entry for each of its log. */
export function parcelHistory({ history }: Parcel) {
  return history
    .filter(({ status }, index) => status !== history[index - 1]?.status)
    .map(({ status, at, reason }) => ({ status, at: formatInstant(at), ...(reason === undefined ? {} : { reason }) }));
}
export type ParcelHistory = ReturnType<typeof parcelHistory>;
