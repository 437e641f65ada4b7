import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import type { PlanWire } from '../../../src/console/plus-wire.ts';
import { boundsOf } from '../../shared/map/bounds.ts';
import type { MapGround } from '../../shared/map/map-data.ts';
import { openMap, pageColor } from '../../shared/map/open-map.ts';
import type { Drawn } from './desk-map.tsx';

type Routes = PlanWire['routes'];
const WORDS = {
  map: 'Map of the routes',
  driver: '',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sources: 'Sources of the map',
};
const COLOURS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5'];

export function drawPlan(element: HTMLElement, ground: MapGround, first: Routes): Drawn<Routes> {
  let shown = first;
  const points = first.flatMap(({ visits }) => visits);
  const paint = (map: MapLibre) => {
    const data = linesOf(shown);
    const source = map.getSource<GeoJSONSource>('routes');
    if (source !== undefined) return source.setData(data);
    map.addSource('routes', { type: 'geojson', data });
    map.addLayer({
      id: 'routes',
      type: 'line',
      source: 'routes',
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': ['get', 'colour'], 'line-width': 3 },
    });
    map.addLayer({
      id: 'visits',
      type: 'circle',
      source: 'routes',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 6,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': pageColor('--card'),
        'circle-stroke-width': 2,
      },
    });
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
      for (const layer of ['routes', 'visits']) night.removeLayer(layer);
      night.removeSource('routes');
      paint(night);
    },
  });
  return {
    update(next) {
      shown = next;
      if (map.getSource('routes') !== undefined) paint(map);
    },
    remove,
  };
}

function linesOf(routes: Routes): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: routes.flatMap(({ visits }, index) => {
      const colour = pageColor(COLOURS[index % COLOURS.length] as string);
      const coordinates = visits.map(({ lng, lat }) => [lng, lat]);
      return [
        { type: 'Feature' as const, properties: { colour }, geometry: { type: 'LineString' as const, coordinates } },
        { type: 'Feature' as const, properties: { colour }, geometry: { type: 'MultiPoint' as const, coordinates } },
      ];
    }),
  };
}
