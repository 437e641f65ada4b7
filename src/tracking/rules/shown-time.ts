import { HOUR_MS, type Instant, localMoment } from '../../foundation/time.ts';
import type { Language } from './language.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY_AND_CLOCK = { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK } as const;

/** What comes in less time than this is no other day to whoever waits for it, also after midnight. */
const SOON_MS = 12 * HOUR_MS;

/** As a clock in that city shows it, with the day where it is another one. */
export function shownTime(at: Instant, now: Instant, language: Language, timeZone: string): string {
  const isSoon = at >= now && at - now < SOON_MS;
  const isClear = isSoon || localMoment(at, timeZone).date === localMoment(now, timeZone).date;
  return formatterFor(language, timeZone, isClear).format(at);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(language: Language, timeZone: string, isClear: boolean): Intl.DateTimeFormat {
  const name = `${language} ${timeZone} ${isClear}`;
  const known = formatters.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { timeZone, ...(isClear ? CLOCK : DAY_AND_CLOCK) });
  formatters.set(name, made);
  return made;
}
