import { DAY_MS, HOUR_MS, type Instant, instantOfLocal, localMoment, utcDate } from '../../foundation/time.ts';

/** Minutes since midnight, by the clock on the wall. */
export type WorkingHours = { readonly opens: number; readonly closes: number };

/** A day in a city. */
export type PlanningDay = {
  /** For example 2026-11-16. */
  readonly date: string;
  /** Midnight, when it begins. */
  readonly begin: Instant;
  /** Between these parcels are driven. */
  readonly from: Instant;
  readonly until: Instant;
  /** Midnight, when the next one begins. */
  readonly end: Instant;
};

export function planningDay(date: string, timeZone: string, { opens, closes }: WorkingHours): PlanningDay {
  return {
    date,
    begin: instantOfLocal(date, 0, timeZone),
    from: instantOfLocal(date, opens, timeZone),
    until: instantOfLocal(date, closes, timeZone),
    end: instantOfLocal(dayAfter(date), 0, timeZone),
  };
}

/** From an hour before drivers begin, so that they know where to begin, until they stop. */
export function isPlanningTime({ from, until }: PlanningDay, now: Instant): boolean {
  return now >= from - HOUR_MS && now < until;
}

export function dateIn(timeZone: string, now: Instant): string {
  return localMoment(now, timeZone).date;
}

function dayAfter(date: string): string {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + DAY_MS);
}
