import './tracking.css';
import type { LiveState } from '../../src/tracking/rules/live-state.ts';
import { keepLive } from './live.ts';
import { swapParts } from './parts.ts';

const page = document.getElementById('tracking');
const place = document.getElementById('map');
if (page !== null && place !== null) {
  const map = showMapLater(place);
  keepLive(page, (state) => {
    swapParts(state);
    map(state.map);
  });
}

// Without a script the form has a button; with one, choosing is enough.
const languages = document.querySelector<HTMLSelectElement>('#lang');
languages?.addEventListener('change', () => languages.form?.submit());

/** The map is large and comes after everything else; until it is there, the latest view waits for it. */
function showMapLater(place: HTMLElement): (view: LiveState['map']) => void {
  let view = JSON.parse(place.dataset.map ?? '') as LiveState['map'];
  let update = (_view: LiveState['map']): void => {};
  const load = async () => {
    const { showMap } = await import('../shared/map/show-map.ts');
    ({ update } = showMap(place, view, JSON.parse(place.dataset.words ?? '')));
  };
  // Without a connection its place stays empty, and the page says the rest.
  window.addEventListener('load', () => void load().catch(() => undefined));
  return (next) => {
    view = next;
    update(next);
  };
}
