import type { Point } from '../../foundation/geo.ts';

const CHUNK_BITS = 5;
const MORE_FOLLOWS = 0x20;
const FIRST_LETTER = 63;
const MILLIONTHS = 1e6;

/**
 * A line as Valhalla and OSRM write it: steps of latitude and longitude in millionths of a degree, five bits a letter, the
 * sign in the lowest. Text that is no such line gives points that are nowhere on earth.
 */
export function decodeLine(text: string): Point[] {
  const points: Point[] = [];
  let at = 0;
  const nextStep = (): number => {
    let bits = 0;
    let factor = 1;
    for (;;) {
      const letter = text.charCodeAt(at++) - FIRST_LETTER;
      // Past the end it is NaN, which stays in every sum.
      if (!(letter >= 0 && letter < 2 * MORE_FOLLOWS)) return Number.NaN;
      bits += (letter % MORE_FOLLOWS) * factor;
      if (letter < MORE_FOLLOWS) break;
      factor *= 2 ** CHUNK_BITS;
    }
    return bits % 2 === 1 ? -(bits + 1) / 2 : bits / 2;
  };
  let [lat, lng] = [0, 0];
  while (at < text.length) {
    lat += nextStep();
    lng += nextStep();
    points.push({ lat: lat / MILLIONTHS, lng: lng / MILLIONTHS });
  }
  return points;
}

export function isOnEarth(value: unknown): value is Point {
  const { lat, lng } = (value ?? {}) as Partial<Point>;
  return typeof lat === 'number' && Math.abs(lat) <= 90 && typeof lng === 'number' && Math.abs(lng) <= 180;
}

const METERS_PER_DEGREE = 111_195;

/** The same line with fewer points: none that is left out lies further from it than so many metres. The ends stay. */
export function simplifyLine(line: readonly Point[], unseenMeters: number): Point[] {
  const keeps = new Set([0, line.length - 1]);
  const stretches: [number, number][] = [[0, line.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [start, end] = stretch;
    const farthest = farthestBetween(line, start, end);
    if (farthest === undefined || farthest.meters <= unseenMeters) continue;
    keeps.add(farthest.index);
    stretches.push([start, farthest.index], [farthest.index, end]);
  }
  return line.filter((_, index) => keeps.has(index));
}

function farthestBetween(line: readonly Point[], start: number, end: number) {
  const [from, to] = [line[start], line[end]];
  let farthest: { readonly index: number; readonly meters: number } | undefined;
  for (let index = start + 1; index < end && from !== undefined && to !== undefined; index++) {
    const meters = metersBeside(line[index] as Point, from, to);
    if (farthest === undefined || meters > farthest.meters) farthest = { index, meters };
  }
  return farthest;
}

/** How far a point is from the straight piece between two others, on ground that is flat enough within a city. */
function metersBeside(point: Point, from: Point, to: Point): number {
  const metersPerDegreeEast = METERS_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180);
  const flat = ({ lat, lng }: Point) =>
    [(lng - from.lng) * metersPerDegreeEast, (lat - from.lat) * METERS_PER_DEGREE] as const;
  const [px, py] = flat(point);
  const [tx, ty] = flat(to);
  const lengthSquared = tx ** 2 + ty ** 2;
  const share = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, (px * tx + py * ty) / lengthSquared));
  return Math.hypot(px - tx * share, py - ty * share);
}
