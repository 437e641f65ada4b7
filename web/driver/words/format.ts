import { moneyText } from '../../shared/money-text.ts';

/** How amounts, times and distances are written for a driver: in the language of the app, by the clock of the city. */
export function formatIn(language: string, timeZone: string | undefined) {
  const zone = timeZone === undefined ? {} : { timeZone };
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, ...zone });
  const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const days = dates({ weekday: 'short', day: 'numeric', month: 'short' });
  const dayNumbers = new Intl.DateTimeFormat('en-CA', zone);
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return {
    money: (amount: string, currency: string) => moneyText(amount, currency, language),
    time: (at: string | number) => clock.format(new Date(at)),
    day: (at: string | number) => days.format(new Date(at)),
    /** A day of the calendar, such as 2026-11-16: the same in every zone. */
    calendarDay: (day: string) =>
      new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    /** The time alone on the day of `now`, with the day before it on any other. */
    moment(at: string | number, now: number): string {
      const sameDay = dayNumbers.format(new Date(at)) === dayNumbers.format(now);
      return sameDay ? clock.format(new Date(at)) : `${days.format(new Date(at))}, ${clock.format(new Date(at))}`;
    },
    distance(meters: number): string {
      const tens = Math.round(meters / 10) * 10;
      if (tens < 1000) return `${numbers.format(tens)} m`;
      return `${numbers.format(meters < 10_000 ? meters / 1000 : Math.round(meters / 1000))} km`;
    },
  };
}

export type Format = ReturnType<typeof formatIn>;
