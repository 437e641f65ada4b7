/** From the beginning of a day such as "2026-11-16" by the clock of whoever looks; undefined where none is chosen. */
export function dayBegins(day: string): string | undefined {
  const begin = new Date(`${day}T00:00:00`);
  return day === '' || Number.isNaN(begin.getTime()) ? undefined : begin.toISOString();
}

/** Until the day after it begins. */
export function dayEnds(day: string): string | undefined {
  const begin = dayBegins(day);
  if (begin === undefined) return undefined;
  const next = new Date(begin);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
