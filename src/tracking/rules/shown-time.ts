import { type Instant, localMoment } from '../../foundation/time.ts';
import type { Language } from './language.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY_AND_CLOCK = { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK } as const;

/** As a clock in that city shows it, with the day where it is not today. */
export function shownTime(at: Instant, now: Instant, language: Language, timeZone: string): string {
  const isToday = localMoment(at, timeZone).date === localMoment(now, timeZone).date;
  return formatterFor(language, timeZone, isToday).format(at);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(language: Language, timeZone: string, isToday: boolean): Intl.DateTimeFormat {
  const name = `${language} ${timeZone} ${isToday}`;
  const known = formatters.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { timeZone, ...(isToday ? CLOCK : DAY_AND_CLOCK) });
  formatters.set(name, made);
  return made;
}
