import { expect, test } from 'vitest';
import { isSameCity, placesThatChangeSides } from './places.ts';

const AREA = [
  [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
  ],
] as const;
const place = (name: string, at: number) => ({ name, lat: at, lng: at });

test('places that lie on the other side now are named with that side; those on the border lie inside', () => {
  const known = {
    inside: [place('Core', 5), place('Edge', 10), place('Gone', 11)],
    outside: [place('Sea', 20), place('Isle', 9)],
  };
  expect(placesThatChangeSides(known, AREA)).toEqual([
    { name: 'Gone', isInside: false },
    { name: 'Isle', isInside: true },
  ]);
});

test('a city is the same one while neither its area nor its places have changed, whatever its version', () => {
  const known = { area: AREA, inside: [place('Core', 5)], outside: [] };
  const later = { ...known, version: 2 };
  expect(isSameCity(known, later)).toBe(true);
  expect(isSameCity(known, { ...known, area: [...AREA, ...AREA] })).toBe(false);
  expect(isSameCity(known, { ...known, outside: [place('Sea', 20)] })).toBe(false);
});
