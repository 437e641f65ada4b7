/** As a field for date and time holds it, by the clock of whoever looks; empty for none. */
export function toLocalTime(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function fromLocalTime(text: string): string | null {
  return text === '' ? null : new Date(text).toISOString();
}
