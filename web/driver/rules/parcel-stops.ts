import type { Parcel, ParcelWork, Visit } from '../api/types.ts';

export type VisitKind = Visit['visit'];
/** One place to go to, and all that is to be done there before going on. */
export type ParcelStop = {
  readonly kind: VisitKind;
  readonly address: string;
  readonly plannedAt: string | undefined;
  readonly parcels: readonly Parcel[];
};

/** The way of the day: visits in their order, those that follow each other at one place as one stop. */
export function stopsOf({ parcels, visits }: ParcelWork): readonly ParcelStop[] {
  const byId = new Map(parcels.map((parcel) => [parcel.orderId, parcel]));
  const stops: ParcelStop[] = [];
  for (const visit of visits) {
    const parcel = byId.get(visit.orderId);
    if (parcel === undefined) continue;
    const next = stopFor(visit, parcel);
    const last = stops.at(-1);
    if (last !== undefined && last.kind === next.kind && samePlace(last, next))
      stops[stops.length - 1] = { ...last, parcels: [...last.parcels, parcel] };
    else stops.push(next);
  }
  return stops;
}

const OVER: readonly Parcel['status'][] = ['DELIVERED', 'CANCELED', 'CLOSED'];

/** Parcels on hand that lead nowhere until somebody decides. */
export function parcelsWithoutVisit({ parcels, visits }: ParcelWork): readonly Parcel[] {
  const visited = new Set(visits.map(({ orderId }) => orderId));
  return parcels.filter(({ orderId, status }) => !visited.has(orderId) && !OVER.includes(status));
}

/** Where a visit leads: what is brought back goes to where it came from. */
export function placeOf(parcel: Parcel, kind: VisitKind): Parcel['pickUp'] {
  return kind === 'DROP_OFF' ? parcel.dropOff : parcel.pickUp;
}

function stopFor({ visit: kind, plannedAt }: Visit, parcel: Parcel): ParcelStop {
  return { kind, address: placeOf(parcel, kind).address, plannedAt: plannedAt ?? undefined, parcels: [parcel] };
}

function samePlace(one: ParcelStop, other: ParcelStop): boolean {
  const [first, second] = [one, other].map(({ kind, parcels: [parcel] }) => placeOf(parcel as Parcel, kind));
  return (
    one.address === other.address &&
    first?.coordinates.lat === second?.coordinates.lat &&
    first?.coordinates.lng === second?.coordinates.lng
  );
}
