import './map.css';
import { drawSketch } from './draw-sketch.ts';
import { fetchMap } from './fetch-map.ts';
import { ENGLISH_MAP_WORDS, type MapHand, type MapView, type MapWords } from './view.ts';

export type ShownMap = { update(view: MapView): void; remove(): void };

/** Shows a delivery on a map in an element that has a size. Until the map is there, and where there can be none, it is a sketch. */
export function showMap(
  element: HTMLElement,
  first: MapView,
  words: MapWords = ENGLISH_MAP_WORDS,
  hand?: MapHand,
): ShownMap {
  let view = first;
  let isRemoved = false;
  let map: ShownMap | undefined;
  element.classList.add('map');
  const sketch = drawSketch(element, words);
  sketch.update(view);

  const open = async () => {
    const { draw, ground } = await fetchMap(view.market, async () => (await import('./draw-map.ts')).drawMap);
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
  // Without WebGL or without a connection the sketch stays.
  open().catch(() => undefined);

  return {
    update(next) {
      view = next;
      sketch.update(next);
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
