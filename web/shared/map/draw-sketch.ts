import { driverMarker, stopMarker } from './markers.ts';
import { sketchOf } from './sketch.ts';
import { type MapView, type MapWords, signsOf } from './view.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The delivery without a map: shown until the map is there, and where the browser cannot draw one. */
export function drawSketch(element: HTMLElement, words: MapWords) {
  const sheet = document.createElement('div');
  sheet.className = 'map-sketch';
  sheet.setAttribute('role', 'group');
  sheet.setAttribute('aria-label', words.map);
  element.append(sheet);
  let shown: MapView | undefined;
  const draw = () => {
    if (shown !== undefined) sheet.replaceChildren(...partsOf(shown, words, element.clientWidth, element.clientHeight));
  };
  const resizing = new ResizeObserver(draw);
  resizing.observe(element);
  return {
    update(view: MapView) {
      shown = view;
      draw();
    },
    remove() {
      resizing.disconnect();
      sheet.remove();
    },
  };
}

function partsOf(view: MapView, words: MapWords, width: number, height: number): Element[] {
  const { route, stops, driver } = sketchOf(view, width, height);
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  drawing.setAttribute('aria-hidden', 'true');
  for (const name of ['map-route-casing', 'map-route']) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('class', name);
    line.setAttribute('d', route);
    drawing.append(line);
  }
  const signs = signsOf(view.stops);
  const markers = view.stops.map((stop, index) => placed(stopMarker(stop, signs[index] ?? ''), stops[index]));
  return [drawing, ...markers, ...(driver === undefined ? [] : [placed(driverMarker(words.driver), driver)])];
}

function placed(marker: HTMLElement, spot: { readonly x: number; readonly y: number } | undefined): HTMLElement {
  marker.style.transform = `translate(${spot?.x ?? 0}px, ${spot?.y ?? 0}px) translate(-50%, -50%)`;
  return marker;
}
