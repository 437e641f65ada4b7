import { formatInstant, type Instant } from '../../foundation/time.ts';
import { onOurs } from '../../orders/index.ts';
import type { Parcel, RoutePlan } from '../../plus/index.ts';

/** All times are on our clock, as those of a plan are, also where the partner's is ahead. */
const clockOf = (parcel: Parcel) => (its: Instant) => formatInstant(onOurs(parcel, its));

export function parcelLine(parcel: Parcel): string {
  const { id, clientRef, status, driverId, scheduleAt, deliverBy } = parcel;
  const ours = clockOf(parcel);
  const driver = driverId === undefined ? 'no driver' : `driver ${driverId}`;
  return `${id} (${clientRef}): ${status}, ${driver}, ${ours(scheduleAt)} to ${ours(deliverBy)}`;
}

export function historyLines(parcel: Parcel): readonly string[] {
  const ours = clockOf(parcel);
  return parcel.history.map(
    ({ at, event, by, reason }) => `  ${ours(at)}  ${event} by ${by}${reason === undefined ? '' : `: ${reason}`}`,
  );
}

export function parcelRecord(parcel: Parcel) {
  const { shipment, endedAt } = parcel;
  const { dropOff } = shipment;
  const ours = clockOf(parcel);
  return {
    orderId: parcel.id,
    partnerId: parcel.partnerId,
    clientRef: parcel.clientRef,
    city: parcel.locode,
    status: parcel.status,
    driverId: parcel.driverId ?? null,
    scheduleAt: ours(parcel.scheduleAt),
    deliverBy: ours(parcel.deliverBy),
    placedAt: ours(parcel.placedAt),
    endedAt: endedAt === undefined ? null : ours(endedAt),
    stops: shipment.stops,
    item: shipment.item ?? null,
    distanceMeters: shipment.distanceMeters,
    dropOff: dropOff === undefined ? null : { ...dropOff, at: ours(dropOff.at) },
    tags: parcel.tags,
    history: parcel.history.map(({ at, receivedAt, ...entry }) => ({
      at: ours(at),
      ...entry,
      ...(receivedAt === undefined ? {} : { receivedAt: ours(receivedAt) }),
    })),
    edits: parcel.edits.map(({ at, ...edit }) => ({ at: ours(at), ...edit })),
  };
}

export function planRecord({ routes, ...rest }: RoutePlan) {
  const visitOf = ({ orderId, kind, arriveAt, beginAt, leaveAt, lateSeconds }: Visit) => ({
    orderId,
    kind,
    arriveAt: formatInstant(arriveAt),
    beginAt: formatInstant(beginAt),
    leaveAt: formatInstant(leaveAt),
    lateSeconds,
  });
  return { routes: routes.map(({ visits, ...route }) => ({ ...route, visits: visits.map(visitOf) })), ...rest };
}

type Visit = RoutePlan['routes'][number]['visits'][number];
