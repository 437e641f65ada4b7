import { leaveDispatchJobs } from '../../src/dispatch/dispatch-jobs.ts';
import { acceptOffer, declineOffer } from '../../src/dispatch/index.ts';
import { type Driver, goOffline, goOnline, type NewDriver, recordPositions } from '../../src/drivers/index.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { makeDriver } from './drivers.ts';
import { runDueJobs } from './order-records.ts';
import { CENTRAL, ordersOf } from './orders.ts';
import type { World } from './world.ts';

const METERS_PER_DEGREE = 111_195;
export const ROUND_MS = 3 * SECOND_MS;

/** So many metres north of where orders are picked up. */
const north = (meters: number) => ({
  lat: Number(CENTRAL.coordinates.lat) + meters / METERS_PER_DEGREE,
  lng: Number(CENTRAL.coordinates.lng),
});

type StoredOffer = {
  readonly id: string;
  readonly orderId: string;
  readonly driverId: string;
  readonly state: string;
};

/** Drivers who are online, each at a place of their own, and the rounds in which they are asked. */
export async function dispatchOf(world: World) {
  const { foundations, clock } = world;
  const { database } = foundations;
  const orders = await ordersOf(world);
  await database.inTransaction((tx) => leaveDispatchJobs(tx, clock.now()));
  const fleet = new Map<string, { driver: Driver; meters: number }>();

  async function report(driverId: string, meters: number): Promise<void> {
    const position = { ...north(meters), at: clock.now() };
    await recordPositions(database, [{ driverId, orderId: undefined, positions: [position], receivedAt: clock.now() }]);
  }

  const offers = (orderId?: string): Promise<StoredOffer[]> =>
    database.query(
      `select id, order_id as "orderId", driver_id as "driverId", state from offers
       where order_id = coalesce($1::bigint, order_id) order by id`,
      [orderId ?? null],
    );

  async function openOffer({ id: driverId }: Driver, orderId: string): Promise<string> {
    const [offer] = (await offers(orderId)).filter((one) => one.driverId === driverId && one.state === 'open');
    if (offer === undefined) throw new Error(`driver ${driverId} was not asked`);
    return offer.id;
  }

  return {
    orders,
    offers,
    /** Comes online; the place is told anew before every round. */
    async join(meters: number, further: Partial<NewDriver> = {}): Promise<Driver> {
      const driver = await makeDriver(world, further);
      await goOnline(database, driver.id, clock.now());
      fleet.set(driver.id, { driver, meters });
      await report(driver.id, meters);
      return driver;
    },
    /** Stays online, but is not heard of any more. */
    fallSilent: ({ id }: Driver) => fleet.delete(id),
    async leave({ id }: Driver): Promise<void> {
      fleet.delete(id);
      await goOffline(database, id, clock.now());
    },
    async leaveAll(): Promise<void> {
      fleet.clear();
      await database.query('update driver_shifts set offline_at = greatest(online_at, $1) where offline_at is null', [
        new Date(clock.now()),
      ]);
    },
    /** Some time later, everyone's place is told, and the worker does what is due. */
    async round(laterMs: number = ROUND_MS): Promise<void> {
      clock.advance(laterMs);
      for (const [driverId, { meters }] of fleet) await report(driverId, meters);
      await runDueJobs(foundations);
    },
    /** Who was asked for an order, first to last. */
    asked: async (orderId: string): Promise<string[]> => (await offers(orderId)).map(({ driverId }) => driverId),
    accept: async (driver: Driver, orderId: string) => {
      const offerId = await openOffer(driver, orderId);
      return database.inTransaction((tx) => acceptOffer(orders, tx, driver, offerId, clock.now()));
    },
    decline: async (driver: Driver, orderId: string) => {
      const offerId = await openOffer(driver, orderId);
      await database.inTransaction((tx) => declineOffer(tx, driver, offerId, clock.now()));
    },
  };
}
