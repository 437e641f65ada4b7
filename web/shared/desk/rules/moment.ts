const LANGUAGE = 'en-GB';

/** How much of a moment is written, more than is needed in passing. */
export type Detail = { readonly seconds?: boolean | undefined; readonly day?: boolean | undefined };

/** The time alone on the day of `now`, with the day before it in the same year, with the year on any other. */
export function momentOf(at: string, now: number, timeZone?: string, detail: Detail = {}): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const write = (options: Intl.DateTimeFormatOptions, moment: number | Date) =>
    new Intl.DateTimeFormat(LANGUAGE, { ...options, ...zone }).format(moment);
  const moment = new Date(at);
  const second = detail.seconds === true ? { second: '2-digit' as const } : {};
  const time = write({ hour: '2-digit', minute: '2-digit', ...second, hourCycle: 'h23' }, moment);
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  if (detail.day !== true && write(day, moment) === write(day, now)) return time;
  const isSameYear = write({ year: 'numeric' }, moment) === write({ year: 'numeric' }, now);
  return `${write(isSameYear ? { day: 'numeric', month: 'short' } : day, moment)}, ${time}`;
}

/** A day of a calendar, such as "Sun 15 Nov". */
export function dayOf(date: string): string {
  return new Intl.DateTimeFormat(LANGUAGE, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(date))
    .replace(',', '');
}

/** To the second, with the day and the zone. */
export function exactMomentOf(at: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(LANGUAGE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(at));
}

/** What the clock of a zone is called at that time; undefined where it shows what `own` shows, which is that of whoever looks. */
export function foreignZone(at: string, timeZone: string, own?: string): string | undefined {
  const write = (timeZoneName: 'longOffset' | 'short', zone: { timeZone?: string }) =>
    new Intl.DateTimeFormat(LANGUAGE, { timeZoneName, ...zone })
      .formatToParts(new Date(at))
      .find(({ type }) => type === 'timeZoneName')?.value;
  const isOwn = write('longOffset', { timeZone }) === write('longOffset', own === undefined ? {} : { timeZone: own });
  return isOwn ? undefined : write('short', { timeZone });
}

/** Whose clock a page goes by. */
export function whoseClock(at: string, city: string, timeZone: string, own?: string): string {
  const foreign = foreignZone(at, timeZone, own);
  return `Times are by the clock of ${city}${foreign === undefined ? '' : `, ${foreign}`}.`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago or how far ahead, in its largest unit; "now" within a minute. */
export function distanceOf(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (unit === undefined) return 'now';
  const [name, size] = unit;
  return new Intl.RelativeTimeFormat(LANGUAGE, { style: 'short' }).format(Math.trunc(seconds / size), name);
}

/** A length of time in its two largest units, such as "2 h 5 min". */
export function lengthOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 || minutes >= 10 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}
