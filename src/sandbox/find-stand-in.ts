import { createSimulatedDriver, type Driver, findSimulatedDrivers, type PositionReport } from '../drivers/index.ts';
import { assertPresent } from '../foundation/assert.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Random } from '../infrastructure/random.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { findBusyDrivers } from '../orders/index.ts';
import { standIn } from './rules/stand-in.ts';
import { reportOf } from './trip.ts';

export type StandInDeps = { readonly catalogue: MarketCatalogue; readonly random: Random };
type Wanted = {
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  /** Had the order before. */
  readonly without: readonly string[];
};

const MOST_TRIES = 5;

/** A driver who is not there and has no order: one that is known, or a new one. */
export async function findStandIn(
  deps: StandInDeps,
  tx: Transaction,
  { market, locode, service, without }: Wanted,
  now: Instant,
): Promise<Driver> {
  const known = await findSimulatedDrivers(tx, locode, service, false);
  const busy = await findBusyDrivers(
    tx,
    known.map(({ id }) => id),
  );
  const idle = known.find(({ id }) => !busy.has(id) && !without.includes(id));
  return idle ?? newStandIn(deps, tx, market, locode, service, now);
}

/** Stands where he is needed. */
export function standingAt(driver: Driver, near: Point, now: Instant): PositionReport {
  return reportOf(driver, undefined, [{ ...near, at: now }], now);
}

async function newStandIn(
  { catalogue, random }: StandInDeps,
  tx: Transaction,
  market: string,
  locode: string,
  service: string,
  now: Instant,
): Promise<Driver> {
  const { callingCode } = catalogue.market(market);
  let driver: Driver | undefined;
  // Where somebody has the phone already, another number makes another driver.
  for (let tries = 0; driver === undefined && tries < MOST_TRIES; tries++) {
    const someone = standIn(random.bytes(4).readUInt32BE(), { callingCode, locode, service });
    driver = await createSimulatedDriver(tx, someone, now);
  }
  return assertPresent(driver, 'so many phones are not taken');
}
