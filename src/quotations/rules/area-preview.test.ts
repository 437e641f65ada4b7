import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { tryArea } from './area-preview.ts';

const SQUARE = [
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
const quotation = (partner: string, ...points: readonly (readonly [lat: string, lng: string])[]) => ({
  partnerId: partner as PartnerId,
  stops: points.map(([lat, lng]) => ({ coordinates: { lat, lng } })),
});

test('a quotation is left out where one of its stops lies outside; on the border it lies inside', () => {
  const preview = tryArea(
    [
      quotation('a', ['5', '5'], ['10', '10']),
      quotation('a', ['5', '5'], ['10.0001', '10']),
      quotation('b', ['-1', '5'], ['5', '11']),
      quotation('a', ['5', '12']),
    ],
    SQUARE,
  );
  expect(preview).toEqual({
    quotations: 4,
    leftOut: 3,
    partners: new Map([
      ['a', 2],
      ['b', 1],
    ]),
    outside: [
      { lat: 10.0001, lng: 10 },
      { lat: -1, lng: 5 },
      { lat: 5, lng: 11 },
      { lat: 5, lng: 12 },
    ],
  });
});

test('five hundred stops outside are shown, and all quotations counted', () => {
  const all = Array.from({ length: 501 }, () => quotation('a', ['5', '11']));
  expect(tryArea(all, SQUARE)).toMatchObject({ quotations: 501, leftOut: 501, outside: { length: 500 } });
  expect(tryArea(all.slice(1), SQUARE).outside).toHaveLength(500);
});

test('tried part by part or at once, it comes to the same', () => {
  const all = [quotation('a', ['5', '5']), quotation('a', ['11', '5']), quotation('b', ['-1', '5'], ['5', '11'])];
  for (let cut = 0; cut <= all.length; cut++)
    expect(tryArea(all.slice(cut), SQUARE, tryArea(all.slice(0, cut), SQUARE))).toEqual(tryArea(all, SQUARE));
});
