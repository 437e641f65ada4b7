import { Type } from 'typebox';
import type { Driver } from '../drivers/index.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import { OneOf } from '../infrastructure/http/schema.ts';
import { onOurs } from '../orders/index.ts';
import type { KeptPlan, Parcel } from '../plus/index.ts';
import { Reason } from './reason.ts';

export const PlanQuery = Type.Object({ city: Type.String(), day: Type.Optional(Type.String()) });
export const PlanData = Type.Object({
  city: Type.String({ maxLength: 10 }),
  day: Type.Optional(Type.String({ maxLength: 10 })),
  reason: Reason,
});
export const ParcelsQuery = Type.Object({
  city: Type.Optional(Type.String()),
  status: Type.Optional(Type.String({ maxLength: 30 })),
  search: Type.Optional(Type.String({ maxLength: 100 })),
  after: Type.Optional(Type.String()),
  limit: PageLimit,
});
export const ParcelParams = Type.Object({ parcelId: Type.String() });
export const AssignData = Type.Object({
  driverId: Type.String({ maxLength: 20 }),
  parcelIds: Type.Array(Type.String({ maxLength: 30 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
  reason: Reason,
});
export const MoveData = Type.Object({
  /** The status that the person saw. */
  seen: Type.String({ maxLength: 30 }),
  move: OneOf(['take-off', 'retry', 'close', 'cancel']),
  reason: Reason,
});
export type Move = 'take-off' | 'retry' | 'close' | 'cancel';
export const TagsData = Type.Object({
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, uniqueItems: true }),
  reason: Reason,
});

type Names = { readonly partners: ReadonlyMap<string, string>; readonly drivers: ReadonlyMap<string, string> };
const printed = (instant: Instant) => formatInstant(instant);
const oursOf = (parcel: Parcel) => (its: Instant) => printed(onOurs(parcel, its));

/** A parcel as a list shows it. All times are on our clock, as those of the plan are, also where the partner's is ahead. */
export function parcelRowToWire(parcel: Parcel, { partners, drivers }: Names) {
  const ours = oursOf(parcel);
  const [pickUp, dropOff] = parcel.shipment.stops;
  return {
    parcelId: parcel.id,
    clientRef: parcel.clientRef,
    status: parcel.status,
    city: parcel.locode,
    partnerId: parcel.partnerId,
    partnerName: partners.get(parcel.partnerId) ?? parcel.partnerId,
    driverId: parcel.driverId ?? null,
    driverName: parcel.driverId === undefined ? null : (drivers.get(parcel.driverId) ?? null),
    pickUpFrom: ours(parcel.scheduleAt),
    deliverBy: ours(parcel.deliverBy),
    from: pickUp.address,
    to: dropOff.address,
    tags: parcel.tags,
  };
}
export type ParcelRow = ReturnType<typeof parcelRowToWire>;

export function parcelToWire(parcel: Parcel, names: Names) {
  const { shipment } = parcel;
  const ours = oursOf(parcel);
  return {
    ...parcelRowToWire(parcel, names),
    stops: shipment.stops.map(({ name, phone, address, remarks, coordinates }) => ({
      name,
      phone,
      address,
      remarks,
      coordinates,
    })),
    item: shipment.item ?? null,
    distanceMeters: shipment.distanceMeters,
    placedAt: ours(parcel.placedAt),
    endedAt: parcel.endedAt === undefined ? null : ours(parcel.endedAt),
    history: parcel.history.map(({ at, event, status, by, reason, driverId }) => ({
      at: ours(at),
      event,
      status,
      by,
      reason: reason ?? null,
      driverId: driverId ?? null,
    })),
    needsPlan: parcel.needsPlan,
  };
}
export type ParcelWire = ReturnType<typeof parcelToWire>;

/** The day's plan with all that a list and a map show of it. */
export function planToWire(
  plan: KeptPlan | undefined,
  day: { readonly date: string; readonly city: string },
  known: { readonly parcels: ReadonlyMap<string, Parcel>; readonly drivers: ReadonlyMap<string, Driver> },
) {
  const visitOf = (visit: KeptPlan['routes'][number]['visits'][number]) => {
    const parcel = known.parcels.get(visit.orderId);
    const stop = parcel?.shipment.stops[visit.kind === 'PICK_UP' ? 0 : 1];
    return {
      parcelId: visit.orderId,
      clientRef: parcel?.clientRef ?? '',
      status: parcel?.status ?? '',
      kind: visit.kind,
      address: stop?.address ?? '',
      lat: Number(stop?.coordinates.lat ?? 0),
      lng: Number(stop?.coordinates.lng ?? 0),
      beginAt: printed(visit.beginAt),
      leaveAt: printed(visit.leaveAt),
      lateSeconds: visit.lateSeconds,
    };
  };
  return {
    ...day,
    madeAt: plan === undefined ? null : printed(plan.madeAt),
    totalMeters: plan?.totalMeters ?? 0,
    kept: plan?.kept.length ?? 0,
    broken: plan?.broken.length ?? 0,
    routes: (plan?.routes ?? []).map(({ driverId, visits, meters }) => ({
      driverId,
      driverName: known.drivers.get(driverId)?.name ?? driverId,
      meters,
      visits: visits.map(visitOf),
    })),
    unplanned: (plan?.unplanned ?? []).map(({ orderId, reason }) => ({
      parcelId: orderId,
      clientRef: known.parcels.get(orderId)?.clientRef ?? '',
      status: known.parcels.get(orderId)?.status ?? '',
      reason,
    })),
  };
}
export type PlanWire = ReturnType<typeof planToWire>;
