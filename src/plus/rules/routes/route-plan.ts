import type { Instant } from '../../../foundation/time.ts';

/** A row and column of the travel matrices. Parcels of one house or warehouse share it. */
type PlaceIndex = number;

/** What a day's plan is made from. The order of the lists does not matter. */
export type RouteProblem = {
  readonly parcels: readonly ParcelToPlan[];
  readonly drivers: readonly DriverToPlan[];
  readonly travel: Travel;
  readonly handling: { readonly pickUpSeconds: number; readonly dropOffSeconds: number };
};

export type ParcelToPlan = {
  readonly orderId: string;
  readonly pickUp: PlaceIndex;
  readonly dropOff: PlaceIndex;
  /** The pick-up does not begin before. */
  readonly readyAt: Instant;
  /** The drop-off is done by then, or the deadline is broken. */
  readonly deliverBy: Instant;
  /** These have given it back before, and do not get it again. */
  readonly notBy?: readonly string[];
  /** Given to this driver before: nobody else can bring it. */
  readonly heldBy?: string;
  /** Picked up by them already: only the drop-off is left. */
  readonly isOnBoard?: boolean;
};

export type DriverToPlan = {
  readonly driverId: string;
  readonly start: PlaceIndex;
  readonly from: Instant;
  /** The last visit is done by then. */
  readonly until: Instant;
  /** Parcels on board at once. */
  readonly room: number;
};

/** From place a to place b: entry a * places + b. The way from a place to itself is 0. */
export type Travel = { readonly places: number; readonly seconds: Uint32Array; readonly meters: Uint32Array };

export type RoutePlan = {
  /** One for each driver who drives, by driverId. */
  readonly routes: readonly PlannedRoute[];
  readonly unplanned: readonly { readonly orderId: string; readonly reason: WhyUnplanned }[];
  readonly totalMeters: number;
  /** Deadlines that this plan keeps and breaks. */
  readonly kept: readonly string[];
  readonly broken: readonly { readonly orderId: string; readonly lateSeconds: number }[];
};

export type PlannedRoute = {
  readonly driverId: string;
  readonly visits: readonly PlannedVisit[];
  /** On the road, from the start to the last visit. */
  readonly meters: number;
  readonly seconds: number;
};

export type PlannedVisit = {
  readonly orderId: string;
  readonly kind: 'PICK_UP' | 'DROP_OFF';
  readonly place: PlaceIndex;
  readonly arriveAt: Instant;
  /** Later than the arrival where the parcel is not ready yet. */
  readonly beginAt: Instant;
  readonly leaveAt: Instant;
  /** How long after its deadline a parcel is handed over; 0 at pick-ups. */
  readonly lateSeconds: number;
};

export type WhyUnplanned =
  /** Nobody drives, or not the one who holds it. */
  | 'NO_DRIVER'
  /** Nobody could bring it within their hours, not even as their only parcel. */
  | 'OUTSIDE_HOURS'
  /** Of those who could, nobody has room for a single parcel. */
  | 'NO_ROOM'
  /** Somebody could, but other parcels fill the hours or the room. */
  | 'ROUTES_FULL'
  /** The city has more parcels than a plan is made for at once; the earliest come first. */
  | 'TOO_MANY';
