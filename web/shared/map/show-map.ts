import './map.css';
import { drawSketch } from './draw-sketch.ts';
import { fetchMap } from './fetch-map.ts';
import { ENGLISH_MAP_WORDS, type MapHand, type MapView, type MapWords } from './view.ts';

export type ShownMap = { update(view: MapView): void; remove(): void };

/** Shows a delivery on a map in an element that has a size. Until its market is known and the map is there, and where there can be none, it is a sketch. */
export function showMap(
  element: HTMLElement,
  first: MapView,
  words: MapWords = ENGLISH_MAP_WORDS,
  hand?: MapHand,
): ShownMap {
  let view = first;
  let isRemoved = false;
  let isOpened = false;
  let map: ShownMap | undefined;
  element.classList.add('map');
  const sketch = drawSketch(element, words);
  sketch.update(view);

  const open = async (market: string) => {
    const { draw, ground } = await fetchMap(market, async () => (await import('./draw-map.ts')).drawMap);
    if (isRemoved) return;
    const canvas = document.createElement('div');
    canvas.className = 'map-canvas';
    element.append(canvas);
    try {
      map = draw({ element: canvas, view, words, hand, ...ground, onDrawn: () => sketch.remove() });
    } catch {
      canvas.remove();
    }
  };
  const openOnce = () => {
    if (isOpened || view.market === undefined) return;
    isOpened = true;
    // Without WebGL or without a connection the sketch stays.
    open(view.market).catch(() => undefined);
  };
  openOnce();

  return {
    update(next) {
      view = next;
      sketch.update(next);
      openOnce();
      map?.update(next);
    },
    remove() {
      isRemoved = true;
      sketch.remove();
      map?.remove();
      element.replaceChildren();
    },
  };
}
