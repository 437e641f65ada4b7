import { expect, test } from 'vitest';
import { decideStrokes } from '../../../src/proof/rules/strokes.ts';
import { begunAt, drawnOn, isSignature, type Stroke } from './strokes.ts';

const line = (length: number): Stroke => [
  [0, 0],
  [length, 0],
];

test('a point goes on the last stroke, unless it is too close to be seen', () => {
  const begun = begunAt([line(5)], 10, 10);
  expect(drawnOn(begun, 11.9, 10)).toBe(begun);
  expect(drawnOn(begun, 12, 10)).toEqual([
    line(5),
    [
      [10, 10],
      [12, 10],
    ],
  ]);
  expect(drawnOn([], 12, 10)).toEqual([]);
});

test('a finger that slides off the glass leaves no point outside', () => {
  expect(drawnOn(begunAt([], 5.04, 5.06), -40, -1)).toEqual([
    [
      [5, 5.1],
      [0, 0],
    ],
  ]);
});

test('a tap is no signature', () => {
  expect(isSignature([])).toBe(false);
  expect(isSignature([[[5, 5]]])).toBe(false);
  expect(isSignature([line(59)])).toBe(false);
  expect(isSignature([line(30), line(30)])).toBe(true);
});

test('whatever is scribbled, the server takes it', () => {
  let scribble: readonly Stroke[] = [];
  for (let stroke = 0; stroke < 600; stroke++) {
    scribble = begunAt(scribble, stroke, 0);
    for (let point = 1; point < 20; point++) scribble = drawnOn(scribble, stroke, point * 3);
  }
  expect(decideStrokes(scribble)).toMatchObject({ accepted: scribble });
});
