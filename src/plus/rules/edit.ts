import { isDeepStrictEqual } from 'node:util';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { formatInstant, type Instant } from '../../foundation/time.ts';
import type { Stop } from '../../quotations/index.ts';
import { type Actor, type Edit, type Item, isInProgress, type Parcel, type ParcelStop } from './parcel.ts';
import { decideDropOut, decideMove } from './parcel-moves.ts';
import type { Times } from './parcel-times.ts';

const LONGEST_LOGGED = 2_000;
/** The newest are kept. */
const MOST_EDITS = 200;

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
  const move = decideMove(
    parcel,
    'edited',
    { at, by },
    {
      locode: edited.locode,
      scheduleAt: edited.scheduleAt,
      deliverBy: edited.deliverBy,
      shipment: edited.shipment,
      edits: [...parcel.edits, { at, by, changes }].slice(-MOST_EDITS),
      needsPlan: parcel.needsPlan || isPlanWrong(parcel, edited),
    },
  );
  return edited.locode === parcel.locode || 'refused' in move ? move : decideOtherCity(parcel, move.accepted, at);
}

/** A driver on the way there must know. */
function isPlanWrong(before: Parcel, after: Parcel): boolean {
  const planned = ({ scheduleAt, deliverBy, shipment }: Parcel) => [
    scheduleAt,
    deliverBy,
    ...shipment.stops.map(({ coordinates }) => coordinates),
  ];
  return !isDeepStrictEqual(planned(before), planned(after));
}

/** A driver works in one city: before the pick-up another one takes the parcel over, afterwards it stays in its city. */
function decideOtherCity(before: Parcel, edited: Parcel, at: Instant): Decision<Parcel> {
  if (before.status === 'AWAIT_DRIVER') return accepted(edited);
  if (before.status === 'AWAIT_PICKUP') {
    const reason = 'The parcel was moved to another city';
    return decideDropOut(edited, { at, by: 'support', reason });
  }
  return refused(
    'ERR_OUT_OF_SERVICE_AREA',
    `Order ${before.id} is ${before.status} in ${before.locode}; its stops must stay in that city.`,
    '/data/stops',
  );
}

/** In the client's own words for the fields. */
function changesBetween(before: Parcel, after: Parcel): Edit['changes'] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys({ ...old, ...now }).flatMap((field) => {
    const [from, to] = [old[field] ?? null, now[field] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from: shortened(from), to: shortened(to) }];
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

/** Whole where it is of a usual size; the row must not grow with every edit of something huge. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_LOGGED ? value : `${text.slice(0, LONGEST_LOGGED)}…`;
}
