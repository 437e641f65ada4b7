import type { FeatureCollection, Point } from 'geojson';
import type { CircleLayerSpecification, ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import type { MarketMap, Streets } from '../../shared/map/map-data.ts';
import { openMap, pageColor } from '../../shared/map/open-map.ts';
import type { ShownCity } from '../rules/city-view.ts';
import type { City } from '../types.ts';

export type Chosen = { readonly kind: 'order' | 'driver'; readonly id: string };
export type OnChoose = (chosen: Chosen) => void;
export type CityGround = { readonly bounds: City['bounds']; readonly marketMap: MarketMap; readonly streets: Streets };

const SOURCES = ['orders', 'drivers'] as const;
const WORDS = {
  map: 'Map of the city',
  driver: 'Driver',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sources: 'Sources of the map',
};

/** Thousands of drivers are one layer, and not thousands of things on the page. Throws where the browser has no WebGL. */
export function drawCity(
  element: HTMLElement,
  { bounds, marketMap, streets }: CityGround,
  first: ShownCity,
  onChoose: OnChoose,
  onDrawn: () => void,
) {
  let shown = first;
  const { west, south, east, north } = bounds;
  const fill = (map: MapLibre) => {
    for (const name of SOURCES) {
      const source = map.getSource<GeoJSONSource>(name);
      if (source === undefined) {
        map.addSource(name, { type: 'geojson', data: collectionOf(shown[name]) });
        map.addLayer(layerOf(name));
      } else source.setData(collectionOf(shown[name]));
    }
  };
  const { map, remove } = openMap({
    element,
    words: WORDS,
    marketMap,
    streets,
    bounds: [west, south, east, north],
    margin: 24,
    closestZoom: 15,
    points: [
      { lat: south, lng: west },
      { lat: north, lng: east },
    ],
    scrollZoom: true,
    onGround: fill,
    onNight: (night) => {
      for (const name of SOURCES) {
        night.removeLayer(name);
        night.addLayer(layerOf(name));
      }
    },
  });
  map.once('idle', onDrawn);
  for (const name of SOURCES) {
    map.on('click', name, ({ features: [feature] = [] }) => {
      if (feature !== undefined)
        onChoose({ kind: name === 'orders' ? 'order' : 'driver', id: String(feature.properties.id) });
    });
    map.on('mouseenter', name, () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', name, () => {
      map.getCanvas().style.cursor = '';
    });
  }
  return {
    update(next: ShownCity) {
      shown = next;
      if (map.getSource('drivers') !== undefined) fill(map);
    },
    remove,
  };
}

type Shown = ShownCity['orders'][number] | ShownCity['drivers'][number];

function collectionOf(things: readonly Shown[]): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: things.map((thing) => ({
      type: 'Feature',
      properties: {
        id: thing.id,
        look: thing.kind === 'driver' ? thing.state : thing.isWaiting ? 'WAITING' : 'UNDER_WAY',
      },
      geometry: { type: 'Point', coordinates: [thing.lng, thing.lat] },
    })),
  };
}

function byLook(looks: Readonly<Record<string, string | number>>, otherwise: string | number): ExpressionSpecification {
  return ['match', ['get', 'look'], ...Object.entries(looks).flat(), otherwise] as unknown as ExpressionSpecification;
}

function layerOf(name: (typeof SOURCES)[number]): CircleLayerSpecification {
  const color = (variable: string) => pageColor(`--${variable}`);
  const paint: CircleLayerSpecification['paint'] =
    name === 'orders'
      ? {
          'circle-radius': byLook({ WAITING: 9 }, 6),
          'circle-color': byLook({ WAITING: color('note') }, color('info')),
          'circle-stroke-width': 3,
          'circle-stroke-color': color('card'),
        }
      : {
          'circle-radius': 5,
          'circle-color': byLook({ FREE: color('accent'), BUSY: color('info') }, color('quiet')),
          'circle-stroke-width': 1.5,
          'circle-stroke-color': color('card'),
        };
  return { id: name, type: 'circle', source: name, paint };
}
