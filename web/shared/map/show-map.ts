import './map.css';
import { drawSketch } from './draw-sketch.ts';
import { readMarketMap, readStreets } from './map-data.ts';
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

  const draw = async () => {
    const [{ drawMap }, marketMap, streets] = await Promise.all([
      import('./draw-map.ts'),
      readMarketMap(view.market),
      readStreets(),
    ]);
    if (isRemoved) return;
    const canvas = document.createElement('div');
    canvas.className = 'map-canvas';
    element.append(canvas);
    try {
      map = drawMap({ element: canvas, view, words, hand, marketMap, streets, onDrawn: () => sketch.remove() });
    } catch {
      canvas.remove();
    }
  };
  // Without WebGL or without a connection the sketch stays.
  draw().catch(() => undefined);

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
