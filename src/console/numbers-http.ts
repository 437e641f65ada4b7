import type { DeskApi } from '../accounts/index.ts';
import { earningsBetween } from '../dispatch/index.ts';
import { DAY_MS, instantOfLocal, isDate, localMoment, MINUTE_MS, utcDate } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { wrongQuery } from '../infrastructure/http/page-query.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { orderNumbers } from '../orders/index.ts';
import { type Day, NumbersQuery, numbersToWire } from './numbers-wire.ts';

export type NumbersDeps = { readonly database: Database; readonly catalogue: MarketCatalogue };

const WEEK_DAYS = 7;
const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** A city's day against the same weekday of the week before: today against what there was until the same time of day. */
export function addNumberRoutes(api: DeskApi<'console'>, { database, catalogue }: NumbersDeps): void {
  async function dayOf(city: City, date: string, untilMinute = DAY_MINUTES): Promise<Day> {
    const from = instantOfLocal(date, 0, city.timeZone);
    const until =
      untilMinute === DAY_MINUTES
        ? instantOfLocal(dateAfter(date, 1), 0, city.timeZone)
        : instantOfLocal(date, untilMinute, city.timeZone);
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
    const { date: today, minuteOfDay } = localMoment(now, city.timeZone);
    const date = query.day ?? today;
    if (!isDate(date) || date > today || date < EARLIEST)
      throw wrongQuery('It must be a day such as 2026-11-16, today at the latest.', 'day');
    const day = await dayOf(city, date);
    const whole = await dayOf(city, dateAfter(date, -WEEK_DAYS));
    if (date !== today) return ok(numbersToWire(market, city, day, whole, null));
    const { orders, ...soFar } = await dayOf(city, whole.date, minuteOfDay);
    // By the hour the whole day is worth seeing: it tells what may still come.
    const weekBefore = { ...soFar, orders: { ...orders, byHour: whole.orders.byHour } };
    return ok(numbersToWire(market, city, day, weekBefore, minuteOfDay));
  });
}

/** Ids do not reach further back. */
const EARLIEST = '2022-08-01';

function dateAfter(date: string, days: number): string {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}
