import {
  createSimulatedDriver,
  type Driver,
  findSimulatedDrivers,
  goOnline,
  type NewDriver,
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

/** Fills the fleet of a service in a city up: with those of it who are known and have nothing to do, then with new ones. */
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
    const fleet = fleetOf(callingCode, city, wanted.service);
    const known = await idleOnes(tx, wanted, fleet, missing);
    const made = await makeDrivers(tx, fleet, missing - known.length, now);
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

/** Equipped for everything that can be asked of them. */
function fleetOf(callingCode: string, { locode, services }: City, service: string): readonly NewDriver[] {
  const requests = services.find(({ key }) => key === service)?.specialRequests ?? [];
  const capabilities = effectsOf(requests.map(({ name }) => name)).driverNeeds;
  return Array.from({ length: MOST_TRIES }, (_, nth) => ({
    ...standIn(fleetNumber(locode, service, nth), { callingCode, locode, service }),
    capabilities,
  }));
}

/** Not those who were made up for an action: they are equipped for nothing. */
async function idleOnes(
  tx: Transaction,
  { locode, service }: Wanted,
  fleet: readonly NewDriver[],
  most: number,
): Promise<readonly Driver[]> {
  const phones = new Set(fleet.map(({ phone }) => phone));
  const offline = (await findSimulatedDrivers(tx, locode, service, false)).filter(({ phone }) => phones.has(phone));
  const busy = await findBusyDrivers(
    tx,
    offline.map(({ id }) => id),
  );
  return offline.filter(({ id }) => !busy.has(id)).slice(0, most);
}

async function makeDrivers(
  tx: Transaction,
  fleet: readonly NewDriver[],
  count: number,
  now: Instant,
): Promise<readonly Driver[]> {
  const made: Driver[] = [];
  for (const someone of fleet) {
    if (made.length === count) break;
    const driver = await createSimulatedDriver(tx, someone, now);
    // Otherwise somebody has the phone already, perhaps one of the fleet.
    if (driver !== undefined) made.push(driver);
  }
  return made;
}
