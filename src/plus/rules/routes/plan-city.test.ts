import { expect, test } from 'vitest';
import { createChance } from '../../../../test/support/chance.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../foundation/time.ts';
import { planRoutes } from './plan-routes.ts';
import type { DriverToPlan, RoutePlan, RouteProblem } from './route-plan.ts';

/**
 * A city of 18 by 18 km: 120 parcels, four fifths of them from two warehouses, ready every half hour until noon and due four
 * hours later, and eight drivers. Planned together, and by sending each parcel in turn to the nearest driver.
 */
const SEEDS = [1, 2, 3];
const EIGHT = Date.UTC(2026, 0, 5, 8);
const SIDE_KM = 18;
const METERS_PER_SECOND = 7;
const ROAD_FACTOR = 1.4;
const PARCELS = 120;
const DRIVERS = 8;
const WAREHOUSES = 2;
/** Enough to win by far; the whole search would take most of the time of all rules' tests. */
const STEPS = 1_500_000;

type Spot = { readonly x: number; readonly y: number };

function createCity(seed: number): RouteProblem {
  const chance = createChance(seed);
  const spots: Spot[] = [];
  const anywhere = () => spots.push({ x: chance() * SIDE_KM, y: chance() * SIDE_KM }) - 1;
  for (let warehouse = 0; warehouse < WAREHOUSES; warehouse++) anywhere();
  const parcels = Array.from({ length: PARCELS }, (_, number) => {
    const readyAt = EIGHT + Math.floor(chance() * 9) * 30 * MINUTE_MS;
    const pickUp = chance() < 0.8 ? Math.floor(chance() * WAREHOUSES) : anywhere();
    return { orderId: `${1000 + number}`, pickUp, dropOff: anywhere(), readyAt, deliverBy: readyAt + 4 * HOUR_MS };
  });
  const hours = { from: EIGHT, until: EIGHT + 9 * HOUR_MS, room: 20 };
  const drivers = Array.from({ length: DRIVERS }, (_, number) => ({
    driverId: `${number}`,
    start: anywhere(),
    ...hours,
  }));
  const meters = Uint32Array.from(spots.flatMap((from) => spots.map((to) => metersBetween(from, to))));
  const seconds = meters.map((length) => Math.round(length / METERS_PER_SECOND));
  const travel = { places: spots.length, meters, seconds };
  return { parcels, drivers, travel, handling: { pickUpSeconds: 60, dropOffSeconds: 180 } };
}

function metersBetween(from: Spot, to: Spot): number {
  return Math.round(Math.hypot(from.x - to.x, from.y - to.y) * 1000 * ROAD_FACTOR);
}

type Result = { readonly unplanned: number; readonly broken: number; readonly km: number };

function resultOf({ unplanned, broken, totalMeters }: RoutePlan): Result {
  return { unplanned: unplanned.length, broken: broken.length, km: Math.round(totalMeters / 1000) };
}

/** In the order in which parcels are ready: whoever is nearest then, and has the hours, fetches and brings it. */
function sendNearest({ parcels, drivers, travel, handling }: RouteProblem): Result {
  const leg = (from: number, to: number) => from * travel.places + to;
  const standing = drivers.map((driver) => ({ driver, place: driver.start, at: driver.from }));
  let [unplanned, broken, total] = [0, 0, 0];
  for (const parcel of parcels.toSorted((a, b) => a.readyAt - b.readyAt)) {
    const doneBy = ({ place, at }: { place: number; at: number }) => {
      const arrival = at + (travel.seconds[leg(place, parcel.pickUp)] as number) * SECOND_MS;
      const taken = Math.max(arrival, parcel.readyAt) + handling.pickUpSeconds * SECOND_MS;
      const road = travel.seconds[leg(parcel.pickUp, parcel.dropOff)] as number;
      return taken + (road + handling.dropOffSeconds) * SECOND_MS;
    };
    const metersTo = ({ place }: { place: number }) => travel.meters[leg(place, parcel.pickUp)] as number;
    const [nearest] = standing
      .filter((one: { driver: DriverToPlan; place: number; at: number }) => doneBy(one) <= one.driver.until)
      .toSorted((a, b) => metersTo(a) - metersTo(b));
    if (nearest === undefined) {
      unplanned += 1;
      continue;
    }
    total += metersTo(nearest) + (travel.meters[leg(parcel.pickUp, parcel.dropOff)] as number);
    nearest.at = doneBy(nearest);
    nearest.place = parcel.dropOff;
    if (nearest.at > parcel.deliverBy) broken += 1;
  }
  return { unplanned, broken, km: Math.round(total / 1000) };
}

test.each(SEEDS)(
  'a planned city keeps every deadline with less than half the distance (seed %i)',
  (seed) => {
    const city = createCity(seed);
    const [planned, inserted, nearest] = [
      resultOf(planRoutes(city, STEPS)),
      resultOf(planRoutes(city, 0)),
      sendNearest(city),
    ];
    process.stdout.write(
      `city ${seed}: planned ${JSON.stringify(planned)}, inserted only ${JSON.stringify(inserted)}, nearest driver ${JSON.stringify(nearest)}\n`,
    );
    expect(planned).toMatchObject({ unplanned: 0, broken: 0 });
    expect(planned.km).toBeLessThan(0.5 * nearest.km);
    expect(planned.km).toBeLessThan(0.9 * inserted.km);
  },
  60_000,
);
