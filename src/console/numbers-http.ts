import type { DeskApi } from '../accounts/index.ts';
import { earningsBetween } from '../dispatch/index.ts';
import { DAY_MS, instantOfLocal, isDate, localMoment, utcDate } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { orderNumbers } from '../orders/index.ts';
import { type Day, NumbersQuery, numbersToWire } from './numbers-wire.ts';

export type NumbersDeps = { readonly database: Database; readonly catalogue: MarketCatalogue };

const WEEK_DAYS = 7;

/** A city's day against the same weekday of the week before. */
export function addNumberRoutes(api: DeskApi<'console'>, { database, catalogue }: NumbersDeps): void {
  async function dayOf(city: City, date: string): Promise<Day> {
    const [from, until] = [date, dateAfter(date, 1)].map((each) => instantOfLocal(each, 0, city.timeZone)) as [
      number,
      number,
    ];
    const [orders, earnings] = await Promise.all([
      orderNumbers(database, city, from, until),
      earningsBetween(database, city.locode, from, until),
    ]);
    return { date, orders, earnings };
  }

  api.get('/console/v1/numbers', { may: 'look', query: NumbersQuery }, async ({ now, query }) => {
    const market = catalogue.all().find(({ cities }) => cities.some(({ locode }) => locode === query.city));
    const city = market?.cities.find(({ locode }) => locode === query.city);
    if (market === undefined || city === undefined) throw wrongQuery('There is no such city.', 'city');
    const today = localMoment(now, city.timeZone).date;
    const date = query.day ?? today;
    if (!isDate(date) || date > today || date < EARLIEST)
      throw wrongQuery('It must be a day such as 2026-11-16, today at the latest.', 'day');
    return ok(numbersToWire(market, city, await dayOf(city, date), await dayOf(city, dateAfter(date, -WEEK_DAYS))));
  });
}

/** Ids do not reach further back. */
const EARLIEST = '2022-08-01';

function dateAfter(date: string, days: number): string {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}
