export type Stroke = readonly (readonly [x: number, y: number])[];

/** The server takes 500 strokes of 5,000 points in all; nobody signs with more. */
const MOST_POINTS = 4_000;
const MOST_STROKES = 400;
/** Closer points make no visible difference and only fill the phone. */
const CLOSEST = 2;
/** Shorter than this it was a tap or a wipe of the sleeve. */
const SHORTEST_SIGNATURE = 60;

/** The strokes with a further point on the last one; a point that adds nothing is left out. */
export function drawnOn(strokes: readonly Stroke[], x: number, y: number): readonly Stroke[] {
  const last = strokes.at(-1);
  const end = last?.at(-1);
  if (last === undefined || end === undefined) return strokes;
  const isFull = strokes.reduce((sum, { length }) => sum + length, 0) >= MOST_POINTS;
  if (isFull || Math.hypot(x - end[0], y - end[1]) < CLOSEST) return strokes;
  return [...strokes.slice(0, -1), [...last, [inside(x), inside(y)]]];
}

export function begunAt(strokes: readonly Stroke[], x: number, y: number): readonly Stroke[] {
  return strokes.length >= MOST_STROKES ? strokes : [...strokes, [[inside(x), inside(y)]]];
}

/** Whether it is something that somebody wrote. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= SHORTEST_SIGNATURE;
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((sum, [x, y], index) => {
    const [fromX, fromY] = stroke[Math.max(0, index - 1)] ?? [x, y];
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

/** A finger that slides off the glass is still signing. */
function inside(coordinate: number): number {
  return Math.max(0, Math.round(coordinate * 10) / 10);
}
