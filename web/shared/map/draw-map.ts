import { type GeoJSONSource, type Map as MapLibre, Marker } from 'maplibre-gl';
import { type Bounds, boundsOf, holds } from './bounds.ts';
import { glide } from './glide.ts';
import type { MarketMap, Streets } from './map-data.ts';
import { driverMarker, stopMarker } from './markers.ts';
import { openMap, pageColor } from './open-map.ts';
import { type MapHand, type MapPoint, type MapView, type MapWords, pointsOf, sceneOf, signsOf } from './view.ts';

const CLOSEST_ZOOM = 16;
/** Of a driver without a delivery: the coast tells where that is. */
const ALONE_ZOOM = 11;
const MARGIN = 48;
const ROUTE = 'route';

type Parts = {
  readonly element: HTMLElement;
  readonly view: MapView;
  readonly words: MapWords;
  readonly hand: MapHand | undefined;
  readonly marketMap: MarketMap;
  readonly streets: Streets;
  /** Once everything is on the screen. */
  readonly onDrawn: () => void;
};

/** Throws where the browser has no WebGL. */
export function drawMap({ element, view, words, hand, marketMap, streets, onDrawn }: Parts) {
  let shown = view;
  let wasMovedByHand = false;
  const { map, remove } = openMap({
    element,
    words,
    marketMap,
    streets,
    bounds: boundsOf(pointsOf(view)),
    margin: MARGIN,
    closestZoom: closestZoom(view),
    points: pointsOf(view),
    onGround: () => drawRoute(),
    onNight: () => {
      for (const layer of routeLayers()) map.setPaintProperty(layer.id, 'line-color', layer.paint['line-color']);
    },
  });
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
    for (const [index, stop] of shown.stops.entries()) {
      const marker = new Marker({ element: stopMarker(stop, signs[index] ?? ''), draggable: hand !== undefined });
      marker.on('dragend', () => hand?.carry(index, roughly(marker.getLngLat())));
      stops.add(marker.setLngLat(stop).addTo(map));
    }
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

  if (hand !== undefined) {
    map.getCanvas().style.cursor = 'crosshair';
    map.on('click', ({ lngLat }) => hand.press(roughly(lngLat)));
  }
  map.once('idle', onDrawn);
  map.on('movestart', ({ originalEvent }) => {
    wasMovedByHand ||= originalEvent !== undefined;
  });
  // A phone was turned, or a window made narrower: what was in sight stays so.
  map.on('resize', () => {
    if (hand === undefined && !wasMovedByHand) showAll(map, shown);
  });
  drawStops();
  drawDriver();

  return {
    update(next: MapView) {
      const isAnother = sceneOf(next) !== sceneOf(shown);
      const before = shown;
      shown = next;
      if (map.isStyleLoaded() || map.getSource(ROUTE) !== undefined) drawRoute();
      if (JSON.stringify(before.stops) !== JSON.stringify(next.stops)) drawStops();
      drawDriver();
      if (isAnother && (hand === undefined || !isInView(map, next))) {
        wasMovedByHand = false;
        showAll(map, next);
      } else followDriver();
    },
    remove() {
      driver?.stop();
      remove();
    },
  };
}

/** Whoever places stops on a map keeps it as it lies, unless there is something beyond it. */
function isInView(map: MapLibre, view: MapView): boolean {
  const visible = map.getBounds().toArray().flat() as unknown as Bounds;
  return view.stops.length > 0 && view.stops.every((stop) => holds(visible, stop));
}

/** To about a metre: nobody points more exactly. */
function roughly({ lat, lng }: MapPoint): MapPoint {
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) };
}

function driverOn(map: MapLibre, at: MapPoint, words: MapWords) {
  const marker = new Marker({ element: driverMarker(words.driver), rotationAlignment: 'map' }).setLngLat(at).addTo(map);
  return { marker, ...glide(at, (point) => marker.setLngLat(point)) };
}

function routeLayers() {
  const layer = (id: string, color: string, width: number) => ({
    id,
    type: 'line' as const,
    source: ROUTE,
    layout: { 'line-cap': 'round' as const, 'line-join': 'round' as const },
    paint: { 'line-color': pageColor(color), 'line-width': width },
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

function showAll(map: MapLibre, view: MapView): void {
  const bounds = boundsOf(pointsOf(view));
  if (bounds !== undefined)
    map.fitBounds([...bounds] as [number, number, number, number], {
      padding: MARGIN,
      maxZoom: closestZoom(view),
      duration: 600,
    });
}
