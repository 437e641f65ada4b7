import 'maplibre-gl/dist/maplibre-gl.css';
import { addProtocol, Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import { type Bounds, holds } from './bounds.ts';
import type { MapGround, MarketMap, Streets } from './map-data.ts';
import { MAP_COLORS, type MapColors, plainStyle, streetStyle } from './style.ts';
import type { MapPoint, MapWords } from './view.ts';

/** A worker from a file of ours: pages allow no script that was made on the fly. */
setWorkerUrl(workerUrl);
addProtocol('pmtiles', new Protocol().tile);

const TILES_PATH = '/map/tiles.pmtiles';

type Opening = MapGround & {
  readonly element: HTMLElement;
  readonly words: MapWords;
  /** What is seen at first. */
  readonly bounds: Bounds | undefined;
  readonly margin: number;
  readonly closestZoom: number;
  /** What must not lie beyond the edge of the shipped land. */
  readonly points: readonly MapPoint[];
  /** Whether the wheel zooms; otherwise it scrolls the page, and buttons, fingers and keys zoom. */
  readonly scrollZoom?: boolean;
  /** Whenever the ground was painted anew and what stands on it is gone. */
  readonly onGround: (map: MapLibre) => void;
  /** Day has turned to night or back, and the ground is somebody else's style, which stays. */
  readonly onNight: (map: MapLibre) => void;
};

/** The ground of every map: land, areas and streets in the colours of the page. Throws where the browser has no WebGL. */
export function openMap({ element, words, marketMap, streets, bounds, margin, closestZoom, ...rest }: Opening) {
  const map = new MapLibre({
    container: element,
    style: styleOf(streets, marketMap),
    ...(bounds === undefined
      ? {}
      : {
          bounds: [...bounds] as [number, number, number, number],
          fitBoundsOptions: { padding: margin, maxZoom: closestZoom },
        }),
    ...(streets.streets === 'none' ? edgesOf(rest.points, marketMap) : {}),
    maxZoom: 19,
    renderWorldCopies: false,
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    scrollZoom: rest.scrollZoom ?? false,
    fadeDuration: 0,
    locale: {
      'Map.Title': words.map,
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
      'AttributionControl.ToggleAttribution': words.sources,
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.on('style.load', () => rest.onGround(map));
  map.on('error', () => {
    // The operator's own style cannot be had: better without streets than without a map.
    if (streets.streets === 'style' && !map.isStyleLoaded()) map.setStyle(plainStyle(colorsNow(), marketMap));
  });
  const night = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    if (streets.streets === 'style') rest.onNight(map);
    else map.setStyle(styleOf(streets, marketMap), { diff: false });
  };
  night.addEventListener('change', repaint);
  return {
    map,
    remove() {
      night.removeEventListener('change', repaint);
      map.remove();
    },
  };
}

/** A colour of the page, by the name of its variable. */
export function pageColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function styleOf(streets: Streets, marketMap: MarketMap) {
  switch (streets.streets) {
    case 'style':
      return streets.styleUrl;
    case 'tiles':
      return streetStyle(colorsNow(), `pmtiles://${location.origin}${TILES_PATH}`);
    case 'none':
      return plainStyle(colorsNow(), marketMap);
  }
}

function colorsNow(): MapColors {
  return Object.fromEntries(MAP_COLORS.map((name) => [name, pageColor(`--map-${name}`)])) as MapColors;
}

/** The land ends at the edge of what is shipped, and nobody should see it end. */
function edgesOf(points: readonly MapPoint[], { land }: MarketMap) {
  const part = land.features.find(
    ({ bbox }) => bbox !== undefined && points.every((point) => holds(bbox as unknown as Bounds, point)),
  );
  return part?.bbox === undefined ? {} : { maxBounds: part.bbox as [number, number, number, number] };
}
