import type { MapStop } from './view.ts';

export function stopMarker({ kind, label, closed, failed }: MapStop, sign: string): HTMLElement {
  const marker = document.createElement('div');
  marker.className = `map-stop map-stop-${closed ? (failed ? 'failed' : 'closed') : kind}`;
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', label);
  marker.textContent = sign;
  return marker;
}

/** An arrow where the heading is known, a dot otherwise; the map turns the marker. */
export function driverMarker(label: string): HTMLElement {
  const marker = document.createElement('div');
  marker.className = 'map-driver';
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', label);
  return marker;
}
