const KEPT_AS = 'waybill.stop';

/** The drop-off that the driver has put before the others. It outlives the page: while the navigation leads there, phones close what is in the background. */
export function chosenStop(): string | undefined {
  try {
    return localStorage.getItem(KEPT_AS) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A phone that keeps nothing forgets it with the page. */
export function chooseStop(stopId: string): void {
  try {
    localStorage.setItem(KEPT_AS, stopId);
  } catch {}
}
