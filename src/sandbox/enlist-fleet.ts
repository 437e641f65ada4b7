import {
  createSimulatedDriver,
  type Driver,
  findSimulatedDrivers,
  goOnline,
  recordPositions,
} from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import { type City, effectsOf, type MarketCatalogue } from '../markets/index.ts';
import { findBusyDrivers } from '../orders/index.ts';
import { beginsAt, FLEET_SIZE, fleetNumber } from './rules/fleet.ts';
import { seedOf } from './rules/seeded.ts';
import { standIn } from './rules/stand-in.ts';
import { reportOf } from './trip.ts';

export type FleetDeps = { readonly database: Database; readonly catalogue: MarketCatalogue };
type Wanted = { readonly market: string; readonly locode: string; readonly service: string; readonly goodsAt: Point };

/** So many numbers may be taken by others' phones. */
const MOST_TRIES = 3 * FLEET_SIZE;

/** Fills the fleet of a service in a city up: with those who are known and have nothing to do, then with new ones. */
export async function enlistFleet(
  { database, catalogue }: FleetDeps,
  wanted: Wanted,
  missing: number,
  now: Instant,
): Promise<void> {
  const { callingCode } = catalogue.market(wanted.market);
  const city = catalogue.city(wanted.locode);
  if (city === undefined) return;
  await database.inTransaction(async (tx) => {
    const known = await idleOnes(tx, wanted, missing);
    const made = await makeDrivers(tx, callingCode, city, wanted.service, missing - known.length, now);
    const drivers = [...known, ...made];
    for (const { id } of drivers) await goOnline(tx, id, now);
    await recordPositions(
      tx,
      drivers.map((driver) => {
        const place = { ...beginsAt(seedOf(driver.phone), wanted.goodsAt, city.area), at: now };
        return reportOf(driver, undefined, [place], now);
      }),
    );
  });
}

async function idleOnes(tx: Transaction, { locode, service }: Wanted, most: number): Promise<readonly Driver[]> {
  const offline = await findSimulatedDrivers(tx, locode, service, false);
  const busy = await findBusyDrivers(
    tx,
    offline.map(({ id }) => id),
  );
  return offline.filter(({ id }) => !busy.has(id)).slice(0, most);
}

async function makeDrivers(
  tx: Transaction,
  callingCode: string,
  { locode, services }: City,
  service: string,
  count: number,
  now: Instant,
): Promise<readonly Driver[]> {
  const requests = services.find(({ key }) => key === service)?.specialRequests ?? [];
  // Equipped for everything that can be asked of them.
  const capabilities = effectsOf(requests.map(({ name }) => name)).driverNeeds;
  const made: Driver[] = [];
  for (let nth = 0; nth < MOST_TRIES && made.length < count; nth++) {
    const someone = standIn(fleetNumber(locode, service, nth), { callingCode, locode, service });
    const driver = await createSimulatedDriver(tx, { ...someone, capabilities }, now);
    // Otherwise somebody has the phone already, perhaps one of the fleet.
    if (driver !== undefined) made.push(driver);
  }
  return made;
}
