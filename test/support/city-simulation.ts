import { findCandidates } from '../../src/dispatch/rules/candidates.ts';
import { createDriverPool } from '../../src/dispatch/rules/driver-pool.ts';
import { matchRound } from '../../src/dispatch/rules/match-round.ts';
import type { ReachableDriver, RoundSettings, WaitingOrder } from '../../src/dispatch/rules/pool.ts';
import type { Point } from '../../src/foundation/geo.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { createChance } from './chance.ts';

/**
 * A city of 18 by 18 km in which orders come in two peaks and keep a driver for more than half an hour. The same orders and
 * drivers, with the same moods and traffic, are played with pool matching and with nearest-first.
 */
export type City = { readonly drivers: number; readonly ordersPerHour: number; readonly morePerHourInPeaks: number };
export const SCARCE: City = { drivers: 80, ordersPerHour: 80, morePerHourInPeaks: 160 };
export const QUIET: City = { drivers: 80, ordersPerHour: 50, morePerHourInPeaks: 50 };

/** Each is another day in another city. */
export const SEEDS = [1, 2, 3, 4, 5];
const SETTINGS: RoundSettings = { roadFactor: 1.4, aheadMs: 30 * MINUTE_MS };
const HALF_WIDTH_KM = 9;
const HOURS = 4;
const PEAKS_AT_HOURS = [1, 2.8];
const ROUND_MS = 5 * SECOND_MS;
const OFFER_MS = 25 * SECOND_MS;
const MATCHING_MS = 2 * HOUR_MS;
const SPEED_KM_PER_HOUR = 25;
const STROLL_KM_PER_HOUR = 8;
const LOADING_MS = 3 * MINUTE_MS;
const HANDING_OVER_MS = 2 * MINUTE_MS;
const WILLING = 0.85;

type Spot = { readonly x: number; readonly y: number };
type SimulatedOrder = { readonly number: number; readonly placedAt: number; readonly from: Spot; readonly to: Spot };
type World = { readonly seed: number; readonly orders: readonly SimulatedOrder[]; readonly starts: readonly Spot[] };
type Policy = (
  orders: readonly WaitingOrder[],
  drivers: readonly ReachableDriver[],
  now: number,
) => readonly { readonly orderId: string; readonly driverId: string }[];

type Waiting = SimulatedOrder & { readonly refusedBy: string[]; isOffered: boolean };
type Offer = { readonly order: Waiting; readonly answeredAt: number; readonly isTaken: boolean };
type SimulatedDriver = {
  readonly number: number;
  spot: Spot;
  busyUntil: number;
  offer: Offer | undefined;
  earned: number;
};

export const poolMatching: Policy = (orders, drivers, now) => matchRound(orders, drivers, now, SETTINGS).offers;

/** The yardstick: the oldest order takes its nearest driver, then the next, within the same radius. */
export const nearestFirst: Policy = (orders, drivers, now) => {
  const taken = new Set<string>();
  const pool = createDriverPool(drivers, orders[0]?.pickUp as Point, () => true);
  return orders
    .toSorted((a, b) => a.waitingSince - b.waitingSince)
    .flatMap((order) => {
      const { candidates } = findCandidates(order, pool, now, SETTINGS);
      const nearest = candidates.find(({ driver }) => !taken.has(driver.id))?.driver;
      if (nearest === undefined) return [];
      taken.add(nearest.id);
      return [{ orderId: order.id, driverId: nearest.id }];
    });
};

/** The same for the same numbers, so that both policies meet the same moods and the same traffic. */
function fate(...numbers: readonly [number, number, number]): number {
  const [a, b, c] = numbers;
  return createChance(Math.imul(a, 73_856_093) ^ Math.imul(b, 19_349_663) ^ Math.imul(c, 83_492_791))();
}

export function createWorld(seed: number, city: City): World {
  const chance = createChance(seed);
  const anywhere = (): Spot => ({ x: (chance() * 2 - 1) * HALF_WIDTH_KM, y: (chance() * 2 - 1) * HALF_WIDTH_KM });
  const off = (km: number) => (chance() + chance() + chance() + chance() - 2) * km;
  const around = ({ x, y }: Spot, km: number) => inCity({ x: x + off(km), y: y + off(km) });
  const hotSpots = [anywhere(), anywhere(), anywhere(), anywhere()].map(({ x, y }) => ({ x: x * 0.6, y: y * 0.6 }));
  const orders: SimulatedOrder[] = [];
  const most = city.ordersPerHour + city.morePerHourInPeaks;
  for (let placedAt = 0; ; ) {
    placedAt += (-Math.log(1 - chance()) / most) * HOUR_MS;
    if (placedAt > HOURS * HOUR_MS) break;
    if (chance() * most > rateAt(placedAt, city)) continue;
    const from = chance() < 0.6 ? around(hotSpots[Math.floor(chance() * 4)] as Spot, 2) : anywhere();
    const to = chance() < 0.5 ? around(from, 4) : anywhere();
    orders.push({ number: orders.length, placedAt: Math.round(placedAt), from, to });
  }
  return { seed, orders, starts: Array.from({ length: city.drivers }, anywhere) };
}

function rateAt(at: number, { ordersPerHour, morePerHourInPeaks }: City): number {
  const peaks = PEAKS_AT_HOURS.map((hour) => Math.exp(-(((at / HOUR_MS - hour) / 0.35) ** 2)));
  return ordersPerHour + morePerHourInPeaks * Math.max(...peaks);
}

