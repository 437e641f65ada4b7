import { type Instant, localMoment } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { keepCurrent } from '../infrastructure/database/keep-current.ts';
import type { Session } from '../infrastructure/database/session.ts';
import type { Log } from '../infrastructure/log.ts';
import { type PricedMarket, readHolidays, readShippedCards } from './load-rates.ts';
import { allCards, RATE_CARDS_CHANNEL } from './pricing-sql.ts';
import { versionAt } from './rules/cards-in-force.ts';
import type { RateCardVersion } from './rules/rate-card.ts';
import { cardFrom } from './rules/rate-card-document.ts';
import type { PickUpMoment } from './rules/surcharges.ts';

/** The rate cards as they are now; a published version arrives by notification, without a restart. */
export type RateCatalogue = {
  /** The card that holds at a time; undefined where the service has no price in the city. */
  cardAt(locode: string, service: string, at: Instant): RateCardVersion | undefined;
  /** One version, whether it holds or not: one that was withdrawn may have priced what a partner whose clock is ahead was quoted. */
  cardOfVersion(locode: string, service: string, version: number): RateCardVersion | undefined;
  /** A pick-up as the city's clock and calendar show it. */
  pickUpMoment(market: string, timeZone: string, pickUpAt: Instant): PickUpMoment;
};

type DatedCard = RateCardVersion & { readonly holdsFrom: Instant };
/** What one service costs in one city. */
type Cards = { readonly all: RateCardVersion[]; readonly published: DatedCard[] };

export async function openRateCatalogue(
  database: Database,
  session: Session,
  log: Log,
  markets: () => readonly PricedMarket[],
): Promise<RateCatalogue> {
  const holidays = await readHolidays();
  let cards = new Map<string, Cards>();

  async function load(): Promise<void> {
    const decimalsOf = (locode: string) =>
      markets().find(({ market }) => locode.startsWith(`${market} `))?.decimals ?? 0;
    const loaded = new Map<string, Cards>();
    const stored = (await allCards(database)).map((one) => ({
      ...one,
      card: cardFrom(one.document, decimalsOf(one.locode)),
    }));
    for (const { locode, service, version, card, holdsFrom } of [...(await readShippedCards(markets())), ...stored]) {
      const known = loaded.get(`${locode}/${service}`) ?? { all: [], published: [] };
      known.all.push({ locode, service, version, card });
      if (holdsFrom !== undefined) known.published.push({ locode, service, version, card, holdsFrom });
      loaded.set(`${locode}/${service}`, known);
    }
    cards = loaded;
  }

  await keepCurrent(session, RATE_CARDS_CHANNEL, log, load);
  return {
    cardAt: (locode, service, at) => versionAt(cards.get(`${locode}/${service}`)?.published ?? [], at),
    cardOfVersion: (locode, service, version) =>
      cards.get(`${locode}/${service}`)?.all.find((card) => card.version === version),
    pickUpMoment(market, timeZone, pickUpAt) {
      const moment = localMoment(pickUpAt, timeZone);
      return { ...moment, holiday: holidays[market]?.[moment.date] };
    },
  };
}
