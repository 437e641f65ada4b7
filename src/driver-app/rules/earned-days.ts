import type { MinorUnits } from '../../foundation/money.ts';
import { DAY_MS, type Instant, instantOfLocal, localMoment, utcDate } from '../../foundation/time.ts';

const DAYS_SHOWN = 30;

type Earning = { readonly amountMinor: MinorUnits; readonly earnedAt: Instant };
/** `date` by the calendar of the city; each order is paid for once. */
export type EarnedDay = { readonly date: string; readonly amountMinor: MinorUnits; readonly orders: number };

/** Midnight of the first of the days that are shown, today being the last. */
export function shownSince(now: Instant, timeZone: string): Instant {
  const today = Date.parse(`${localMoment(now, timeZone).date}T00:00:00Z`);
  const first = utcDate(today - (DAYS_SHOWN - 1) * DAY_MS);
  return instantOfLocal(first, 0, timeZone);
}

/** Today, and every day on which something was earned, the latest first. */
export function earnedDays(
  earnings: readonly Earning[],
  now: Instant,
  timeZone: string,
): { readonly today: EarnedDay; readonly days: readonly EarnedDay[] } {
  const byDate = new Map<string, EarnedDay>();
  for (const { amountMinor, earnedAt } of earnings) {
    const { date } = localMoment(earnedAt, timeZone);
    const known = byDate.get(date) ?? nothingOn(date);
    byDate.set(date, { date, amountMinor: known.amountMinor + amountMinor, orders: known.orders + 1 });
  }
  const { date: today } = localMoment(now, timeZone);
  return {
    today: byDate.get(today) ?? nothingOn(today),
    days: [...byDate.values()].sort((one, other) => other.date.localeCompare(one.date)),
  };
}

function nothingOn(date: string): EarnedDay {
  return { date, amountMinor: 0n, orders: 0 };
}
