import 'maplibre-gl/dist/maplibre-gl.css';
import { addProtocol, type GeoJSONSource, Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import { type Bounds, boundsOf, holds } from './bounds.ts';
import { glide } from './glide.ts';
import type { MarketMap, Streets } from './map-data.ts';
import { driverMarker, stopMarker } from './markers.ts';
import { MAP_COLORS, type MapColors, plainStyle, streetStyle } from './style.ts';
import { type MapPoint, type MapView, type MapWords, pointsOf, sceneOf, signsOf } from './view.ts';

/** A worker from a file of ours: pages allow no script that was made on the fly. */
setWorkerUrl(workerUrl);
addProtocol('pmtiles', new Protocol().tile);

const TILES_PATH = '/map/tiles.pmtiles';
const CLOSEST_ZOOM = 16;
/** Of a driver without a delivery: the coast tells where that is. */
const ALONE_ZOOM = 11;
const MARGIN = { top: 48, right: 48, bottom: 48, left: 48 };
const ROUTE = 'route';

type Parts = {
  readonly element: HTMLElement;
  readonly view: MapView;
  readonly words: MapWords;
  readonly marketMap: MarketMap;
  readonly streets: Streets;
  /** Once everything is on the screen. */
  readonly onDrawn: () => void;
};

/** Throws where the browser has no WebGL. */
export function drawMap({ element, view, words, marketMap, streets, onDrawn }: Parts) {
  let shown = view;
  let wasMovedByHand = false;
  const map = new MapLibre({
    container: element,
    style: styleOf(streets, marketMap),
    ...placeOf(view),
    ...(streets.streets === 'none' ? edgesOf(view, marketMap) : {}),
    maxZoom: 19,
    renderWorldCopies: false,
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // The wheel scrolls the page; buttons, fingers and keys zoom.
    scrollZoom: false,
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
  const stops = new Set<Marker>();
  let driver: { readonly marker: Marker; readonly move: (to: MapPoint) => void; stop(): void } | undefined;

  const drawRoute = () => {
    const source = map.getSource<GeoJSONSource>(ROUTE);
    if (source === undefined) addRoute(map, shown);
    else source.setData(lineOf(shown));
  };
  const drawStops = () => {
    for (const marker of stops) marker.remove();
    stops.clear();
    const signs = signsOf(shown.stops);
    for (const [index, stop] of shown.stops.entries())
      stops.add(new Marker({ element: stopMarker(stop, signs[index] ?? '') }).setLngLat(stop).addTo(map));
  };
  const drawDriver = () => {
    if (shown.driver === undefined) {
      driver?.stop();
      driver?.marker.remove();
      driver = undefined;
      return;
    }
    driver ??= driverOn(map, shown.driver, words);
    const { headingDegrees } = shown.driver;
    driver.marker.getElement().classList.toggle('map-driver-heading', headingDegrees !== undefined);
    driver.marker.setRotation(headingDegrees ?? 0);
    driver.move(shown.driver);
  };
  const followDriver = () => {
    const visible = map.getBounds().toArray().flat() as unknown as Bounds;
    if (shown.driver !== undefined && !wasMovedByHand && !holds(visible, shown.driver)) showAll(map, shown);
  };

  map.on('style.load', drawRoute);
  map.once('idle', onDrawn);
  map.on('movestart', ({ originalEvent }) => {
    wasMovedByHand ||= originalEvent !== undefined;
  });
  map.on('error', () => {
    // The operator's own style cannot be had: better without streets than without a map.
    if (streets.streets === 'style' && !map.isStyleLoaded()) map.setStyle(plainStyle(colorsNow(), marketMap));
  });
  drawStops();
  drawDriver();

  const night = matchMedia('(prefers-color-scheme: dark)');
  const repaint = () => {
    if (streets.streets !== 'style') map.setStyle(styleOf(streets, marketMap), { diff: false });
    else for (const layer of routeLayers()) map.setPaintProperty(layer.id, 'line-color', layer.paint['line-color']);
  };
  night.addEventListener('change', repaint);

  return {
    update(next: MapView) {
      const isAnother = sceneOf(next) !== sceneOf(shown);
      const before = shown;
      shown = next;
      if (map.isStyleLoaded() || map.getSource(ROUTE) !== undefined) drawRoute();
      if (JSON.stringify(before.stops) !== JSON.stringify(next.stops)) drawStops();
      drawDriver();
      if (isAnother) {
        wasMovedByHand = false;
        showAll(map, next);
      } else followDriver();
    },
    remove() {
      night.removeEventListener('change', repaint);
      driver?.stop();
      map.remove();
    },
  };
}

function driverOn(map: MapLibre, at: MapPoint, words: MapWords) {
  const marker = new Marker({ element: driverMarker(words.driver), rotationAlignment: 'map' }).setLngLat(at).addTo(map);
  return { marker, ...glide(at, (point) => marker.setLngLat(point)) };
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
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    MAP_COLORS.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]),
  ) as MapColors;
}

function routeLayers() {
  const style = getComputedStyle(document.documentElement);
  const layer = (id: string, color: string, width: number) => ({
    id,
    type: 'line' as const,
    source: ROUTE,
    layout: { 'line-cap': 'round' as const, 'line-join': 'round' as const },
    paint: { 'line-color': style.getPropertyValue(color).trim(), 'line-width': width },
  });
  return [layer('route-casing', '--card', 8), layer('route-line', '--accent', 4.5)];
}

function addRoute(map: MapLibre, view: MapView): void {
  map.addSource(ROUTE, { type: 'geojson', data: lineOf(view) });
  for (const layer of routeLayers()) map.addLayer(layer);
}

function lineOf({ route }: MapView) {
  const coordinates = route.map(({ lat, lng }) => [lng, lat]);
  return { type: 'Feature' as const, properties: {}, geometry: { type: 'LineString' as const, coordinates } };
}

function closestZoom({ stops }: MapView): number {
  return stops.length === 0 ? ALONE_ZOOM : CLOSEST_ZOOM;
}

function placeOf(view: MapView) {
  const bounds = boundsOf(pointsOf(view));
  return bounds === undefined
    ? {}
    : {
        bounds: [...bounds] as [number, number, number, number],
        fitBoundsOptions: { padding: MARGIN, maxZoom: closestZoom(view) },
      };
}

/** The land ends at the edge of what is shipped, and nobody should see it end. */
function edgesOf(view: MapView, { land }: MarketMap) {
  const points = pointsOf(view);
  const part = land.features.find(
    ({ bbox }) => bbox !== undefined && points.every((point) => holds(bbox as unknown as Bounds, point)),
  );
  return part?.bbox === undefined ? {} : { maxBounds: part.bbox as [number, number, number, number] };
}

function showAll(map: MapLibre, view: MapView): void {
  const bounds = boundsOf(pointsOf(view));
  if (bounds !== undefined)
    map.fitBounds([...bounds] as [number, number, number, number], {
      padding: MARGIN,
      maxZoom: closestZoom(view),
      duration: 600,
    });
}
