import type { Point } from '../../foundation/geo.ts';
import type { Instant } from '../../foundation/time.ts';
import { formerDriversOf, type Parcel } from './parcel.ts';
import type { PlanningDay } from './planning-day.ts';
import type { DriverToPlan, ParcelToPlan, Travel } from './routes/route-plan.ts';

/** A parcel with where it is picked up and where it is brought. */
export type PlacedParcel = { readonly parcel: Parcel; readonly points: readonly [Point, Point] };

/** Who can be given parcels; the place is the last known one, if any. */
export type ParcelDriver = { readonly id: string; readonly point: Point | undefined };

/** The places of a day, each once, and what is to be carried between them by whom. */
export type DayProblem = {
  readonly points: readonly Point[];
  readonly parcels: readonly ParcelToPlan[];
  readonly drivers: readonly DriverToPlan[];
};

/** Drivers live by our clock. One of whom nothing is known begins where most parcels are picked up. */
export function dayProblem(
  parcels: readonly PlacedParcel[],
  drivers: readonly ParcelDriver[],
  day: PlanningDay,
  now: Instant,
  room: number,
): DayProblem {
  const places = numberPlaces();
  const toPlan = parcels.map(({ parcel, points }) => {
    const [pickUp, dropOff] = points.map(places.indexOf);
    return {
      orderId: parcel.id,
      pickUp: pickUp as number,
      dropOff: dropOff as number,
      readyAt: parcel.scheduleAt - parcel.clockAheadMs,
      deliverBy: parcel.deliverBy - parcel.clockAheadMs,
      notBy: formerDriversOf(parcel),
      ...(parcel.driverId === undefined ? {} : { heldBy: parcel.driverId, isOnBoard: parcel.status === 'DELIVERING' }),
    };
  });
  const depot = busiest(toPlan.map(({ pickUp }) => pickUp));
  const from = Math.max(day.from, now);
  return {
    parcels: toPlan,
    drivers: drivers.map(({ id, point }) => ({
      driverId: id,
      start: point === undefined ? depot : places.indexOf(point),
      from,
      until: Math.max(day.until, from),
      room,
    })),
    points: places.all(),
  };
}

/** Where no routing engine says how long a way takes, the distance does. */
export function travelOver(meters: readonly (readonly number[])[], metersPerSecond: number): Travel {
  const flat = Uint32Array.from(meters.flat());
  return {
    places: meters.length,
    meters: flat,
    seconds: flat.map((distance) => Math.ceil(distance / metersPerSecond)),
  };
}

function numberPlaces() {
  const indexes = new Map<string, number>();
  const points: Point[] = [];
  return {
    indexOf(point: Point): number {
      const name = `${point.lat},${point.lng}`;
      const known = indexes.get(name);
      if (known !== undefined) return known;
      indexes.set(name, points.length);
      return points.push(point) - 1;
    },
    all: (): readonly Point[] => points,
  };
}

function busiest(places: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}
