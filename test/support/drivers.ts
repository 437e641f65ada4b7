import { createDriver, type Driver, type NewDriver, requestSignInCode, signIn } from '../../src/drivers/index.ts';
import { loadMarkets, type Market, phoneFault, readShippedDocuments } from '../../src/markets/index.ts';
import type { World } from './world.ts';

let markets: readonly Market[] | undefined;
let phones = 0;

/** Hong Kong, a motorcycle, and a phone that nobody else has. */
export function aDriver(further: Partial<NewDriver> = {}): NewDriver {
  return {
    name: 'Ada',
    phone: `+852${50_000_000 + phones++}`,
    plate: 'AB 1234',
    service: 'MOTORCYCLE',
    locode: 'HK HKG',
    languages: ['en_HK'],
    capabilities: ['LOADING'],
    ...further,
  };
}

export async function makeDriver(
  { foundations: { database, clock } }: Pick<World, 'foundations'>,
  further: Partial<NewDriver> = {},
): Promise<Driver> {
  markets ??= (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
  const policy = { strict: false, furtherCountries: [] };
  const deps = { markets, phoneFault: (phone: string, market: Market) => phoneFault(phone, market, policy) };
  return createDriver(deps, database, aDriver(further), clock.now());
}

export async function codeFor({ foundations }: Pick<World, 'foundations'>, phone: string): Promise<string> {
  const { database, clock } = foundations;
  const asker = { address: '203.0.113.7', requestId: foundations.random.uuid() };
  const issued = await database.inTransaction((tx) => requestSignInCode(foundations, tx, phone, asker, clock.now()));
  if (issued === undefined) throw new Error('no code');
  return issued.code;
}

/** A driver with a device. */
export async function makeSignedInDriver(world: Pick<World, 'foundations'>, further: Partial<NewDriver> = {}) {
  const driver = await makeDriver(world, further);
  const attempt = {
    phone: driver.phone,
    code: await codeFor(world, driver.phone),
    device: 'Pixel 9',
    requestId: 'first',
  };
  const { token, sessionId } = await signIn(world.foundations, attempt, world.foundations.clock.now());
  return { driver, token, sessionId };
}
