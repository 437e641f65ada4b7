import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { CHANGE_STEPS, NOTHING_TRIED, stepOf, type TriedQuotation, tryMore } from './card-preview.ts';

const tried = (id: number, before: bigint, after: bigint, partner = '1'): TriedQuotation => ({
  quotationId: String(id),
  partnerId: partner as PartnerId,
  distanceMeters: 1_000,
  before: { priceMinor: before, marginMinor: before / 5n },
  after: { priceMinor: after, marginMinor: after / 5n },
});

test.each([
  [1_000n, 799n, 0],
  [1_000n, 800n, 1],
  [1_000n, 899n, 1],
  [1_000n, 900n, 2],
  [1_000n, 950n, 3],
  [1_000n, 999n, 3],
  [1_000n, 1_000n, 4],
  [1_000n, 1_001n, 5],
  [1_000n, 1_049n, 5],
  [1_000n, 1_050n, 6],
  [1_000n, 1_100n, 7],
  [1_000n, 1_199n, 7],
  [1_000n, 1_200n, 8],
  [0n, 1n, 8],
  [0n, 0n, 4],
])('from %d to %d is step %d', (before, after, step) => {
  expect(stepOf(before, after)).toBe(step);
});

test('the steps lie beside one another, open at both ends, with what stays the same in the middle', () => {
  expect(CHANGE_STEPS.map(({ from }) => from)).toEqual([undefined, ...CHANGE_STEPS.slice(0, -1).map(({ to }) => to)]);
  expect(CHANGE_STEPS.at(-1)).toEqual({ from: 20, to: undefined });
  expect(CHANGE_STEPS[4]).toEqual({ from: 0, to: 0 });
});

test('the five largest rises and falls are named, the largest first, down to the smallest coin', () => {
  const changes = [1n, 7n, 3n, 6n, 2n, 5n, 4n].flatMap((by, n) => [
    tried(n, 100n, 100n + by),
    tried(n, 100n, 100n - by),
  ]);
  const { rises, falls, dearer, cheaper } = tryMore(NOTHING_TRIED, changes);
  expect(rises.map(({ after }) => after.priceMinor)).toEqual([107n, 106n, 105n, 104n, 103n]);
  expect(falls.map(({ after }) => after.priceMinor)).toEqual([93n, 94n, 95n, 96n, 97n]);
  expect([dearer, cheaper]).toEqual([7, 7]);
  expect(tryMore(NOTHING_TRIED, [tried(1, 100n, 101n), tried(2, 100n, 99n)])).toMatchObject({ dearer: 1, cheaper: 1 });
});

test('sums, who pays more or less, and the largest changes', () => {
  const preview = tryMore(NOTHING_TRIED, [
    tried(1, 100n, 110n, 'a'),
    tried(2, 100n, 90n, 'b'),
    tried(3, 100n, 100n, 'b'),
    tried(4, 100n, 150n, 'a'),
  ]);
  expect(preview).toMatchObject({
    quotations: 4,
    dearer: 2,
    cheaper: 1,
    before: { priceMinor: 400n, marginMinor: 80n },
    after: { priceMinor: 450n, marginMinor: 90n },
    steps: [0, 0, 1, 0, 1, 0, 0, 1, 1],
  });
  expect(preview.rises.map(({ quotationId }) => quotationId)).toEqual(['4', '1']);
  expect(preview.falls.map(({ quotationId }) => quotationId)).toEqual(['2']);
  expect(preview.partners.get('b' as PartnerId)).toMatchObject({ quotations: 2, after: { priceMinor: 190n } });
});

test('those that cannot be had are counted beside all else', () => {
  const preview = tryMore(tryMore(NOTHING_TRIED, [tried(1, 100n, 110n)], 2), [], 1);
  expect(preview).toMatchObject({ quotations: 1, unpriced: 3, dearer: 1, cheaper: 0, after: { priceMinor: 110n } });
});

test('tried page by page or at once, it comes to the same, and every quotation is in one step', () => {
  const any = fc.array(fc.tuple(fc.bigInt(0n, 500n), fc.bigInt(0n, 500n), fc.constantFrom('a', 'b')), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(any, fc.nat({ max: 30 }), (pairs, cut) => {
      const all = pairs.map(([before, after, partner], index) => tried(index, before, after, partner));
      const atOnce = tryMore(NOTHING_TRIED, all);
      expect(tryMore(tryMore(NOTHING_TRIED, all.slice(0, cut)), all.slice(cut))).toEqual(atOnce);
      expect(atOnce.steps).toHaveLength(CHANGE_STEPS.length);
      expect(atOnce.steps.reduce((sum, count) => sum + count, 0)).toBe(all.length);
    }),
  );
});
