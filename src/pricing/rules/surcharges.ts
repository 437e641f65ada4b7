import type { LocalMoment } from '../../foundation/time.ts';
import type { Surcharge } from './rate-card.ts';

/** The pick-up in the city's own time. */
export type PickUpMoment = LocalMoment & { readonly holiday: string | undefined };

/** Judged at the pick-up: hour, weekday and public holiday of the city. */
export function doesApply({ hours, days, onHolidaysOnly }: Surcharge, pickUp: PickUpMoment): boolean {
  if (onHolidaysOnly && pickUp.holiday === undefined) return false;
  if (days !== undefined && !days.includes(pickUp.weekday)) return false;
  return hours === undefined || isWithin(hours, pickUp.minuteOfDay);
}

function isWithin({ from, to }: { from: number; to: number }, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
