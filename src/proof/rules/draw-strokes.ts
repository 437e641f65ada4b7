import type { Spot, Stroke } from './strokes.ts';

export const DRAWING = { width: 800, height: 400 } as const;
const MARGIN = 30;
const PEN_RADIUS = 2.5;
/** How far from a line its softened edge reaches. */
const REACH = PEN_RADIUS + 0.5;
const WHITE = 255;

/** Draws a signature black on white, as large as fits, one byte a pixel. */
export function drawStrokes(strokes: readonly Stroke[]): Uint8Array {
  const pixels = new Uint8Array(DRAWING.width * DRAWING.height).fill(WHITE);
  const place = placement(strokes.flat());
  for (const stroke of strokes) {
    const spots = stroke.map(place);
    for (const [index, to] of spots.entries()) drawLine(pixels, spots[Math.max(0, index - 1)] as Spot, to);
  }
  return pixels;
}

/** Moves and scales what was written into the middle of the drawing. */
function placement(spots: readonly Spot[]): (spot: Spot) => Spot {
  const [left, right] = rangeOf(spots.map(([x]) => x));
  const [top, bottom] = rangeOf(spots.map(([, y]) => y));
  const scale = Math.min(
    (DRAWING.width - 2 * MARGIN) / Math.max(right - left, 1),
    (DRAWING.height - 2 * MARGIN) / Math.max(bottom - top, 1),
  );
  return ([x, y]) => [
    DRAWING.width / 2 + (x - (left + right) / 2) * scale,
    DRAWING.height / 2 + (y - (top + bottom) / 2) * scale,
  ];
}

function rangeOf(values: readonly number[]): readonly [least: number, most: number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    values.reduce((most, value) => Math.max(most, value), 0),
  ];
}

/** Row by row, only where the line passes and is not black yet: a long one costs no more than its ink. */
function drawLine(pixels: Uint8Array, from: Spot, to: Spot): void {
  const [upper, lower] = from[1] <= to[1] ? [from, to] : [to, from];
  const distance = distanceTo(from, to);
  for (let y = Math.floor(upper[1] - REACH); y <= lower[1] + REACH; y++) {
    const [start, end] = [xAt(upper, lower, y - REACH), xAt(upper, lower, y + REACH)];
    for (let x = Math.floor(Math.min(start, end) - REACH); x <= Math.max(start, end) + REACH; x++) {
      const index = y * DRAWING.width + x;
      const shade = pixels[index] as number;
      if (shade > 0) pixels[index] = Math.min(shade, shadeAt(distance(x, y)));
    }
  }
}

function shadeAt(distance: number): number {
  const ink = Math.max(0, Math.min(1, REACH - distance));
  return Math.round(WHITE * (1 - ink));
}

/** Where the line is at that height; at its nearer end above and below. */
function xAt(upper: Spot, lower: Spot, y: number): number {
  if (y <= upper[1]) return upper[0];
  if (y >= lower[1]) return lower[0];
  return upper[0] + ((lower[0] - upper[0]) * (y - upper[1])) / (lower[1] - upper[1]);
}

function distanceTo([x1, y1]: Spot, [x2, y2]: Spot): (x: number, y: number) => number {
  const [width, height] = [x2 - x1, y2 - y1];
  const lengthSquared = width * width + height * height || 1;
  return (x, y) => {
    const along = ((x - x1) * width + (y - y1) * height) / lengthSquared;
    const share = Math.min(1, Math.max(0, along));
    const [right, down] = [x - x1 - share * width, y - y1 - share * height];
    return Math.sqrt(right * right + down * down);
  };
}
