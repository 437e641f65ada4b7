import { type Instant, localMoment } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { keepCurrent } from '../infrastructure/database/keep-current.ts';
import type { Session } from '../infrastructure/database/session.ts';
import type { Log } from '../infrastructure/log.ts';
import { type PricedMarket, readHolidays, readShippedCards } from './load-rates.ts';
import { publishedCards, RATE_CARDS_CHANNEL } from './pricing-sql.ts';
import { versionAt } from './rules/cards-in-force.ts';
import type { RateCardVersion } from './rules/rate-card.ts';
import { cardFrom } from './rules/rate-card-document.ts';
import type { PickUpMoment } from './rules/surcharges.ts';

/** The rate cards as they are now; a published version arrives by notification, without a restart. */
export type RateCatalogue = {
  /** The card that holds at a time; undefined where the service has no price in the city. */
  cardAt(locode: string, service: string, at: Instant): RateCardVersion | undefined;
  /** One published version, whether it holds or not; undefined where there is none. */
  cardOfVersion(locode: string, service: string, version: number): RateCardVersion | undefined;
  /** A pick-up as the city's clock and calendar show it. */
  pickUpMoment(market: string, timeZone: string, pickUpAt: Instant): PickUpMoment;
};

type DatedCard = RateCardVersion & { readonly holdsFrom: Instant };

export async function openRateCatalogue(
  database: Database,
  session: Session,
  log: Log,
  markets: () => readonly PricedMarket[],
): Promise<RateCatalogue> {
  const holidays = await readHolidays();
  let cards = new Map<string, DatedCard[]>();

  async function load(): Promise<void> {
    const decimalsOf = (locode: string) =>
      markets().find(({ market }) => locode.startsWith(`${market} `))?.decimals ?? 0;
    const loaded = new Map<string, DatedCard[]>();
    const published = (await publishedCards(database)).map((stored) => ({
      ...stored,
      card: cardFrom(stored.document, decimalsOf(stored.locode)),
    }));
    for (const { locode, service, version, card, holdsFrom } of [
      ...(await readShippedCards(markets())),
      ...published,
    ]) {
      const dated = { locode, service, version, card, holdsFrom };
      const key = `${locode}/${service}`;
      loaded.set(key, [...(loaded.get(key) ?? []), dated]);
    }
    cards = loaded;
  }

  await keepCurrent(session, RATE_CARDS_CHANNEL, log, load);
  return {
    cardAt: (locode, service, at) => versionAt(cards.get(`${locode}/${service}`) ?? [], at),
    cardOfVersion: (locode, service, version) =>
      cards.get(`${locode}/${service}`)?.find((card) => card.version === version),
    pickUpMoment(market, timeZone, pickUpAt) {
      const moment = localMoment(pickUpAt, timeZone);
      return { ...moment, holiday: holidays[market]?.[moment.date] };
    },
  };
}
