const KEPT_AS = 'waybill.stops';

/** The print of the stops that the driver has read last. */
export function readStops(): string | undefined {
  try {
    return localStorage.getItem(KEPT_AS) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A phone that keeps nothing forgets it with the page. */
export function keepReadStops(print: string): void {
  try {
    localStorage.setItem(KEPT_AS, print);
  } catch {}
}
