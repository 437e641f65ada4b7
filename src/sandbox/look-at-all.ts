import { type OpenOffer, readOpenOffers } from '../dispatch/index.ts';
import { listSimulatedDrivers, type SimulatedDriver } from '../drivers/index.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findOrdersUnderWay, findSearches, type OrderUnderWay, type Search } from '../orders/index.ts';
import type { Simulation } from '../partners/index.ts';
import { SCENARIOS } from './rules/scenario.ts';

/** Orders scheduled for later do not call anybody yet. */
const SCHEDULED_WITHIN_MS = 30 * MINUTE_MS;
/** Of each service in a city, so that none hides the others. */
const MOST_SEARCHES = 100;

export type Simulations = ReadonlyMap<PartnerId, Simulation>;

/** What one look sees of all drivers who are not there. */
export type Look = {
  readonly now: Instant;
  readonly simulations: Simulations;
  readonly searches: readonly Search[];
  readonly drivers: readonly SimulatedDriver[];
  /** By driver. */
  readonly orders: ReadonlyMap<string, OrderUnderWay>;
  readonly offers: ReadonlyMap<string, OpenOffer>;
};

export async function lookAtAll(sql: Queryable, simulations: Simulations, now: Instant): Promise<Look> {
  const drivers = await listSimulatedDrivers(sql);
  const driverIds = drivers.map(({ driver }) => driver.id);
  const orders = await findOrdersUnderWay(sql, driverIds);
  const offers = await readOpenOffers(sql, driverIds, now);
  return {
    now,
    simulations,
    searches: await findSearches(sql, {
      partnerIds: [...simulations.keys()],
      scheduledUntil: now + SCHEDULED_WITHIN_MS,
      knownScenarios: SCENARIOS,
      hopelessScenarios: ['NO_DRIVER'],
      mostOfAService: MOST_SEARCHES,
    }),
    drivers,
    orders: new Map(orders.map((order) => [order.driver.driverId, order])),
    offers: new Map(offers.map((open) => [open.offer.driverId, open])),
  };
}
