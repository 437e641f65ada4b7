import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWING, drawStrokes } from './draw-strokes.ts';
import type { Stroke } from './strokes.ts';

const at = (pixels: Uint8Array, x: number, y: number) => pixels[y * DRAWING.width + x];
const inkOf = (pixels: Uint8Array) => pixels.reduce((ink, shade) => ink + (255 - shade), 0);

test('a level line runs through the middle, from margin to margin', () => {
  const pixels = drawStrokes([
    [
      [100, 50],
      [300, 50],
    ],
  ]);
  expect(at(pixels, 30, 200)).toBe(0);
  expect(at(pixels, 400, 200)).toBe(0);
  expect(at(pixels, 770, 200)).toBe(0);
  expect(at(pixels, 400, 210)).toBe(255);
  expect(at(pixels, 20, 200)).toBe(255);
});

test('a tall signature is fitted by its height and keeps its form', () => {
  const pixels = drawStrokes([
    [
      [0, 0],
      [0, 1_000],
    ],
    [
      [1_000, 0],
      [1_000, 1_000],
    ],
  ]);
  expect(at(pixels, 400 - 170, 100)).toBe(0);
  expect(at(pixels, 400 + 170, 300)).toBe(0);
  expect(at(pixels, 400, 200)).toBe(255);
});

test('a dot is drawn', () => {
  const line: Stroke = [
    [0, 0],
    [100, 0],
  ];
  const dotted = drawStrokes([line, [[50, 40]]]);
  const alone = drawStrokes([line, [[0, 40]]]);
  expect(inkOf(dotted)).toBeGreaterThan(inkOf(drawStrokes([line])));
  expect(Buffer.from(dotted).equals(alone)).toBe(false);
});

const EVERY = 7;

/** The same drawing, by a look at one pixel after the other, of which every seventh will do. */
function drawnPlainly(strokes: readonly Stroke[]): number[] {
  const [xs, ys] = [strokes.flat().map(([x]) => x), strokes.flat().map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(740 / Math.max(1, right - left), 340 / Math.max(1, bottom - top));
  const lines = strokes.flatMap((stroke) =>
    stroke.map((to, index) =>
      [stroke[Math.max(0, index - 1)] as Stroke[number], to].map(([x, y]) => ({
        x: 400 + (x - (left + right) / 2) * scale,
        y: 200 + (y - (top + bottom) / 2) * scale,
      })),
    ),
  );
  return Array.from({ length: Math.floor((DRAWING.width * DRAWING.height) / EVERY) }, (_, count) => {
    const index = count * EVERY;
    const pixel = { x: index % DRAWING.width, y: Math.floor(index / DRAWING.width) };
    const nearest = Math.min(...lines.map(([from, to]) => distance(pixel, from as Spot, to as Spot)));
    return Math.round(255 * (1 - Math.min(1, Math.max(0, 3 - nearest))));
  });
}

type Spot = { readonly x: number; readonly y: number };

function distance(pixel: Spot, from: Spot, to: Spot): number {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const share = ((pixel.x - from.x) * along.x + (pixel.y - from.y) * along.y) / (along.x ** 2 + along.y ** 2 || 1);
  const near = Math.min(1, Math.max(0, share));
  return Math.hypot(pixel.x - from.x - near * along.x, pixel.y - from.y - near * along.y);
}

const coordinate = fc.double({ min: 0, max: 10_000, noNaN: true });
const anyStroke = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 });

test('lines are drawn where a look at each pixel would draw them, and nowhere else', { timeout: 30_000 }, () => {
  fc.assert(
    fc.property(fc.array(anyStroke, { minLength: 1, maxLength: 3 }), (strokes) => {
      const pixels = drawStrokes(strokes);
      const different = drawnPlainly(strokes).filter((shade, count) => {
        return Math.abs(shade - (pixels[count * EVERY] as number)) > 1;
      });
      expect(different).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
