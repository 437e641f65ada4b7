import { assertPresent } from '../foundation/assert.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { keepCurrent } from '../infrastructure/database/keep-current.ts';
import type { Session } from '../infrastructure/database/session.ts';
import type { Log } from '../infrastructure/log.ts';
import { loadMarkets, readShippedDocuments } from './load-markets.ts';
import { MARKETS_CHANNEL } from './markets-sql.ts';
import type { City, Market } from './rules/market.ts';

/** The markets as they are now; an operator's change arrives by notification, without a restart. */
export type MarketCatalogue = {
  all(): readonly Market[];
  market(code: string): Market;
  /** Undefined where it has been taken off meanwhile. */
  city(locode: string): City | undefined;
};

export async function openMarketCatalogue(database: Database, session: Session, log: Log): Promise<MarketCatalogue> {
  const shipped = await readShippedDocuments();
  let markets: readonly Market[] = [];
  await keepCurrent(session, MARKETS_CHANNEL, log, async () => {
    markets = (await loadMarkets(database, shipped)).map(({ market }) => market);
  });
  return {
    all: () => markets,
    market: (code) =>
      assertPresent(
        markets.find(({ market }) => market === code),
        'the front door lets in known markets only',
      ),
    city: (locode) => markets.flatMap(({ cities }) => cities).find((city) => city.locode === locode),
  };
}
