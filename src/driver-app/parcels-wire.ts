import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { onOurs } from '../orders/index.ts';
import type { Parcel, Visit } from '../plus/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import { DropOffData, ReasonKey, wordsAtStop, wordsToWire } from './orders-wire.ts';
import { ActionData, At } from './wire-forms.ts';

const Reason = Type.String({ minLength: 1, maxLength: 500 });
export const PickUpData = Type.Object({
  ...ActionData.properties,
  pieces: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many were taken' })),
  note: Type.Optional(Type.String({ maxLength: 500, description: 'Anything worth knowing of them' })),
});
export const ReasonData = Type.Object({ at: At, reason: Reason });
export const FailedPickUpData = Type.Object({ at: At, reasonKey: ReasonKey, reason: Type.Optional(Reason) });
export const FailedDeliveryData = Type.Object({ ...FailedPickUpData.properties, place: DropOffData.properties.place });
export const HandOverData = Type.Object({
  ...DropOffData.properties,
  proof: Type.Enum(['PHOTO', 'SIGNATURE'], { description: 'A parcel is handed over with proof' }),
});

const Text = (description: string) => Type.String({ description });
const ParcelStop = Type.Object({
  stopId: Type.String(),
  coordinates: Type.Object({ lat: Type.String(), lng: Type.String() }),
  address: Type.String(),
  name: Type.Optional(Text('Not shown any more once it has ended')),
  phone: Type.Optional(Type.String()),
  remarks: Type.Optional(Type.String()),
  ...wordsAtStop,
});
export const ParcelToDriver = Type.Object({
  orderId: Type.String(),
  clientRef: Text('Stands on the label'),
  status: Type.Enum([
    'AWAIT_PICKUP',
    'DELIVERING',
    'FAILED_PICKUP',
    'FAILED',
    'RETURNED',
    'DELIVERED',
    'CANCELED',
    'CLOSED',
  ]),
  deliveryStage: Type.Enum(['LAST_MILE', 'FIRST_MILE']),
  scheduleAt: Text('The pick-up, not earlier'),
  deliveryBy: Text('The drop-off, not later'),
  item: Type.Optional(Type.Unknown()),
  pickUp: ParcelStop,
  dropOff: ParcelStop,
  failure: Type.Optional(Text('Why the last try failed')),
});
export const ParcelsWire = Type.Object({
  parcels: Type.Array(ParcelToDriver, { description: 'Those on hand, the earliest pick-up first' }),
  visits: Type.Array(
    Type.Object({
      orderId: Type.String(),
      visit: Type.Enum(['PICK_UP', 'DROP_OFF', 'RETURN']),
      plannedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null where no plan has it' }),
    }),
    { description: 'Where to go, in order' },
  ),
});

/** Its times are the partner's; drivers live by our clock. */
export function parcelToDriver(parcel: Parcel, words: readonly RecipientWord[]) {
  const { shipment } = parcel;
  const [pickUp, dropOff] = shipment.stops.map(({ stopId, coordinates, address, name, phone, remarks }) => ({
    stopId,
    coordinates,
    address,
    // Whoever has delivered needs nobody's number any more.
    ...(parcel.endedAt === undefined ? { name, phone, remarks, ...wordsToWire(words, stopId) } : {}),
  }));
  const hasFailed = parcel.status === 'FAILED' || parcel.status === 'FAILED_PICKUP';
  // An edit may have come after it.
  const failure = hasFailed ? parcel.history.findLast(({ reason }) => reason !== undefined)?.reason : undefined;
  return {
    orderId: parcel.id,
    clientRef: parcel.clientRef,
    status: parcel.status,
    deliveryStage: shipment.deliveryStage,
    scheduleAt: formatInstant(onOurs(parcel, parcel.scheduleAt)),
    deliveryBy: formatInstant(onOurs(parcel, parcel.deliverBy)),
    ...(shipment.item === undefined ? {} : { item: shipment.item }),
    pickUp,
    dropOff,
    ...(failure === undefined ? {} : { failure }),
  };
}

export function parcelsToWire(
  { parcels, visits }: { parcels: readonly Parcel[]; visits: readonly Visit[] },
  words: readonly RecipientWord[],
) {
  return {
    parcels: parcels.map((parcel) =>
      parcelToDriver(
        parcel,
        words.filter(({ streamId }) => streamId === parcel.id),
      ),
    ),
    visits: visits.map(({ parcel, kind, plannedAt }) => ({
      orderId: parcel.id,
      visit: kind,
      plannedAt: plannedAt === undefined ? null : formatInstant(plannedAt),
    })),
  };
}
