import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { EMPTY_MAP } from './map-data.ts';
import { MAP_COLORS, type MapColors, plainStyle, streetStyle } from './style.ts';

const COLORS = Object.fromEntries(MAP_COLORS.map((name) => [name, '#123456'])) as MapColors;

test.each([
  ['land and areas', plainStyle(COLORS, EMPTY_MAP)],
  ['streets', streetStyle(COLORS, 'pmtiles://https://localhost/map/tiles.pmtiles')],
])('the style of %s is one that MapLibre draws, and asks no server for letters', (_, style) => {
  expect(validateStyleMin(style)).toEqual([]);
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
});

test('the greater the road, the later it is drawn, and all roads lie on all their edges', () => {
  const ids = streetStyle(COLORS, 'pmtiles://x').layers.map(({ id }) => id);
  const roads = ids.filter((id) => /^(edge|road)-(?!names)/.test(id));
  expect(roads).toEqual(
    ['path', 'minor_road', 'major_road', 'highway']
      .map((kind) => `edge-${kind}`)
      .concat(['path', 'minor_road', 'major_road', 'highway'].map((kind) => `road-${kind}`)),
  );
  expect(ids.indexOf('place-names')).toBe(ids.length - 1);
});
