import { expect, test } from 'vitest';
import { placesThatChangeSides } from './places.ts';

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
