import { isDeepStrictEqual } from 'node:util';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { Stop } from '../../quotations/index.ts';
import { type Actor, type Edit, type Item, isInProgress, type Parcel, type ParcelStop } from './parcel.ts';
import { decideMove } from './parcel-moves.ts';
import type { Times } from './parcel-times.ts';

/** What an edit asks for, checked and placed. Item and metadata stay as they are where they are left out. */
export type ParcelEdit = {
  readonly times: Times;
  readonly locode: string;
  readonly stops: readonly [Omit<ParcelStop, 'stopId'>, Omit<ParcelStop, 'stopId'>];
  readonly distanceMeters: number;
  readonly item: Item | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
};

/** Only what is in progress can be edited. */
export function decideEditable(parcel: Parcel): Decision<Parcel> {
  if (isInProgress(parcel)) return accepted(parcel);
  return refused('ERR_INVALID_ORDER_STATUS', `Order ${parcel.id} is ${parcel.status} and cannot be changed any more.`);
}

/** An edit that changes nothing leaves no trace. */
export function decideEdit(parcel: Parcel, edit: ParcelEdit, at: Instant, by: Actor): Decision<Parcel> {
  const editable = decideEditable(parcel);
  if ('refused' in editable) return editable;
  const { shipment } = parcel;
  const withId = (stop: Omit<ParcelStop, 'stopId'>, { stopId }: Stop): ParcelStop => ({ stopId, ...stop });
  const edited: Parcel = {
    ...parcel,
    locode: edit.locode,
    scheduleAt: edit.times.scheduleAt,
    deliverBy: edit.times.deliverBy,
    shipment: {
      ...shipment,
      isDeadlineGiven: edit.times.isDeadlineGiven,
      stops: [withId(edit.stops[0], shipment.stops[0]), withId(edit.stops[1], shipment.stops[1])],
      distanceMeters: edit.distanceMeters,
      ...(edit.item === undefined ? {} : { item: edit.item }),
      ...(edit.metadata === undefined ? {} : { metadata: edit.metadata }),
    },
  };
  const changes = changesBetween(parcel, edited);
  if (changes.length === 0) return editable;
  const { locode, scheduleAt, deliverBy } = edited;
  return decideMove(
    parcel,
    'edited',
    { at, by },
    { locode, scheduleAt, deliverBy, shipment: edited.shipment, edits: [...parcel.edits, { at, by, changes }] },
  );
}

/** In the client's own words for the fields. */
function changesBetween(before: Parcel, after: Parcel): Edit['changes'] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys({ ...old, ...now }).flatMap((field) => {
    const [from, to] = [old[field] ?? null, now[field] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

function fieldsOf({ scheduleAt, deliverBy, shipment }: Parcel): Readonly<Record<string, unknown>> {
  const stops = shipment.stops.flatMap(({ stopId, ...fields }, index) =>
    Object.entries(fields).map(([name, value]) => [`stops.${index}.${name}`, value] as const),
  );
  return {
    scheduleAt: formatInstant(scheduleAt),
    deliveryBy: formatInstant(deliverBy),
    ...Object.fromEntries(stops),
    item: shipment.item,
    metadata: shipment.metadata,
  };
}
