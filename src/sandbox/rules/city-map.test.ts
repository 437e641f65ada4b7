import { expect, test } from 'vitest';
import type { Polygon } from '../../foundation/geo.ts';
import { drawCity, labelsOf, runsInto } from './city-map.ts';
import { DEMO_PLACES } from './demo-order.ts';

const PLACES = [
  { lat: 22.2, lng: 114.1 },
  { lat: 22.4, lng: 114.2 },
];
const SQUARE: Polygon = [
  [
    [114.1, 22.2],
    [114.2, 22.2],
    [114.2, 22.4],
    [114.1, 22.2],
  ],
];

test('the middle of the places is the middle of the drawing, north is up and east is right', () => {
  const { spotOf, width, height } = drawCity([], PLACES);
  expect(spotOf({ lat: 22.3, lng: 114.15 })).toEqual({ x: width / 2, y: height / 2 });
  expect(spotOf({ lat: 22.31, lng: 114.15 }).y).toBeLessThan(height / 2);
  expect(spotOf({ lat: 22.3, lng: 114.16 }).x).toBeGreaterThan(width / 2);
});

test('all places are inside with the same margin, whichever way they lie', () => {
  const tall = drawCity([], PLACES);
  const flat = drawCity(
    [],
    [
      { lat: 22.3, lng: 114 },
      { lat: 22.31, lng: 115 },
    ],
  );
  expect(tall.spotOf({ lat: 22.4, lng: 114.15 }).y).toBeCloseTo((tall.height * 0.4) / 1.8, 0);
  expect(flat.spotOf({ lat: 22.305, lng: 114 }).x).toBeCloseTo((flat.width * 0.4) / 1.8, 0);
});

test('a kilometre is as long to the east as to the north', () => {
  const { spotOf } = drawCity([], PLACES);
  const middle = spotOf({ lat: 22.3, lng: 114.15 });
  const north = middle.y - spotOf({ lat: 22.35, lng: 114.15 }).y;
  const east = spotOf({ lat: 22.3, lng: 114.15 + 0.05 / Math.cos((22.3 * Math.PI) / 180) }).x - middle.x;
  expect(east).toBeCloseTo(north, 0);
});

test('the outline is one closed path a ring', () => {
  const { outline, spotOf } = drawCity([SQUARE, SQUARE], PLACES);
  const start = spotOf({ lat: 22.2, lng: 114.1 });
  expect(outline.match(/M/g)).toHaveLength(2);
  expect(outline.startsWith(`M${start.x} ${start.y}L`)).toBe(true);
  expect(outline.endsWith(`L${start.x} ${start.y}Z`)).toBe(true);
});

test('a name stands below its spot, and above where it would run into another one', () => {
  const below = { name: 'Central', x: 100, y: 100 };
  const yOf = (name: string, x: number, y: number) => labelsOf([below, { name, x, y }])[1]?.y;
  expect(labelsOf([below])).toEqual([{ ...below, y: 120 }]);
  expect([yOf('Kok', 144, 100), yOf('Kok', 145, 100)]).toEqual([88, 120]);
  expect([yOf('Kok', 56, 100), yOf('Kok', 55, 100)]).toEqual([88, 120]);
  expect([yOf('Kok', 100, 117), yOf('Kok', 100, 118)]).toEqual([105, 138]);
  expect([yOf('Kok', 100, 83), yOf('Kok', 100, 82)]).toEqual([71, 102]);
});

test('no two names of the places of the demo run into each other', () => {
  const points = DEMO_PLACES.map(({ coordinates }) => ({ lat: Number(coordinates.lat), lng: Number(coordinates.lng) }));
  const { spotOf } = drawCity([], points);
  const labels = labelsOf(points.map((point, place) => ({ name: nameOf(place), ...spotOf(point) })));
  const touching = labels.filter((one, place) => labels.slice(place + 1).some((other) => runsInto(one, other)));
  expect(touching).toEqual([]);
});

const nameOf = (place: number) => DEMO_PLACES[place]?.address.split(', ').at(-1) ?? '';
