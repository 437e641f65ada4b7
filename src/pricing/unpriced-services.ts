import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { type PricedMarket, readShippedCards } from './load-rates.ts';
import { type CardKey, cardMarks } from './pricing-sql.ts';

type OfferingMarket = PricedMarket & {
  readonly cities: readonly { readonly locode: string; readonly services: readonly { readonly key: string }[] }[];
};

/** What a market offers and nobody can order: no card says what it costs. */
export async function unpricedServices(
  sql: Queryable,
  market: OfferingMarket,
  now: Instant,
): Promise<readonly CardKey[]> {
  const cards = [...(await readShippedCards([market])), ...(await cardMarks(sql))];
  const priced = new Set(
    cards
      .filter(({ holdsFrom = Number.POSITIVE_INFINITY }) => holdsFrom <= now)
      .map(({ locode, service }) => `${locode}/${service}`),
  );
  return market.cities
    .flatMap(({ locode, services }) => services.map(({ key }) => ({ locode, service: key })))
    .filter(({ locode, service }) => !priced.has(`${locode}/${service}`));
}
