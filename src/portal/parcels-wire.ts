import { formatInstant } from '../foundation/time.ts';
import type { City } from '../markets/index.ts';
import type { Parcel } from '../plus/index.ts';

type CityOfParcel = Pick<City, 'name' | 'timeZone'> | undefined;

/** A parcel in a list. */
export function parcelRow(parcel: Parcel, city: CityOfParcel) {
  const [pickUp, dropOff] = parcel.shipment.stops;
  return {
    orderId: parcel.id,
    clientRef: parcel.clientRef,
    status: parcel.status,
    market: parcel.market,
    ...cityToWire(parcel, city),
    scheduleAt: formatInstant(parcel.scheduleAt),
    deliveryBy: formatInstant(parcel.deliverBy),
    from: pickUp.address,
    to: dropOff.address,
    recipient: dropOff.name,
    hasLabel: parcel.label.wanted,
  };
}
export type ParcelRow = ReturnType<typeof parcelRow>;

/** What became of a parcel in its city and why, where anybody said so; one entry for each of its log. */
export function parcelHistory(parcel: Parcel, city: CityOfParcel) {
  const { history } = parcel;
  return {
    ...cityToWire(parcel, city),
    entries: history
      .filter(({ status }, index) => status !== history[index - 1]?.status)
      .map(({ status, at, reason }) => ({
        status,
        at: formatInstant(at),
        ...(reason === undefined ? {} : { reason }),
      })),
  };
}
export type ParcelHistory = ReturnType<typeof parcelHistory>;

function cityToWire({ locode }: Parcel, city: CityOfParcel) {
  return { city: city?.name ?? locode, timeZone: city?.timeZone ?? 'UTC' };
}
