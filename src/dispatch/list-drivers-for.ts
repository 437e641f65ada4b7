import {
  blockedPairs,
  type DocumentKind,
  type Driver,
  driversOnDuty,
  driversWithDocuments,
  findDrivers,
  latestPositions,
  listDrivers,
  onlineAmong,
} from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import { type Instant, localMoment } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { effectsOf, type MarketCatalogue } from '../markets/index.ts';
import { findBusyDrivers, type Order } from '../orders/index.ts';
import { flattenAround } from './rules/flat-city.ts';
import { doubtsOf, type HandDriver, hindranceOf } from './rules/hand-match.ts';

/** A driver who may be given an order by hand. */
export type AskedDriver = {
  readonly driver: Driver;
  readonly isOnline: boolean;
  readonly hasOrder: boolean;
  /** From the goods, as the crow flies; undefined where nobody knows where the driver is. */
  readonly meters: number | undefined;
  /** Why the order cannot be given to this driver at all. */
  readonly hindrance: string | undefined;
  readonly doubts: readonly string[];
};

const MOST_SHOWN = 30;

export type DriversForDeps = {
  readonly silentMs: number;
  readonly requiredDocuments: readonly DocumentKind[];
  readonly catalogue: MarketCatalogue;
};

/**
 * Whom an order could be given to: those who are online in its city, or those whom a search finds, online or not. Who can take it comes
 * first, and of these the one with the fewest doubts, and of these the nearest.
 */
export async function listDriversFor(
  { silentMs, requiredDocuments, catalogue }: DriversForDeps,
  sql: Queryable,
  order: Order,
  search: string | undefined,
  now: Instant,
): Promise<readonly AskedDriver[]> {
  const drivers =
    search === undefined
      ? await findDrivers(
          sql,
          (await driversOnDuty(sql, order.locode)).map(({ id }) => id),
        )
      : (await listDrivers(sql, { locode: order.locode, search, limit: MOST_SHOWN })).drivers;
  const ids = drivers.map(({ id }) => id);
  const today = localMoment(now, catalogue.city(order.locode)?.timeZone ?? 'UTC').date;
  const [online, busy, positions, blocked, documented] = await Promise.all([
    onlineAmong(sql, ids),
    findBusyDrivers(sql, ids),
    latestPositions(sql, ids),
    blockedPairs(sql, [order.partnerId]),
    driversWithDocuments(sql, ids, requiredDocuments, today),
  ]);
  const wanted = { service: order.service, needs: effectsOf(order.delivery.specialRequests).driverNeeds };
  const distanceTo = measureFrom(goodsOf(order));
  return drivers
    .map((driver): AskedDriver => {
      const position = positions.get(driver.id);
      const seen: HandDriver = {
        ...driver,
        isSuspended: driver.status === 'suspended',
        isOnline: online.has(driver.id),
        heardAt: position?.at,
        hasOrder: busy.has(driver.id),
        hasDocuments: requiredDocuments.length === 0 || documented.has(driver.id),
      };
      return {
        driver,
        isOnline: seen.isOnline,
        hasOrder: seen.hasOrder,
        meters: position && distanceTo(position),
        hindrance: hindranceOf(seen, {
          hadItBefore: order.formerDriverIds.includes(driver.id),
          isKeptFromPartner: blocked.some((pair) => pair.driverId === driver.id),
        }),
        doubts: doubtsOf(seen, wanted, now, silentMs),
      };
    })
    .sort(byPromise)
    .slice(0, MOST_SHOWN);
}

function byPromise(one: AskedDriver, other: AskedDriver): number {
  return (
    Number(one.hindrance !== undefined) - Number(other.hindrance !== undefined) ||
    one.doubts.length - other.doubts.length ||
    (one.meters ?? Number.POSITIVE_INFINITY) - (other.meters ?? Number.POSITIVE_INFINITY) ||
    Number(one.driver.id) - Number(other.driver.id)
  );
}

function goodsOf({ delivery: { handOver, stops } }: Order): Point {
  const { lat, lng } = handOver ?? stops[0]?.coordinates ?? { lat: 0, lng: 0 };
  return { lat: Number(lat), lng: Number(lng) };
}

function measureFrom(from: Point): (to: Point) => number {
  const flatten = flattenAround(from);
  const here = flatten(from);
  return (to) => {
    const there = flatten(to);
    return Math.round(Math.hypot(there.x - here.x, there.y - here.y));
  };
}
