type KeptText = { read(): string | undefined; keep(text: string): void };

/** A text that outlives the page. A phone that keeps nothing forgets it with the page. */
function keptText(name: string): KeptText {
  return {
    read() {
      try {
        return localStorage.getItem(name) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(text) {
      try {
        localStorage.setItem(name, text);
      } catch {}
    },
  };
}

/** The drop-off that the driver has put before the others: while the navigation leads there, phones close what is in the background. */
export const chosenStop = keptText('waybill.stop');

/** The print of the stops that the driver has read last. */
export const readStops = keptText('waybill.stops');
