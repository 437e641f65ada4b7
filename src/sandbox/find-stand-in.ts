import { createDriver, type Driver, findSimulatedDrivers, lockStandIns, recordPositions } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Random } from '../infrastructure/random.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { findBusyDrivers } from '../orders/index.ts';
import { standIn } from './rules/stand-in.ts';

export type StandInDeps = { readonly catalogue: MarketCatalogue; readonly random: Random };
type Wanted = {
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  /** Had the order before. */
  readonly without: readonly string[];
  readonly near: Point;
};

const MOST_TRIES = 5;

/** A driver who is not there, has nothing to do, and stands where he is needed: one that is known, or a new one. */
export async function findStandIn(
  deps: StandInDeps,
  tx: Transaction,
  { market, locode, service, without, near }: Wanted,
  now: Instant,
): Promise<Driver> {
  // Otherwise two orders at once would choose the same one.
  await lockStandIns(tx, locode);
  const known = await findSimulatedDrivers(tx, locode, service, false);
  const busy = await findBusyDrivers(
    tx,
    known.map(({ id }) => id),
  );
  const idle = known.find(({ id }) => !busy.has(id) && !without.includes(id));
  const driver = idle ?? (await newStandIn(deps, tx, market, locode, service, now));
  await recordPositions(tx, [
    {
      driverId: driver.id,
      orderId: undefined,
      orderSince: undefined,
      positions: [{ ...near, at: now }],
      receivedAt: now,
      isSimulated: true,
    },
  ]);
  return driver;
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
  const surroundings = { markets: catalogue.all(), phoneFault: () => undefined };
  for (let tries = 1; ; tries++) {
    const someone = standIn(random.bytes(4).readUInt32BE(), { callingCode, locode, service });
    try {
      return await createDriver(surroundings, tx, someone, now, true);
    } catch (error) {
      // Somebody has the phone already: another number makes another driver.
      if (!(error instanceof OperatorError) || tries === MOST_TRIES) throw error;
    }
  }
}
