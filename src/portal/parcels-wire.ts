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
