/** As a field for date and time holds it, by the clock of whoever looks; empty for none. */
export function toLocalTime(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * The moment that such a field holds, null where it is empty or no time. What stands in it as it did `before` is that very moment:
 * a field shows no seconds, and in autumn an hour comes twice.
 */
export function fromLocalTime(text: string, before: string | null = null): string | null {
  if (text === toLocalTime(before)) return before;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
