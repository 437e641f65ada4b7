import { type OpenOffer, readOpenOffers } from '../dispatch/index.ts';
import { type Driver, latestPositions, onlineSince } from '../drivers/index.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { findOrdersUnderWay, type Order } from '../orders/index.ts';
import { readWorkRevision } from '../plus/index.ts';
import { type RecipientWord, wordsOfRecipients } from '../tracking/index.ts';
import { goodsOf } from './points-of-order.ts';
import { wordsOnOrder } from './read-words.ts';
import { metersToPickUp } from './rules/distance-to-pick-up.ts';

export type WorkDeps = { readonly database: Database; readonly catalogue: MarketCatalogue };
type Shift = {
  readonly onlineSince: Instant | undefined;
  readonly order: Order | undefined;
  /** What its recipients have said. */
  readonly words: readonly RecipientWord[];
};
/** How far the driver is from the goods; undefined where nobody knows where the driver is. */
export type OfferInReach = OpenOffer & { readonly metersToPickUp: number | undefined };
/** All that an app shows while its driver works; of parcels only whether they are still the same. */
export type WorkNow = Shift & { readonly offers: readonly OfferInReach[]; readonly parcelsRevision: string };

export async function readWorkNow(deps: WorkDeps, driver: Driver, now: Instant): Promise<WorkNow> {
  const [shift, offers, parcelsRevision] = await Promise.all([
    readShift(deps.database, driver.id),
    readOffers(deps, driver.id, now),
    readParcelsRevision(deps.database, driver, now),
  ]);
  return { ...shift, offers, parcelsRevision };
}

export async function readShift(database: Database, driverId: string): Promise<Shift> {
  const [since, [order]] = await Promise.all([
    onlineSince(database, driverId),
    findOrdersUnderWay(database, [driverId]),
  ]);
  return { onlineSince: since, order, words: order === undefined ? [] : await wordsOnOrder(database, order) };
}

/** Words are only ever added, so their number tells whether there are others. */
async function readParcelsRevision(database: Database, driver: Driver, now: Instant): Promise<string> {
  const { revision, parcelIds } = await readWorkRevision(database, driver, now);
  const words = parcelIds.length === 0 ? [] : await wordsOfRecipients(database, parcelIds);
  return `${revision}.${words.length}`;
}

export async function readOffers(
  { database, catalogue }: WorkDeps,
  driverId: string,
  now: Instant,
): Promise<readonly OfferInReach[]> {
  const offers = await readOpenOffers(database, [driverId], now);
  if (offers.length === 0) return [];
  const position = (await latestPositions(database, [driverId])).get(driverId);
  return offers.map((open) => {
    const { roadFactor = 1 } = catalogue.city(open.order.locode) ?? {};
    return { ...open, metersToPickUp: position && metersToPickUp(position, goodsOf(open.order), roadFactor) };
  });
}
