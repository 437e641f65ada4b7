import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { boundsOf } from '../../shared/map/bounds.ts';
import type { MapGround } from '../../shared/map/map-data.ts';
import { openMap, pageColor } from '../../shared/map/open-map.ts';
import type { MapPoint } from '../../shared/map/view.ts';
import { type Area, type CornerAt, cornersOf, middleOf, moveCorner } from '../rules/area-edit.ts';
import type { Drawn } from './desk-map.tsx';

export type ShownArea = {
  readonly area: Area;
  readonly isCrossing: boolean;
  readonly mayEdit: boolean;
  readonly chosen: CornerAt | undefined;
  /** Stops of past quotations that would lie outside. */
  readonly outside: readonly MapPoint[];
  /** A corner that is being dragged: told at its every step, and where it is let go. */
  readonly onMove: (area: Area, isDone: boolean) => void;
  readonly onInsert: (at: CornerAt) => void;
  readonly onChoose: (at: CornerAt | undefined) => void;
};

const WORDS = {
  map: 'Map of the service area',
  driver: '',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sources: 'Sources of the map',
};
const LAYERS = ['area-fill', 'area-line', 'outside', 'middles', 'corners'];

/** The area with its corners, to be dragged, and the middles of its lines, to be made corners. */
export function drawArea(element: HTMLElement, ground: MapGround, first: ShownArea): Drawn<ShownArea> {
  let shown = first;
  let dragged: CornerAt | undefined;
  const points = first.area.flat(2).map(([lng, lat]) => ({ lng, lat }));
  const paint = (map: MapLibre) => {
    const data = {
      area: areaOf(shown),
      corners: cornersIn(shown),
      middles: middlesIn(shown),
      outside: pointsOf(shown.outside),
    };
    for (const [name, features] of Object.entries(data)) {
      const source = map.getSource<GeoJSONSource>(name);
      if (source === undefined) map.addSource(name, { type: 'geojson', data: features });
      else source.setData(features);
    }
    if (map.getLayer('area-fill') === undefined) addLayers(map);
    const color = pageColor(shown.isCrossing ? '--bad' : '--accent');
    map.setPaintProperty('area-fill', 'fill-color', color);
    map.setPaintProperty('area-line', 'line-color', color);
  };
  const { map, remove } = openMap({
    element,
    ...ground,
    words: WORDS,
    bounds: boundsOf(points),
    margin: 40,
    closestZoom: 14,
    points,
    scrollZoom: true,
    onGround: paint,
    onNight: (night) => {
      for (const layer of LAYERS) night.removeLayer(layer);
      paint(night);
    },
  });
  const canvas = map.getCanvas();
  map.on('mousedown', 'corners', (event) => {
    const at = cornerOf(event.features?.[0]?.properties);
    if (!shown.mayEdit || at === undefined) return;
    event.preventDefault();
    dragged = at;
    shown.onChoose(at);
    const move = ({ lngLat }: MapMouseEvent) =>
      shown.onMove(moveCorner(shown.area, at, [lngLat.lng, lngLat.lat]), false);
    map.on('mousemove', move);
    map.once('mouseup', ({ lngLat }) => {
      map.off('mousemove', move);
      dragged = undefined;
      shown.onMove(moveCorner(shown.area, at, [lngLat.lng, lngLat.lat]), true);
    });
  });
  map.on('click', 'middles', (event) => {
    const at = cornerOf(event.features?.[0]?.properties);
    if (shown.mayEdit && at !== undefined) shown.onInsert(at);
  });
  for (const layer of ['corners', 'middles']) {
    map.on('mouseenter', layer, () => {
      if (shown.mayEdit) canvas.style.cursor = layer === 'corners' ? 'grab' : 'copy';
    });
    map.on('mouseleave', layer, () => {
      if (dragged === undefined) canvas.style.cursor = '';
    });
  }
  return {
    update(next) {
      shown = next;
      if (map.getSource('area') !== undefined) paint(map);
    },
    remove,
  };
}

function addLayers(map: MapLibre): void {
  const [card, bad, ink, accent] = ['--card', '--bad', '--ink', '--accent'].map(pageColor) as [
    string,
    string,
    string,
    string,
  ];
  map.addLayer({ id: 'area-fill', type: 'fill', source: 'area', paint: { 'fill-opacity': 0.15 } });
  map.addLayer({ id: 'area-line', type: 'line', source: 'area', paint: { 'line-width': 2.5 } });
  map.addLayer({
    id: 'outside',
    type: 'circle',
    source: 'outside',
    paint: { 'circle-radius': 5, 'circle-color': bad, 'circle-opacity': 0.7 },
  });
  map.addLayer({
    id: 'middles',
    type: 'circle',
    source: 'middles',
    paint: {
      'circle-radius': 5,
      'circle-color': card,
      'circle-stroke-color': accent,
      'circle-stroke-width': 1.5,
      'circle-opacity': 0.8,
    },
  });
  map.addLayer({
    id: 'corners',
    type: 'circle',
    source: 'corners',
    paint: {
      'circle-radius': ['case', ['get', 'isChosen'], 9, 7],
      'circle-color': ['case', ['get', 'isChosen'], ink, accent],
      'circle-stroke-color': card,
      'circle-stroke-width': 2,
    },
  });
}

function areaOf({ area }: ShownArea): FeatureCollection {
  const coordinates = area.map((polygon) => polygon.map((ring) => ring.map((corner) => [...corner])));
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates } }],
  };
}

type Spot = CornerAt & { readonly lng: number; readonly lat: number; readonly isChosen: boolean };

function cornersIn({ area, chosen, mayEdit }: ShownArea): FeatureCollection {
  return mayEdit ? spots(allCorners(area).map(({ at, place }) => spotOf(at, place, isSame(at, chosen)))) : spots([]);
}

function middlesIn({ area, mayEdit }: ShownArea): FeatureCollection {
  return mayEdit
    ? spots(allCorners(area).map(({ at, place, next }) => spotOf(at, middleOf(place, next), false)))
    : spots([]);
}

function allCorners(area: Area) {
  return area.flatMap((rings, polygon) =>
    rings.flatMap((corners, ring) =>
      cornersOf(corners).map((place, corner) => ({
        at: { polygon, ring, corner },
        place,
        next: corners[corner + 1] as readonly [number, number],
      })),
    ),
  );
}

const spotOf = (at: CornerAt, [lng, lat]: readonly [number, number], isChosen: boolean): Spot => ({
  ...at,
  lng,
  lat,
  isChosen,
});
const isSame = (a: CornerAt, b: CornerAt | undefined) =>
  a.polygon === b?.polygon && a.ring === b.ring && a.corner === b.corner;

function spots(all: readonly Spot[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: all.map(({ lng, lat, ...properties }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  };
}

function pointsOf(points: readonly MapPoint[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points.map(({ lng, lat }) => ({
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  };
}

function cornerOf(properties: Readonly<Record<string, unknown>> | null | undefined): CornerAt | undefined {
  if (properties === null || properties === undefined) return undefined;
  return { polygon: Number(properties.polygon), ring: Number(properties.ring), corner: Number(properties.corner) };
}
