import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { Market } from '../markets/index.ts';
import { versionAt } from '../pricing/index.ts';
import { findDelivered, findPriceLists } from './billing-sql.ts';
import { priceListFrom } from './rules/price-list.ts';
import { isOfMonth, lineOf, type Month, type StatementLine, spanAround, stateOfMonth } from './rules/statement.ts';

const PAGE = 1_000;

/** What a client owes for a month in a market. */
export type Statement = {
  readonly partner: { readonly id: PartnerId; readonly name: string };
  readonly market: Market;
  readonly month: Month;
  readonly isFinal: boolean;
  readonly madeAt: Instant;
  /** Oldest first, some at a time, as they are read. */
  readonly lines: AsyncIterable<readonly StatementLine[]>;
};
type Asked = Pick<Statement, 'partner' | 'market' | 'month'>;

export async function readStatement(database: Database, asked: Asked, now: Instant): Promise<Statement> {
  const { market, month } = asked;
  const timeZones = market.cities.map(({ timeZone }) => timeZone);
  const state = stateOfMonth(month, timeZones, now);
  if (state === 'ahead') throw new OperatorError(`${month} has not begun yet.`);
  return { ...asked, isFinal: state === 'final', madeAt: now, lines: readLines(database, asked) };
}

async function* readLines(database: Database, { partner, market, month }: Asked): Statement['lines'] {
  const lists = (await findPriceLists(database, partner.id))
    .filter((list) => list.market === market.market)
    .map(({ version, holdsFrom, document }) => ({ version, holdsFrom, list: priceListFrom(document) }));
  const cities = new Map(market.cities.map((city) => [city.locode, city]));
  const span = { partnerId: partner.id, market: market.market, ...spanAround(month) };
  let number = 0;
  let page = await findDelivered(database, span, undefined, PAGE);
  while (page.length > 0) {
    yield page.flatMap((parcel) => {
      // A city that has been taken off the market is billed all the same.
      const city = cities.get(parcel.locode) ?? { name: parcel.locode, timeZone: 'UTC' };
      if (!isOfMonth(parcel.deliveredAt, city.timeZone, month)) return [];
      number++;
      const list = versionAt(lists, parcel.deliveredAt)?.list;
      return [lineOf(parcel, { number, city, list, decimals: market.decimals })];
    });
    page = await findDelivered(database, span, page.at(-1), PAGE);
  }
}
