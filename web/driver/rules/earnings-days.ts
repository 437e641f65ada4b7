import type { Earnings } from '../api/types.ts';

export type Entry = Earnings[number]['entries'][number];
export type EarningsDay = { readonly day: string; readonly entries: readonly Entry[] };

/** Entries under the day of the city on which they were booked, in the order in which they come. */
export function daysOf(entries: readonly Entry[], timeZone: string | undefined): readonly EarningsDay[] {
  const calendar = new Intl.DateTimeFormat('en-CA', timeZone === undefined ? {} : { timeZone });
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = calendar.format(new Date(entry.createdAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
