import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MarketMap } from './map-data.ts';

/** The map's part of the one set of colours. */
export const MAP_COLORS = [
  'water',
  'land',
  'area',
  'border',
  'green',
  'building',
  'road',
  'road-edge',
  'label',
  'halo',
] as const;
export type MapColors = Readonly<Record<(typeof MAP_COLORS)[number], string>>;

/**
 * Land and service areas: needs nothing but what is shipped. Areas are drawn as land of their own shade: their shores are
 * truer than those of a map of the world.
 */
export function plainStyle(colors: MapColors, { land, areas }: MarketMap): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land, attribution: 'Natural Earth' },
      areas: { type: 'geojson', data: areas },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      { id: 'areas', type: 'fill', source: 'areas', paint: { 'fill-color': colors.area } },
      {
        id: 'area-borders',
        type: 'line',
        source: 'areas',
        paint: { 'line-color': colors.border, 'line-width': 1.5 },
      },
    ],
  };
}

/** Streets from tiles of the Protomaps basemap; letters are drawn by the browser, so no server of letters is asked. */
export function streetStyle(colors: MapColors, tilesUrl: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      tiles: {
        type: 'vector',
        url: tilesUrl,
        attribution: '© <a href="https://www.openstreetmap.org/copyright" rel="noreferrer">OpenStreetMap</a>',
      },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      fill('earth', colors.area),
      fill('landuse', colors.green, ['park', 'forest', 'wood', 'grass', 'nature_reserve', 'cemetery', 'golf_course']),
      { ...fill('water', colors.water), id: 'waters' },
      ...ROADS.flatMap(({ kinds, width }) => [road('edge', kinds, colors['road-edge'], width + 1.5)]),
      ...ROADS.flatMap(({ kinds, width }) => [road('road', kinds, colors.road, width)]),
      { ...fill('buildings', colors.building), minzoom: 14 },
      {
        id: 'boundaries',
        type: 'line',
        source: 'tiles',
        'source-layer': 'boundaries',
        paint: { 'line-color': colors.label, 'line-opacity': 0.35, 'line-dasharray': [4, 3] },
      },
      {
        id: 'road-names',
        type: 'symbol',
        source: 'tiles',
        'source-layer': 'roads',
        minzoom: 14,
        layout: { ...LETTERS, 'symbol-placement': 'line', 'text-size': 12 },
        paint: lettersIn(colors),
      },
      {
        id: 'place-names',
        type: 'symbol',
        source: 'tiles',
        'source-layer': 'places',
        layout: { ...LETTERS, 'text-size': ['match', ['get', 'kind'], 'locality', 15, 12], 'text-max-width': 8 },
        paint: lettersIn(colors),
      },
    ],
  };
}

const LETTERS = { 'text-field': ['get', 'name'] as ExpressionSpecification, 'text-font': ['sans-serif'] };

/** Drawn in this order: what matters more lies on top. Widths are those at zoom 16. */
const ROADS = [
  { kinds: ['path', 'other'], width: 2 },
  { kinds: ['minor_road'], width: 6 },
  { kinds: ['major_road'], width: 9 },
  { kinds: ['highway'], width: 11 },
];

function fill(layer: string, color: string, kinds?: readonly string[]): LayerSpecification & { type: 'fill' } {
  return {
    id: layer,
    type: 'fill',
    source: 'tiles',
    'source-layer': layer,
    ...(kinds === undefined ? {} : { filter: isOneOf(kinds) }),
    paint: { 'fill-color': color },
  };
}

function road(name: string, kinds: readonly string[], color: string, width: number): LayerSpecification {
  return {
    id: `${name}-${kinds[0]}`,
    type: 'line',
    source: 'tiles',
    'source-layer': 'roads',
    filter: isOneOf(kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 9, width / 14, 16, width, 20, width * 5],
    },
  };
}

function isOneOf(kinds: readonly string[]): ExpressionSpecification {
  return ['in', ['get', 'kind'], ['literal', [...kinds]]];
}

function lettersIn(colors: MapColors) {
  return { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 };
}
