import { type Instant, SECOND_MS } from '../../foundation/time.ts';
import { type AbleDrivers, type DriverPool, type IsFree, isAble } from './driver-pool.ts';
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
  const without = new Set([...barred.keys()].map((number) => able.placeInFree[number] as number));
  without.delete(-1);
  const from = pool.flatten(order.pickUp);
  const within = able.grid.countWithin(from, radiusMeters, without);
  return {
    radiusMeters,
    candidates: able.grid.nearest(from, MOST_CANDIDATES, radiusMeters, without).map(({ index, meters }) => {
      const number = able.free[index] as number;
      return { number, driver: driverAt(pool, number), meters };
    }),
    excluded: countExcluded(able, barred, without.size, within),
    usualPerHour: able.usualPerHour,
  };
}

/** Able drivers by their number in the pool, with the reason why they are not asked for this very order. */
type Barred = ReadonlyMap<number, string>;

function barredFrom(order: WaitingOrder, pool: DriverPool): Barred {
  const barred = new Map<number, string>();
  bar(barred, order, pool, order.formerDriverIds, 'FORMER_DRIVER');
  bar(barred, order, pool, order.refusedDriverIds, 'REFUSED');
  bar(barred, order, pool, order.askedDriverIds, 'HAS_OFFER_OR_ORDER', pool.isFree);
  bar(barred, order, pool, order.blockedDriverIds, 'BLOCKED_FOR_PARTNER', pool.isFree);
  return barred;
}

function bar(
  barred: Map<number, string>,
  { service, needs }: WaitingOrder,
  pool: DriverPool,
  driverIds: readonly string[],
  reason: string,
  applies: IsFree = () => true,
): void {
  for (const driverId of driverIds) {
    const number = pool.numberOf(driverId);
    if (number === undefined || barred.has(number)) continue;
    const driver = driverAt(pool, number);
    if (isAble(driver, service, needs) && applies(driver)) barred.set(number, reason);
  }
}

function countExcluded(able: AbleDrivers, barred: Barred, barredFree: number, within: number): Exclusions {
  const counts = new Map(able.unable);
  for (const reason of barred.values()) add(counts, reason, 1);
  add(counts, 'HAS_OFFER_OR_ORDER', able.busyCount - (barred.size - barredFree));
  add(counts, 'TOO_FAR', able.free.length - barredFree - within);
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

function add(counts: Map<string, number>, reason: string, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count);
}

function driverAt({ drivers }: DriverPool, number: number): ReachableDriver {
  return drivers[number] as ReachableDriver;
}
