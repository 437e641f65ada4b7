import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAmong, type Share } from './share.ts';

const chosen = (share: Share, count: number) =>
  Array.from({ length: count }, (_, index) => index + 1).filter((place) => isAmong(share, place));

test.each([
  [0, []],
  [false, []],
  [0.1, [10]],
  [0.25, [4, 8]],
  [0.5, [2, 4, 6, 8, 10]],
  [0.75, [2, 3, 4, 6, 7, 8, 10]],
  [1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [true, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
] as const)('of ten, a share of %s is %j', (share, places) => {
  expect(chosen(share, 10)).toEqual(places);
});

test('a share of a thousand is exact, also where it has no exact number in binary', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), (thousandths) => {
      expect(chosen(thousandths / 1_000, 1_000)).toHaveLength(thousandths);
    }),
    { numRuns: 200 },
  );
});
