import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { onOurs } from '../orders/index.ts';
import type { Parcel, Visit } from '../plus/index.ts';
import { KeptItem, stopFields } from '../quotations/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import { proof, ReasonKey, wordsAtStop, wordsToWire } from './orders-wire.ts';
import { ActionData, At, Nullable, optional, Place, Text, Time } from './wire-forms.ts';

const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'Why; the partner reads it in the portal' });
export const PickUpData = Type.Object(
  {
    ...ActionData.properties,
    pieces: optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'How many were taken' })),
    note: optional(Type.String({ maxLength: 500, description: 'Anything worth knowing of them' })),
  },
  { title: 'ParcelPickUp', description: 'The pick-up form' },
);
export const ReasonData = Type.Object(
  { at: At, reason: Reason },
  { title: 'DropOut', description: 'Why the parcel is left to another driver' },
);
const failure = { at: At, reasonKey: ReasonKey, reason: optional(Reason) };
export const FailedPickUpData = Type.Object(failure, {
  title: 'FailedPickUp',
  description: 'Why, by a key, by a reason, or both',
});
export const FailedDeliveryData = Type.Object(
  { ...failure, place: optional(Place) },
  { title: 'FailedDelivery', description: 'Why, by a key, by a reason, or both' },
);
export const HandOverData = Type.Object(
  {
    at: At,
    proof: Type.Enum(['PHOTO', 'SIGNATURE'], { description: 'A parcel is handed over with proof' }),
    ...proof,
  },
  { title: 'ParcelHandOver', description: 'What shows that the parcel was handed over' },
);

const ParcelStop = Type.Object(
  {
    ...stopFields,
    name: optional(Text('Contact name, until the parcel has ended')),
    phone: optional(Text('In E.164 form, until the parcel has ended', '+85256847123')),
    remarks: optional(Text('Of the sender, until the parcel has ended; lines end with CRLF')),
    ...wordsAtStop,
  },
  { title: 'ParcelStop', description: 'A stop, with its contact until the parcel has ended' },
);
export const ParcelToDriver = Type.Object(
  {
    orderId: Text('19 digits'),
    clientRef: Text('Stands on the label'),
    status: Type.Enum(
      ['AWAIT_PICKUP', 'DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED', 'DELIVERED', 'CANCELED', 'CLOSED'],
      { description: 'How far the parcel is' },
    ),
    deliveryStage: Type.Enum(['LAST_MILE', 'FIRST_MILE'], { description: 'To the recipient, or to the warehouse' }),
    scheduleAt: Time('The pick-up, not earlier'),
    deliveryBy: Time('The drop-off, not later'),
    item: KeptItem,
    pickUp: ParcelStop,
    dropOff: ParcelStop,
    failure: optional(Text('Why the last try failed; absent once it is tried again')),
  },
  { title: 'Parcel', description: 'A parcel as its driver sees it' },
);
const VisitWire = Type.Object(
  {
    orderId: Text('Of the parcel'),
    visit: Type.Enum(['PICK_UP', 'DROP_OFF', 'RETURN'], { description: 'What to do there' }),
    plannedAt: Nullable('When, by the plan of the day; null where no plan has it; UTC, ISO 8601'),
  },
  { title: 'Visit', description: 'A place to go to for a parcel' },
);
export const ParcelsWire = Type.Object(
  {
    parcels: Type.Array(ParcelToDriver, { description: 'Those on hand, the earliest pick-up first' }),
    visits: Type.Array(VisitWire, { description: 'Where to go, in order' }),
  },
  { title: 'Parcels', description: 'The parcels of the driver, and the way through them' },
);

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
