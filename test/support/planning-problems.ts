import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import type { DriverToPlan, ParcelToPlan, RouteProblem, Travel } from '../../src/plus/rules/routes/route-plan.ts';

export const EIGHT = Date.UTC(2026, 0, 5, 8);

/** Ten metres a second. */
function travelOver(meters: readonly (readonly number[])[]): Travel {
  const flat = meters.flat();
  return {
    places: meters.length,
    meters: Uint32Array.from(flat),
    seconds: Uint32Array.from(flat, (length) => Math.ceil(length / 10)),
  };
}

/** Places along one street, by their kilometre: a kilometre takes 100 seconds. */
export function street(...kilometers: readonly number[]): Travel {
  return travelOver(kilometers.map((from) => kilometers.map((to) => Math.abs(from - to) * 1000)));
}

export function aParcel(
  orderId: string,
  pickUp: number,
  dropOff: number,
  more: Partial<ParcelToPlan> = {},
): ParcelToPlan {
  return { orderId, pickUp, dropOff, readyAt: EIGHT, deliverBy: EIGHT + 4 * HOUR_MS, ...more };
}

export function aDriver(driverId: string, start: number, more: Partial<DriverToPlan> = {}): DriverToPlan {
  return { driverId, start, from: EIGHT, until: EIGHT + 8 * HOUR_MS, room: 20, ...more };
}

export function aProblem(
  travel: Travel,
  parcels: readonly ParcelToPlan[],
  drivers: readonly DriverToPlan[],
): RouteProblem {
  return { parcels, drivers, travel, handling: { pickUpSeconds: 60, dropOffSeconds: 120 } };
}

const anyMinute = (most: number) => fc.integer({ min: 0, max: most }).map((minute) => EIGHT + minute * MINUTE_MS);

/** In blocks: no way is shorter by a third place. */
export function anyTown(places: number): fc.Arbitrary<Travel> {
  const corner = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
  return fc
    .array(corner, { minLength: places, maxLength: places })
    .map((corners) => corners.map(([x, y]) => corners.map(([u, v]) => 700 * (Math.abs(x - u) + Math.abs(y - v)))))
    .map(travelOver);
}

/** Also with ways as no town has them. */
function anyTravel(places: number): fc.Arbitrary<Travel> {
  const row = fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: places, maxLength: places });
  const nowhere = fc
    .array(row, { minLength: places, maxLength: places })
    .map((rows) => rows.map((lengths, from) => lengths.map((length, to) => (from === to ? 0 : length))));
  return fc.oneof(anyTown(places), nowhere.map(travelOver));
}

export function anyProblem(
  mostParcels: number,
  mostDrivers: number,
  travelIn: (places: number) => fc.Arbitrary<Travel> = anyTravel,
): fc.Arbitrary<RouteProblem> {
  const sizes = fc.record({
    places: fc.integer({ min: 1, max: 12 }),
    parcels: fc.integer({ min: 0, max: mostParcels }),
    drivers: fc.integer({ min: 0, max: mostDrivers }),
  });
  return sizes.chain(({ places, parcels, drivers }) => {
    const place = fc.nat({ max: places - 1 });
    const driverId = fc.nat({ max: mostDrivers }).map((number) => `d${number}`);
    const parcel = fc.record({
      pickUp: place,
      dropOff: place,
      readyAt: anyMinute(90),
      waits: fc.integer({ min: 5, max: 120 }),
      heldBy: fc.option(driverId, { freq: 4, nil: undefined }),
      isOnBoard: fc.boolean(),
    });
    const driver = fc.record({
      start: place,
      from: anyMinute(60),
      hours: fc.integer({ min: 0, max: 240 }),
      room: fc.nat({ max: 4 }),
    });
    return fc.record({
      parcels: fc.array(parcel, { minLength: parcels, maxLength: parcels }).map((list) =>
        list.map(({ waits, heldBy, isOnBoard, ...rest }, index) => ({
          ...rest,
          orderId: `p${index}`,
          deliverBy: rest.readyAt + waits * MINUTE_MS,
          ...(heldBy === undefined ? {} : { heldBy, isOnBoard }),
        })),
      ),
      drivers: fc.array(driver, { minLength: drivers, maxLength: drivers }).map((list) =>
        list.map(({ hours, ...rest }, index) => ({
          ...rest,
          driverId: `d${index}`,
          until: rest.from + hours * MINUTE_MS,
        })),
      ),
      travel: travelIn(places),
      handling: fc.record({ pickUpSeconds: fc.nat({ max: 300 }), dropOffSeconds: fc.nat({ max: 300 }) }),
    });
  });
}
