import { type Instant, SECOND_MS } from '../../foundation/time.ts';
import { type AbleDrivers, type DriverPool, isAble } from './driver-pool.ts';
import type { Passes } from './nearby-grid.ts';
import { waitedMs } from './offer-time.ts';
import type { ReachableDriver, RoundSettings, WaitingOrder } from './pool.ts';

const MOST_CANDIDATES = 20;
const FIRST_RADIUS_METERS = 3_000;
const RADIUS_STEP_METERS = 2_000;
const RADIUS_STEP_MS = 30 * SECOND_MS;
const WIDEST_RADIUS_METERS = 20_000;

/** OTHER_SERVICE, LACKS_<need>, FORMER_DRIVER, REFUSED, HAS_OFFER_OR_ORDER, BLOCKED_FOR_PARTNER, TOO_FAR: the first that holds. */
export type Exclusions = Readonly<Record<string, number>>;

export type Candidate = {
  /** The driver's number in the pool. */
  readonly number: number;
  readonly driver: ReachableDriver;
  /** As the crow flies. */
  readonly meters: number;
};

export type Candidates = {
  readonly radiusMeters: number;
  /** Nearest first. */
  readonly candidates: readonly Candidate[];
  readonly excluded: Exclusions;
  readonly usualPerHour: number | undefined;
};

/** The longer an order waits, the farther drivers may come from. */
export function radiusAfter(waited: number): number {
  const steps = Math.floor(waited / RADIUS_STEP_MS);
  return Math.min(WIDEST_RADIUS_METERS, FIRST_RADIUS_METERS + steps * RADIUS_STEP_METERS);
}

/** Who can be asked, and how many cannot for which reason. */
export function findCandidates(
  order: WaitingOrder,
  pool: DriverPool,
  now: Instant,
  { aheadMs }: RoundSettings,
): Candidates {
  const able = pool.ableFor(order.service, order.needs);
  const radiusMeters = radiusAfter(waitedMs(order, now, aheadMs));
  const barred = barredFrom(order, pool);
  const passes: Passes = (index) => !barred.has(able.free[index] as number);
  const from = pool.flatten(order.pickUp);
  const within = able.grid.countWithin(from, radiusMeters, passes);
  return {
    radiusMeters,
    candidates: able.grid.nearest(from, MOST_CANDIDATES, radiusMeters, passes).map(({ index, meters }) => {
      const number = able.free[index] as number;
      return { number, driver: driverAt(pool, number), meters };
    }),
    excluded: countExcluded(pool, able, barred, within),
    usualPerHour: able.usualPerHour,
  };
}

/** Able drivers by their number in the pool, with the reason why they are not asked for this very order. */
type Barred = ReadonlyMap<number, string>;

function barredFrom(order: WaitingOrder, pool: DriverPool): Barred {
  const barred = new Map<number, string>();
  const bar = (driverIds: readonly string[], reason: string, applies: (driver: ReachableDriver) => boolean) => {
    for (const driverId of driverIds) {
      const number = pool.numberOf.get(driverId);
      if (number === undefined || barred.has(number)) continue;
      const driver = driverAt(pool, number);
      if (isAble(driver, order.service, order.needs) && applies(driver)) barred.set(number, reason);
    }
  };
  bar(order.formerDriverIds, 'FORMER_DRIVER', () => true);
  bar(order.refusedDriverIds, 'REFUSED', () => true);
  bar(order.askedDriverIds, 'HAS_OFFER_OR_ORDER', pool.isFree);
  bar(order.blockedDriverIds, 'BLOCKED_FOR_PARTNER', pool.isFree);
  return barred;
}

function countExcluded(pool: DriverPool, able: AbleDrivers, barred: Barred, within: number): Exclusions {
  const counts = new Map(able.unable);
  const add = (reason: string, count: number) => counts.set(reason, (counts.get(reason) ?? 0) + count);
  for (const reason of barred.values()) add(reason, 1);
  const barredFree = [...barred.keys()].filter((number) => pool.isFree(driverAt(pool, number))).length;
  add('HAS_OFFER_OR_ORDER', able.busyCount - (barred.size - barredFree));
  add('TOO_FAR', able.free.length - barredFree - within);
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

function driverAt({ drivers }: DriverPool, number: number): ReachableDriver {
  return drivers[number] as ReachableDriver;
}
