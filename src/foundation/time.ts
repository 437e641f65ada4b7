/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The wire's form of a time: whole seconds, with the two zeros that clients of this API expect. */
export function formatInstant(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}.00Z`;
}

/** A time from which something is allowed: whoever waits until the printed second must be let in. */
export function formatAllowedFrom(instant: Instant): string {
  return formatInstant(Math.ceil(instant / SECOND_MS) * SECOND_MS);
}

/** A time until which something is allowed: whoever acts before the printed second must be let in. */
export function formatAllowedUntil(instant: Instant): string {
  return formatInstant(Math.floor(instant / SECOND_MS) * SECOND_MS);
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** What clock and calendar on a wall show. In the east the last evening of the year 9999 is in the year +010000, as ISO 8601 writes it. */
export type LocalMoment = { readonly date: string; readonly weekday: Weekday; readonly minuteOfDay: number };

const formatters = new Map<string, Intl.DateTimeFormat>();
const lastAsked = new Map<string, { readonly minute: number; readonly moment: LocalMoment }>();

/** Most are asked for now, so the minute that was asked for last is kept. */
export function localMoment(instant: Instant, timeZone: string): LocalMoment {
  const minute = Math.floor(instant / MINUTE_MS);
  const last = lastAsked.get(timeZone);
  if (last?.minute === minute) return last.moment;
  const moment = findLocalMoment(instant, timeZone);
  lastAsked.set(timeZone, { minute, moment });
  return moment;
}

function findLocalMoment(instant: Instant, timeZone: string): LocalMoment {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...fields });
    formatters.set(timeZone, formatter);
  }
  const parts = Object.fromEntries(formatter.formatToParts(instant).map(({ type, value }) => [type, value]));
  const midnight = new Date(0).setUTCFullYear(Number(parts.year), Number(parts.month) - 1, Number(parts.day));
  return {
    date: utcDate(midnight),
    weekday: WEEKDAYS[new Date(midnight).getUTCDay()] as Weekday,
    minuteOfDay: Number(parts.hour) * 60 + Number(parts.minute),
  };
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** As a clock on a wall shows it: 09:05. */
export function clockText(minuteOfDay: number): string {
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`;
}

/** As calendar and clock on a wall show it: 2026-11-16 09:05:07. */
export function localTimeText(instant: Instant, timeZone: string): string {
  const { date, minuteOfDay } = localMoment(instant, timeZone);
  return `${date} ${clockText(minuteOfDay)}:${twoDigits(Math.floor(instant / SECOND_MS) % 60)}`;
}

/** The day in UTC, as ISO 8601 writes it. */
export function utcDate(instant: Instant): string {
  return new Date(instant).toISOString().split('T', 1)[0] as string;
}

/** When clock and calendar on a wall show this; the earlier one where they show it twice, the moment after the gap where never. */
export function instantOfLocal(date: string, minuteOfDay: number, timeZone: string): Instant {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS;
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((instant) => offsetAt(instant, timeZone));
  const candidates = offsets.map((offset) => asUtc - offset).toSorted((a, b) => a - b);
  return candidates.find((instant) => instant + offsetAt(instant, timeZone) === asUtc) ?? (candidates[1] as Instant);
}

function offsetAt(wholeMinute: Instant, timeZone: string): number {
  const { date, minuteOfDay } = localMoment(wholeMinute, timeZone);
  return Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS - wholeMinute;
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(Z|z|[+-]\d{2}:?\d{2})$/;

/** A time as partners write it: with Z or an offset, with or without fractions; undefined where it is none. */
export function parseInstant(text: string): Instant | undefined {
  const match = ISO_TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, date, clock = '', fraction = '0', zone = 'Z'] = match;
  const time = clock.length === 5 ? `${clock}:00` : clock;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const parsed = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(parsed) || !isReal(date as string) || !isPrintable(parsed) ? undefined : parsed;
}

/** The 30th of February parses to the 2nd of March: whoever wrote it did not mean that. */
function isReal(date: string): boolean {
  const written = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(written) && utcDate(written) === date;
}

/** Whether the text is a day of the calendar. */
export function isDate(text: string): boolean {
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && isReal(text);
}

/** An offset may carry the last evening of the year 9999 into a year that the wire has no form for. */
function isPrintable(instant: Instant): boolean {
  return new Date(instant).toISOString().length === '2026-11-16T12:00:00.000Z'.length;
}
