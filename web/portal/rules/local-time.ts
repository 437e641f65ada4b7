/** A moment as a field for date and time holds it, on the clock of whoever looks. */
export function localTime(instant: number): string {
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that such a field holds, as it is sent; undefined where it is empty or no time. */
export function sentTime(local: string): string | undefined {
  const instant = new Date(local).getTime();
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
