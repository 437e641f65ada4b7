import type { PartnerId } from '../../foundation/ids.ts';
import { isAbout, type Subject } from './subject.ts';

type Stop = {
  readonly stopId: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly remarks: string;
};
type Kept = { readonly id: string; readonly partnerId: PartnerId; readonly quotationId: string };
type FoundIn = {
  readonly orders: readonly (Kept & { readonly delivery: { readonly stops: readonly Stop[] } })[];
  readonly parcels: readonly (Kept & { readonly shipment: { readonly stops: readonly Stop[] } })[];
  readonly driverId: string | undefined;
  readonly driven: readonly { readonly partnerId: PartnerId }[];
};

/** Shorter ones stand in too much that is not about the person. */
const TELLING_CHARACTERS = 4;

/** By what calls about these deliveries, or the driver, are known: whose they are, ids, marks of the driver, and the person's own words. */
export function tracesOf({ orders, parcels, driverId, driven }: FoundIn, subject: Subject) {
  const deliveries = [
    ...orders.map(({ delivery, ...order }) => ({ ...order, stops: delivery.stops })),
    ...parcels.map(({ shipment, ...parcel }) => ({ ...parcel, stops: shipment.stops })),
  ];
  const theirs = deliveries.flatMap(({ stops }) => stops.filter(isAbout(subject)));
  return {
    partnerIds: [...new Set([...deliveries, ...driven].map(({ partnerId }) => partnerId))],
    ids: [...deliveries.flatMap(({ id, quotationId }) => [id, quotationId]), ...theirs.map(({ stopId }) => stopId)],
    marks: driverId === undefined ? [] : marksOf(driverId),
    // Phones are masked in calls.
    words: [...new Set([...theirs.flatMap(({ name, address }) => [name, address]), subject.email ?? ''])].filter(
      (word) => [...word].length >= TELLING_CHARACTERS,
    ),
  };
}

/** A driver's number is short, and its digits stand in much that is not about the driver. Where a path is looked through, a space ends it. */
function marksOf(driverId: string): readonly string[] {
  return [`"driverId":"${driverId}"`, `/drivers/${driverId} `, `/drivers/${driverId}?`];
}
