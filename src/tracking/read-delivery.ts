import { findDrivers, latestPositions, maskPlate } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { findSharedOrders, orderAt } from '../orders/index.ts';
import { findSharedParcels, readWork } from '../plus/index.ts';
import { pointOf, vehicleOf } from '../quotations/index.ts';
import { metersPerSecond } from '../routing/index.ts';
import { deliveryOfOrder } from './order-delivery.ts';
import { deliveryOfParcel } from './parcel-delivery.ts';
import { arrivalsOf, type Visit } from './rules/arrival.ts';
import type { Delivery } from './rules/delivery.ts';
import { isDriverSeen, isFresh } from './rules/driver-seen.ts';
import { isToken, livesIfEndedAfter } from './rules/link-life.ts';
import { type KnownDriver, type View, viewOf, wayOf } from './rules/recipient-view.ts';
import { findWishes } from './tracking-sql.ts';

const LARGEST_BATCH = 64;
const NOBODY_SAID_ANYTHING = { notes: 0, nearMessages: [], wrongParcels: [] };

export type ReadDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: MarketCatalogue;
  readonly linkDays: number;
};

/** A delivery as it stands now, and what somebody with the link sees of it. */
export type Tracked = {
  readonly delivery: Delivery;
  readonly city: City | undefined;
  readonly view: View;
  /** By the partner's clock. */
  readonly now: Instant;
  /** Where the driver is, while the driver may be seen. */
  readonly driverAt: Point | undefined;
  readonly arrivals: ReadonlyMap<string, Instant>;
};

/** What is behind a link that lives; a dead one and one that never was take the same way and lead to nothing. */
export type ReadDelivery = (token: string) => Promise<Tracked | undefined>;

/** Reads that arrive together become one: of each table one statement, however many watch. */
export function createDeliveryReader(deps: ReadDeps): ReadDelivery {
  return microBatch(LARGEST_BATCH, async (tokens: readonly string[]) => {
    const now = deps.clock.now();
    const deliveries = await findDeliveries(deps, tokens, now);
    const surroundings = await lookAround(deps, [...deliveries.values()], now);
    return tokens.map((token) => {
      const delivery = deliveries.get(token);
      return delivery && track(deps, delivery, surroundings, now);
    });
  });
}

async function findDeliveries(
  { database, linkDays }: ReadDeps,
  asked: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, Delivery>> {
  const tokens = [...new Set(asked.filter(isToken))];
  const endedAfter = livesIfEndedAfter(now, linkDays);
  const [orders, parcels] = await Promise.all([
    findSharedOrders(database, tokens, endedAfter),
    findSharedParcels(database, tokens, endedAfter),
  ]);
  return new Map([
    ...[...orders].map(([token, order]) => [token, deliveryOfOrder(orderAt(order, now + order.clockAheadMs))] as const),
    ...[...parcels].map(([token, parcel]) => [token, deliveryOfParcel(parcel)] as const),
  ]);
}

type DriverAround = KnownDriver & {
  readonly service: string;
  /** Where parcels take the driver, in this order; by our clock. */
  readonly visits: readonly (Visit & { readonly stopId: string })[];
};
type Surroundings = {
  readonly drivers: ReadonlyMap<string, DriverAround>;
  readonly wishes: Awaited<ReturnType<typeof findWishes>>;
};

async function lookAround(
  { database }: ReadDeps,
  deliveries: readonly Delivery[],
  now: Instant,
): Promise<Surroundings> {
  if (deliveries.length === 0) return { drivers: new Map(), wishes: new Map() };
  const seen = deliveries.filter((delivery) => isDriverSeen(delivery, now + delivery.clockAheadMs));
  const driverIds = [...new Set(seen.flatMap(({ driverId }) => (driverId === undefined ? [] : [driverId])))];
  const withParcels = [...new Set(seen.filter(({ variant }) => variant === 'parcel').map(({ driverId }) => driverId))];
  const [drivers, positions, wishes] = await Promise.all([
    findDrivers(database, driverIds),
    latestPositions(database, driverIds),
    findWishes(database, [...new Set(deliveries.map(({ streamId }) => streamId))]),
  ]);
  const around = await Promise.all(
    drivers.map(async (driver) => {
      const visits = withParcels.includes(driver.id) ? await visitsOf(database, driver, now) : [];
      const { id, name, plate, service } = driver;
      return [id, { name, maskedPlate: maskPlate(plate), position: positions.get(id), service, visits }] as const;
    }),
  );
  return { drivers: new Map(around), wishes };
}

async function visitsOf(database: Database, driver: { readonly id: string; readonly locode: string }, now: Instant) {
  const { visits } = await readWork(database, driver, now);
  return visits.map(({ parcel, kind }) => {
    const [pickUp, dropOff] = parcel.shipment.stops;
    const stop = kind === 'DROP_OFF' ? dropOff : pickUp;
    const notBefore = kind === 'PICK_UP' ? parcel.scheduleAt - parcel.clockAheadMs : undefined;
    return { stopId: stop.stopId as string, point: pointOf(stop.coordinates), notBefore };
  });
}

function track({ catalogue }: ReadDeps, delivery: Delivery, { drivers, wishes }: Surroundings, ours: Instant): Tracked {
  const now = ours + delivery.clockAheadMs;
  const city = catalogue.city(delivery.locode);
  // Among the drivers may be one who is seen by others only.
  const isSeen = delivery.driverId !== undefined && isDriverSeen(delivery, now);
  const driver = isSeen ? drivers.get(delivery.driverId) : undefined;
  const isHere = driver?.position !== undefined && isFresh(driver.position.at, ours);
  const driverAt = isHere ? driver.position : undefined;
  const arrivals =
    driver === undefined || driverAt === undefined
      ? new Map<string, Instant>()
      : arrivalsAt(delivery, driver, driverAt, city?.roadFactor ?? 1, now);
  const around = { driver, wishes: wishes.get(delivery.streamId) ?? NOBODY_SAID_ANYTHING, arrivals };
  return { delivery, city, view: viewOf(delivery, around, now), now, driverAt, arrivals };
}

/** By stop. A driver with parcels may have others to see first. */
function arrivalsAt(
  delivery: Delivery,
  { service, visits }: DriverAround,
  point: Point,
  roadFactor: number,
  now: Instant,
): ReadonlyMap<string, Instant> {
  const way: readonly (Visit & { readonly stopId?: string })[] =
    delivery.variant === 'order'
      ? wayOf(delivery)
      : visits.map((visit) => ({
          ...visit,
          notBefore: visit.notBefore === undefined ? undefined : visit.notBefore + delivery.clockAheadMs,
        }));
  const start = { point, at: now, metersPerSecond: metersPerSecond(vehicleOf(service)) / roadFactor };
  const arrivals = arrivalsOf(start, way);
  return new Map(way.flatMap(({ stopId }, index) => (stopId ? [[stopId, arrivals[index] as Instant] as const] : [])));
}
