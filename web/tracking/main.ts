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

const languages = document.querySelector<HTMLSelectElement>('#lang');
if (languages !== null) chooseLanguage(languages);

/** Choosing is enough; but whoever goes through the languages by keyboard has chosen each of them on the way, and gets the button. */
function chooseLanguage(languages: HTMLSelectElement): void {
  let isPassing = false;
  languages.addEventListener('keydown', ({ key }) => {
    isPassing = key !== 'Enter';
  });
  languages.addEventListener('pointerdown', () => {
    isPassing = false;
  });
  languages.addEventListener('change', () => {
    if (isPassing) languages.nextElementSibling?.classList.remove('hidden');
    else languages.form?.submit();
  });
}

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
