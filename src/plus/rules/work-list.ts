import type { Instant } from '../../foundation/time.ts';
import type { Parcel } from './parcel.ts';

export type VisitKind = 'PICK_UP' | 'DROP_OFF' | 'RETURN';
/** `beginAt`: when to be there, which is not before the parcel is ready. */
export type PlannedStop = { readonly orderId: string; readonly kind: VisitKind; readonly beginAt: Instant };

/** Where a driver goes next with which parcel. The time is the plan's; undefined where no plan knows of it. */
export type Visit = { readonly parcel: Parcel; readonly kind: VisitKind; readonly plannedAt: Instant | undefined };

/** What is still to be done with a parcel, in this order. After a failure somebody decides first: try again or bring it back. */
function openVisits({ status }: Parcel): readonly VisitKind[] {
  switch (status) {
    case 'AWAIT_PICKUP':
      return ['PICK_UP', 'DROP_OFF'];
    case 'DELIVERING':
      return ['DROP_OFF'];
    case 'FAILED':
      return ['RETURN'];
    default:
      return [];
  }
}

/** The driver's parcels as visits: in the order of the plan, then what came after it by pick-up time. */
export function workList(parcels: readonly Parcel[], plan: readonly PlannedStop[]): readonly Visit[] {
  const places = new Map(plan.map((stop, place) => [nameOf(stop.orderId, stop.kind), { place, at: stop.beginAt }]));
  const visits = parcels
    .toSorted((one, other) => onOurClock(one) - onOurClock(other) || (one.id < other.id ? -1 : 1))
    .flatMap((parcel) => openVisits(parcel).map((kind) => ({ parcel, kind })))
    .map((visit) => ({ ...visit, planned: places.get(nameOf(visit.parcel.id, visit.kind)) }));
  return visits
    .toSorted((one, other) => (one.planned?.place ?? plan.length) - (other.planned?.place ?? plan.length))
    .map(({ parcel, kind, planned }) => ({ parcel, kind, plannedAt: planned?.at }));
}

/** Partners' clocks may differ, and drivers live by ours. */
function onOurClock({ scheduleAt, clockAheadMs }: Parcel): Instant {
  return scheduleAt - clockAheadMs;
}

function nameOf(orderId: string, kind: VisitKind): string {
  return `${orderId}/${kind}`;
}
