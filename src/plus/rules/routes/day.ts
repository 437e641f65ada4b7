import { assert } from '../../../foundation/assert.ts';
import { SECOND_MS } from '../../../foundation/time.ts';
import type { DriverToPlan, ParcelToPlan, RouteProblem } from './route-plan.ts';

/**
 * A problem by numbers: parcels in the order of their ids, drivers likewise, times in whole seconds. Parcel p is picked
 * up by visit 2p and dropped off by visit 2p + 1.
 */
export type Day = {
  readonly parcels: readonly ParcelToPlan[];
  readonly drivers: readonly NumberedDriver[];
  readonly places: number;
  readonly seconds: Uint32Array;
  readonly meters: Uint32Array;
  /** By visit. */
  readonly placeOf: Uint32Array;
  readonly earliest: Float64Array;
  readonly deadline: Float64Array;
  readonly handling: Float64Array;
  /** By parcel: the driver who holds it, or ANYONE, or NOBODY where that driver does not drive; and whether it is on board. */
  readonly bringer: Int32Array;
  readonly onBoard: Uint8Array;
  /** By parcel, where there are any: drivers who gave it back. */
  readonly barred: ReadonlyMap<number, ReadonlySet<number>>;
};

type NumberedDriver = {
  readonly driverId: string;
  readonly start: number;
  readonly from: number;
  readonly until: number;
  readonly room: number;
  /** On board before the first visit. */
  readonly onBoard: number;
};

const ANYONE = -1;
const NOBODY = -2;

export function mayBring({ bringer, barred }: Day, driver: number, parcel: number): boolean {
  if (bringer[parcel] !== ANYONE) return bringer[parcel] === driver;
  return barred.get(parcel)?.has(driver) !== true;
}

export const pickUpOf = (parcel: number) => 2 * parcel;
export const dropOffOf = (parcel: number) => 2 * parcel + 1;
export const parcelOf = (visit: number) => visit >> 1;
export const isPickUp = (visit: number) => (visit & 1) === 0;

/** Beyond these the sums in cost.ts would not be exact. */
const MOST_PARCELS = 10_000;
const MOST_DRIVERS = 1_000;

export function numberDay(problem: RouteProblem): Day {
  assertUsable(problem);
  const parcels = problem.parcels.toSorted((a, b) => byId(a.orderId, b.orderId));
  const sortedDrivers = problem.drivers.toSorted((a, b) => byId(a.driverId, b.driverId));
  const numbers = new Map(sortedDrivers.map(({ driverId }, number) => [driverId, number]));
  const bringer = Int32Array.from(parcels, ({ heldBy }) =>
    heldBy === undefined ? ANYONE : (numbers.get(heldBy) ?? NOBODY),
  );
  const onBoard = Uint8Array.from(parcels, ({ isOnBoard = false }) => (isOnBoard ? 1 : 0));
  const countOnBoard = (driver: number) => bringer.filter((number, p) => number === driver && onBoard[p] === 1).length;
  const { pickUpSeconds, dropOffSeconds } = problem.handling;
  return {
    parcels,
    drivers: sortedDrivers.map((driver, number) => numberDriver(driver, countOnBoard(number))),
    ...problem.travel,
    placeOf: Uint32Array.from(parcels.flatMap(({ pickUp, dropOff }) => [pickUp, dropOff])),
    earliest: Float64Array.from(parcels.flatMap(({ readyAt }) => [wholeAfter(readyAt), Number.NEGATIVE_INFINITY])),
    deadline: Float64Array.from(parcels.flatMap(({ deliverBy }) => [Number.POSITIVE_INFINITY, wholeBefore(deliverBy)])),
    handling: Float64Array.from(parcels.flatMap(() => [pickUpSeconds, dropOffSeconds])),
    bringer,
    onBoard,
    barred: new Map(
      parcels.flatMap(({ notBy = [] }, parcel) => (notBy.length === 0 ? [] : [[parcel, numbersOf(notBy, numbers)]])),
    ),
  };
}

function numbersOf(driverIds: readonly string[], numbers: ReadonlyMap<string, number>): ReadonlySet<number> {
  return new Set(driverIds.flatMap((driverId) => numbers.get(driverId) ?? []));
}

function numberDriver({ driverId, start, from, until, room }: DriverToPlan, onBoard: number): NumberedDriver {
  return { driverId, start, from: wholeAfter(from), until: wholeBefore(until), room, onBoard };
}

const wholeAfter = (instant: number) => Math.ceil(instant / SECOND_MS);
const wholeBefore = (instant: number) => Math.floor(instant / SECOND_MS);

function byId(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function assertUsable({ parcels, drivers, travel, handling }: RouteProblem): void {
  const { places, seconds, meters } = travel;
  const isPlace = (place: number) => Number.isInteger(place) && place >= 0 && place < places;
  const isWhole = (number: number) => Number.isInteger(number) && number >= 0;
  assert(parcels.length <= MOST_PARCELS && drivers.length <= MOST_DRIVERS, 'a day has a bounded size');
  assert(new Set(parcels.map(({ orderId }) => orderId)).size === parcels.length, 'a parcel is planned once');
  assert(new Set(drivers.map(({ driverId }) => driverId)).size === drivers.length, 'a driver has one route');
  assert(seconds.length === places ** 2 && meters.length === places ** 2, 'travel matrices are square');
  for (let place = 0; place < places; place++)
    assert(seconds[place * (places + 1)] === 0 && meters[place * (places + 1)] === 0, 'staying takes no time');
  assert(isWhole(handling.pickUpSeconds) && isWhole(handling.dropOffSeconds), 'handling takes whole seconds');
  for (const { pickUp, dropOff, readyAt, deliverBy, heldBy, isOnBoard = false } of parcels) {
    assert(heldBy !== undefined || !isOnBoard, 'what is on board is held by somebody');
    assert(
      isPlace(pickUp) && isPlace(dropOff) && Number.isFinite(readyAt + deliverBy),
      'a parcel has places and times',
    );
  }
  for (const { start, from, until, room } of drivers)
    assert(isPlace(start) && Number.isFinite(from + until) && isWhole(room), 'a driver has a start, hours and room');
}
