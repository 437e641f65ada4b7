import { type LocalMoment, WEEKDAYS, type Weekday } from '../../foundation/time.ts';
import type { Surcharge } from './rate-card.ts';

/** The pick-up in the city's own time. */
export type PickUpMoment = LocalMoment & { readonly holiday: string | undefined };

/** Judged at the pick-up: hour, weekday and public holiday of the city. */
export function doesApply({ hours, days, onHolidaysOnly }: Surcharge, pickUp: PickUpMoment): boolean {
  if (onHolidaysOnly && pickUp.holiday === undefined) return false;
  if (hours !== undefined && !isWithin(hours, pickUp.minuteOfDay)) return false;
  return days === undefined || days.includes(hours === undefined ? pickUp.weekday : dayOfStart(hours, pickUp));
}

type Hours = NonNullable<Surcharge['hours']>;

function isWithin({ from, to }: Hours, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Friday night is still Friday's at two on Saturday morning. */
function dayOfStart({ from, to }: Hours, { weekday, minuteOfDay }: PickUpMoment): Weekday {
  const isMorningAfter = from > to && minuteOfDay < to;
  return isMorningAfter ? (WEEKDAYS[(WEEKDAYS.indexOf(weekday) + 6) % 7] as Weekday) : weekday;
}