function inCity({ x, y }: Spot): Spot {
  const within = (km: number) => Math.max(-HALF_WIDTH_KM, Math.min(HALF_WIDTH_KM, km));
  return { x: within(x), y: within(y) };
}

function kilometers(from: Spot, to: Spot): number {
  return Math.hypot(from.x - to.x, from.y - to.y) * SETTINGS.roadFactor;
}

/** Minutes from the placement until the driver is at the pick-up; who was never served waited the two hours. */
type Result = { readonly waits: readonly number[]; readonly unserved: number };

export function simulate({ seed, orders, starts }: World, policy: Policy): Result {
  const idle = { busyUntil: 0, offer: undefined, earned: 0 };
  const drivers: SimulatedDriver[] = starts.map((spot, number) => ({ number, spot, ...idle }));
  const waits: number[] = [];
  let waiting: Waiting[] = [];
  let arrived = 0;
  let unserved = 0;

  function answer(driver: SimulatedDriver, { order, isTaken }: Offer, now: number): void {
    driver.offer = undefined;
    order.isOffered = false;
    if (!isTaken) return void order.refusedBy.push(`${driver.number}`);
    waiting = waiting.filter((other) => other !== order);
    const traffic = 0.8 + 0.5 * fate(seed + 1, order.number, driver.number);
    const atPickUp = now + (kilometers(driver.spot, order.from) / SPEED_KM_PER_HOUR) * HOUR_MS * traffic;
    const tripMs = (kilometers(order.from, order.to) / SPEED_KM_PER_HOUR) * HOUR_MS;
    waits.push((atPickUp - order.placedAt) / MINUTE_MS);
    driver.busyUntil = atPickUp + LOADING_MS + tripMs + HANDING_OVER_MS;
    driver.spot = order.to;
    driver.earned += 40 + 6 * kilometers(order.from, order.to);
  }

  function stroll(driver: SimulatedDriver, now: number): void {
    const direction = 2 * Math.PI * fate(seed, driver.number, Math.floor(now / (2 * MINUTE_MS)));
    const km = (STROLL_KM_PER_HOUR * ROUND_MS) / HOUR_MS;
    const { x, y } = driver.spot;
    driver.spot = inCity({ x: x + Math.cos(direction) * km, y: y + Math.sin(direction) * km });
  }

  function expire(now: number): void {
    const late = waiting.filter((order) => !order.isOffered && now - order.placedAt >= MATCHING_MS);
    waits.push(...late.map(() => MATCHING_MS / MINUTE_MS));
    unserved += late.length;
    waiting = waiting.filter((order) => !late.includes(order));
  }

  function place(now: number): void {
    for (; (orders[arrived]?.placedAt ?? Number.POSITIVE_INFINITY) <= now; arrived++)
      waiting.push({ ...(orders[arrived] as SimulatedOrder), refusedBy: [], isOffered: false });
  }

  function match(now: number): void {
    const open = waiting.filter(({ isOffered }) => !isOffered);
    const free = drivers.filter(({ busyUntil, offer }) => busyUntil <= now && offer === undefined);
    if (open.length === 0 || free.length === 0) return;
    const reachable = free.map((driver) => asReachable(driver, now));
    for (const { orderId, driverId } of policy(open.map(asWaiting), reachable, now)) {
      const order = open.find(({ number }) => `${number}` === orderId) as Waiting;
      const mood = fate(seed + 2, order.number, Number(driverId));
      const isTaken = mood < WILLING;
      const answeredAt = now + (isTaken ? 4 * SECOND_MS + 13 * SECOND_MS * mood : OFFER_MS);
      order.isOffered = true;
      (drivers[Number(driverId)] as SimulatedDriver).offer = { order, answeredAt, isTaken };
    }
  }

  for (let now = 0; arrived < orders.length || waiting.length > 0; now += ROUND_MS) {
    place(now);
    for (const driver of drivers) {
      if (driver.offer !== undefined && now >= driver.offer.answeredAt) answer(driver, driver.offer, now);
      if (driver.busyUntil <= now && driver.offer === undefined) stroll(driver, now);
    }
    expire(now);
    match(now);
  }
  return { waits: waits.toSorted((a, b) => a - b), unserved };
}

/** On the map: around 14.6 degrees north a degree to the east is shorter. */
function onMap({ x, y }: Spot): Point {
  return { lat: 14.6 + y / 111.195, lng: 121 + x / (111.195 * Math.cos((14.6 * Math.PI) / 180)) };
}

function asWaiting({ number, placedAt, from, refusedBy }: Waiting): WaitingOrder {
  return {
    id: `${number}`,
    service: 'MOTORCYCLE',
    metersPerSecond: SPEED_KM_PER_HOUR / 3.6,
    needs: [],
    pickUp: onMap(from),
    waitingSince: placedAt,
    scheduleAt: undefined,
    fareMinor: 1_000n,
    priorityFeeMinor: 0n,
    formerDriverIds: [],
    refusedDriverIds: refusedBy,
    askedDriverIds: [],
    blockedDriverIds: [],
  };
}

function asReachable({ number, spot, earned }: SimulatedDriver, now: number): ReachableDriver {
  return {
    id: `${number}`,
    service: 'MOTORCYCLE',
    capabilities: [],
    point: onMap(spot),
    hasOrder: false,
    openOffers: 0,
    earnedPerHour: now < HOUR_MS / 2 ? undefined : (earned * HOUR_MS) / now,
  };
}
