import { expect, test } from 'vitest';
import { type Area, cornersOf, crossingIn, insertCorner, moveCorner, removeCorner, ringAt } from './area-edit.ts';

const SQUARE: Area = [
  [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
  ],
];
const at = (corner: number) => ({ polygon: 0, ring: 0, corner });
const corners = (area: Area) => cornersOf(ringAt(area, at(0)));

test('a corner is moved; the first one takes the end of the ring with it', () => {
  expect(corners(moveCorner(SQUARE, at(2), [12.34567891, 11]))[2]).toEqual([12.345679, 11]);
  const moved = moveCorner(SQUARE, at(0), [-1, -1]);
  expect(ringAt(moved, at(0)).at(-1)).toEqual([-1, -1]);
  expect(ringAt(moved, at(0))).toHaveLength(5);
  expect(corners(SQUARE)[0]).toEqual([0, 0]);
});

test('a corner is added in the middle of a line, also of the one that closes the ring, or where it is meant', () => {
  expect(corners(insertCorner(SQUARE, at(0)))).toEqual([
    [0, 0],
    [5, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ]);
  expect(corners(insertCorner(SQUARE, at(1)))[2]).toEqual([10, 5]);
  expect(corners(insertCorner(SQUARE, at(3)))[4]).toEqual([0, 5]);
  expect(corners(insertCorner(SQUARE, at(0), [4, -1]))[1]).toEqual([4, -1]);
  expect(insertCorner(SQUARE, { polygon: 3, ring: 0, corner: 0 })).toBe(SQUARE);
});

test('what is drawn in one ring leaves all others as they are', () => {
  const [ring] = SQUARE[0] as Area[number];
  const area = [[ring, ring], [ring]] as Area;
  const moved = moveCorner(area, { polygon: 0, ring: 1, corner: 2 }, [9, 9]);
  expect([moved[0]?.[0], moved[1]]).toEqual([ring, [ring]]);
  expect(moved[0]?.[1]?.[2]).toEqual([9, 9]);
});

test('corners are removed down to three', () => {
  const three = removeCorner(SQUARE, at(0));
  expect(ringAt(three, at(0))).toEqual([
    [10, 0],
    [10, 10],
    [0, 10],
    [10, 0],
  ]);
  expect(removeCorner(three, at(0))).toBe(three);
});

test('a ring that crosses itself is found while it is drawn', () => {
  expect(crossingIn(SQUARE)).toBeUndefined();
  expect(crossingIn(moveCorner(SQUARE, at(2), [-5, 5]))).toEqual({ polygon: 0, ring: 0, lines: [1, 3] });
});
