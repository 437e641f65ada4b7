import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { decideStrokes } from './strokes.ts';

const LINE = [
  [10, 10],
  [90, 40],
];
const wrong = (sentence: string) => refused('ERR_INVALID_FIELD', sentence, '/data/signature');

test('strokes are lists of points; a dot may be among them', () => {
  expect(decideStrokes([LINE, [[50, 5]]])).toEqual(accepted([LINE, [[50, 5]]]));
});

test.each([[undefined], [null], [{}], ['[[1,2]]'], [[]]])('%j is no signature', (given) => {
  expect(decideStrokes(given)).toEqual(wrong('The signature must be a list of strokes.'));
});

test.each([
  [[]],
  ['x'],
  [null],
  [[1, 2]],
  [[[1]]],
  [[[1, 2, 3]]],
  [[['1', '2']]],
  [[[-1, 0]]],
  [[[0, 10_001]]],
  [[[Number.NaN, 0]]],
  [[[Number.POSITIVE_INFINITY, 0]]],
  [[[null, 0]]],
  [
    [
      [1, 2],
      [3, 10_001],
    ],
  ],
])('the stroke %j is refused by its number', (stroke) => {
  expect(decideStrokes([LINE, stroke])).toEqual(
    wrong('Stroke 2 must be a list of [x, y], each a number from 0 to 10000.'),
  );
});

test('points lie from 0 to 10000', () => {
  const edges = [
    [0, 0],
    [10_000, 10_000],
  ];
  expect(decideStrokes([edges])).toEqual(accepted([edges]));
});

test('a signature has at most 500 strokes and 5000 points', () => {
  expect(decideStrokes(Array.from({ length: 500 }, () => LINE))).toHaveProperty('accepted');
  expect(decideStrokes(Array.from({ length: 501 }, () => LINE))).toEqual(
    wrong('A signature must not have more than 500 strokes.'),
  );
  const points = (count: number) => Array.from({ length: count }, (_, index) => [index, 1]);
  expect(decideStrokes([points(2_500), points(2_500)])).toHaveProperty('accepted');
  const tooMany = wrong('A signature must not have more than 5000 points.');
  expect(decideStrokes([points(2_500), points(2_501)])).toEqual(tooMany);
  expect(decideStrokes([points(5_001)])).toEqual(tooMany);
});

test('a tap is no signature, a line of one unit is', () => {
  const nothing = wrong('Nothing is written in the signature.');
  expect(decideStrokes([[[5, 5]], [[5, 5]]])).toEqual(nothing);
  expect(
    decideStrokes([
      [
        [5, 5],
        [5.9, 5],
      ],
    ]),
  ).toEqual(nothing);
  expect(
    decideStrokes([
      [
        [5, 5],
        [6, 5],
      ],
    ]),
  ).toHaveProperty('accepted');
});

test('whatever comes is refused, never thrown at', () => {
  fc.assert(fc.property(fc.anything(), (given) => void decideStrokes(given)));
});
