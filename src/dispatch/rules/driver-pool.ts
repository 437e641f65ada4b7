import type { Point } from '../../foundation/geo.ts';
import { type Flatten, flattenAround } from './flat-city.ts';
import { createNearbyGrid, type NearbyGrid } from './nearby-grid.ts';
import type { ReachableDriver } from './pool.ts';

/** The drivers of a city in one round, prepared once for all orders that ask for the same. */
export type DriverPool = {
  readonly drivers: readonly ReachableDriver[];
  /** A driver's number in the pool. */
  numberOf(driverId: string): number | undefined;
  readonly isFree: IsFree;
  readonly flatten: Flatten;
  /** Drivers of the service who have all that is needed. */
  ableFor(service: string, needs: readonly string[]): AbleDrivers;
};

export type AbleDrivers = {
  /** How many are not able, by the first thing that is missing. */
  readonly unable: ReadonlyMap<string, number>;
  /** Their numbers in the pool. */
  readonly free: readonly number[];
  /** By number in the pool: the place in `free`, or -1. */
  readonly placeInFree: Int32Array;
  readonly busyCount: number;
  /** Of the free ones, by their place in `free`. */
  readonly grid: NearbyGrid;
  /** What they earn on average, as far as it is known. */
  readonly usualPerHour: number | undefined;
};

export type IsFree = (driver: ReachableDriver) => boolean;

export function createDriverPool(drivers: readonly ReachableDriver[], middle: Point, isFree: IsFree): DriverPool {
  const flatten = flattenAround(middle);
  let numbers: ReadonlyMap<string, number> | undefined;
  // Only orders from which somebody is kept ask for it.
  const numberOf = (driverId: string) => {
    numbers ??= new Map(drivers.map(({ id }, number) => [id, number]));
    return numbers.get(driverId);
  };
  const ofService = new Map<string, number[]>();
  drivers.forEach(({ service }, number) => {
    const others = ofService.get(service);
    if (others === undefined) ofService.set(service, [number]);
    else others.push(number);
  });
  const prepared = new Map<string, AbleDrivers>();
  const ableFor = (service: string, needs: readonly string[]) => {
    const key = JSON.stringify([service, ...needs]);
    const able = prepared.get(key) ?? prepare(drivers, ofService.get(service) ?? [], needs, isFree, flatten);
    prepared.set(key, able);
    return able;
  };
  return { drivers, numberOf, isFree, flatten, ableFor };
}

function prepare(
  drivers: readonly ReachableDriver[],
  ofService: readonly number[],
  needs: readonly string[],
  isFree: IsFree,
  flatten: Flatten,
): AbleDrivers {
  const unable = new Map([['OTHER_SERVICE', drivers.length - ofService.length]]);
  const able: number[] = [];
  const missingOf = missingNeedBy(needs);
  for (const number of ofService) {
    const missing = missingOf((drivers[number] as ReachableDriver).capabilities);
    if (missing === undefined) able.push(number);
    else unable.set(`LACKS_${missing}`, (unable.get(`LACKS_${missing}`) ?? 0) + 1);
  }
  const free = able.filter((number) => isFree(drivers[number] as ReachableDriver));
  const placeInFree = new Int32Array(drivers.length).fill(-1);
  free.forEach((number, place) => {
    placeInFree[number] = place;
  });
  return {
    unable,
    free,
    placeInFree,
    busyCount: able.length - free.length,
    grid: createNearbyGrid(free.map((number) => flatten((drivers[number] as ReachableDriver).point))),
    usualPerHour: usualPerHour(drivers, able),
  };
}

export function isAble(driver: ReachableDriver, service: string, needs: readonly string[]): boolean {
  return driver.service === service && missingNeed(driver.capabilities, needs) === undefined;
}

/** Thousands of drivers have one and the same list of what they have: it is looked at once. */
function missingNeedBy(needs: readonly string[]): (capabilities: readonly string[]) => string | undefined {
  const known = new Map<readonly string[], string | undefined>();
  return (capabilities) => {
    if (!known.has(capabilities)) known.set(capabilities, missingNeed(capabilities, needs));
    return known.get(capabilities);
  };
}

/** The first of what is needed that is missing. */
export function missingNeed(capabilities: readonly string[], needs: readonly string[]): string | undefined {
  return needs.find((need) => !capabilities.some((capability) => satisfies(capability, need)));
}

/** Who brings two helpers can also come with one. */
function satisfies(capability: string, need: string): boolean {
  return capability === need || helpersIn(capability) > helpersIn(need);
}

function helpersIn(name: string): number {
  return Number(/^HELPERS_(\d)$/.exec(name)?.[1]);
}

/** Of those of whom it is known. */
function usualPerHour(drivers: readonly ReachableDriver[], able: readonly number[]): number | undefined {
  let sum = 0;
  let known = 0;
  for (const number of able) {
    const { earnedPerHour } = drivers[number] as ReachableDriver;
    if (earnedPerHour === undefined) continue;
    sum += earnedPerHour;
    known += 1;
  }
  return known === 0 ? undefined : sum / known;
}
