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
