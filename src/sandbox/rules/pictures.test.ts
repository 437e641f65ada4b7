import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHOTO_SIZE, photoOfParcel, signature } from './pictures.ts';

const anySeed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('the same seed makes the same photo, another seed another one', () => {
  const [one, again, other] = [photoOfParcel(7), photoOfParcel(7), photoOfParcel(8)].map((bytes) => Buffer.from(bytes));
  expect(one?.length).toBe(PHOTO_SIZE.width * PHOTO_SIZE.height * 3);
  expect(one?.equals(again as Buffer)).toBe(true);
  expect(one?.equals(other as Buffer)).toBe(false);
});

test('the same seed makes the same signature, another seed another one', () => {
  expect(signature(7)).toEqual(signature(7));
  expect(signature(7)).not.toEqual(signature(8));
});

test('a signature is two to four strokes of a pen on one sheet', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const strokes = signature(seed);
      expect([2, 3, 4]).toContain(strokes.length);
      expect(strokes.flat().filter(([x, y]) => !(x >= 0 && x <= 500 && y >= 0 && y <= 200))).toEqual([]);
    }),
  );
});
