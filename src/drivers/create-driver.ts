import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { effectsOf, type Market } from '../markets/index.ts';
import { insertDriver } from './drivers-sql.ts';
import type { Driver, NewDriver } from './rules/driver.ts';
import { newDriverFaults, type Surroundings } from './rules/new-driver.ts';

export type CreateDeps = Omit<Surroundings, 'knownCapabilities'>;

export async function createDriver(deps: CreateDeps, sql: Queryable, driver: NewDriver, now: Instant): Promise<Driver> {
  const faults = newDriverFaults(driver, { ...deps, knownCapabilities: capabilitiesOf(deps.markets) });
  refuseFaults(
    faults.map(({ field, sentence }) => ({ code: 'ERR_INVALID_FIELD', sentence, pointer: `/data/${field}` })),
  );
  const created = await insertDriver(sql, driver, now, false);
  if (created === undefined)
    throw new DeliveryError('ERR_INVALID_FIELD', 'Another driver has this phone already.', '/data/phone');
  return created;
}

/** One of the sandbox, who is not there; undefined where another driver has the phone. */
export function createSimulatedDriver(sql: Queryable, driver: NewDriver, now: Instant): Promise<Driver | undefined> {
  return insertDriver(sql, driver, now, true);
}

/** Everything that some special request of some market asks of a driver. */
function capabilitiesOf(markets: readonly Market[]): readonly string[] {
  const services = markets.flatMap(({ cities }) => cities.flatMap((city) => city.services));
  const names = services.flatMap(({ specialRequests }) => specialRequests.map(({ name }) => name));
  return [...effectsOf([...new Set(names)]).driverNeeds].sort();
}
